// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/link/message.h"

#include <gtest/gtest.h>

#include <random>

#include "core/base/errors.h"
#include "core/base/text.h"
#include "core/link/errors.h"
#include "core/link/framing.h"

namespace manju::link {
namespace {

std::vector<Message> examples() {
    StepJob job;
    job.step = StepId(7);
    job.kind = StepKind::Video;
    job.key = "k";
    job.spec = Json{{"prompt", "雨夜"}, {"seed", 4294967295U}, {"list", {1, 2.5, nullptr, true}}};
    job.inputs = {{"checkpoint", "/模型/a.safetensors"}};
    job.outputFolder = "/out";
    job.attempt = 2;
    job.epoch = -9;
    const Error error = Error(kFileNotFound, {{"file", "a"}}).because(Error(kDiskFull));
    return {Hello{kProtocolVersion, "abc", 5, 77, 1000},
            StartStep{job},
            CancelStep{StepId(7)},
            StopWorker{},
            Heartbeat{},
            StepMoved{3, {StepId(7), 0.125, "stage.sample", 4, 30}},
            StepDone{3, StepId(7), {{{"image", "a.png", 12, "00"}}, Json{{"samples", 96000}}}},
            StepRefused{3, StepId(7), errorToJson(error)}};
}

std::string payloadOf(const Message& message) {
    return encode(message).value().substr(4);
}

std::string cbor(const Json& json) {
    std::string bytes;
    Json::to_cbor(json, bytes);
    return bytes;
}

TEST(Message, ComesBackAsItWas) {
    for (const Message& message : examples()) {
        const auto back = decode(payloadOf(message));
        ASSERT_TRUE(back.ok()) << back.error().debugText();
        EXPECT_TRUE(*back == message) << message.index();
    }
}

TEST(Message, ErrorsKeepKindArgumentsAndCause) {
    const Error back =
        errorFromJson(errorToJson(Error(kFileNotFound, {{"file", "a"}}).because(Error(kOutOfMemory))));
    EXPECT_EQ(back.kind(), ErrorKind::Usage);
    EXPECT_EQ(back.args().at("file"), "a");
    ASSERT_NE(back.cause(), nullptr);
    EXPECT_TRUE(back.cause()->is(kOutOfMemory));
}

TEST(Message, TextThatIsNotUtf8) {
    const Json repaired = errorToJson(Error(kFileNotFound, {{"file", "a\xC4\xE3z"}}));
    EXPECT_TRUE(isUtf8(repaired.at("args").at("file").get<std::string>()));
    StepJob job;
    job.outputFolder = "\xC4\xE3";
    EXPECT_FALSE(encode(StartStep{job}).ok());
    EXPECT_FALSE(decode(cbor(Json{{"type", "hello"}, {"body", {{"build", "\xFF"}}}})).ok());
}

TEST(Message, RefusesWhatIsNone) {
    std::string deep(1'000'000, '\x81');  // arrays in arrays: would exhaust the stack of a naive parser
    const std::vector<std::string> payloads{
        "",
        "\xF6",
        deep,
        cbor(Json{{"type", "hello"}}),
        cbor(Json{{"type", "no such"}, {"body", Json::object()}}),
        cbor(Json{{"type", 3}, {"body", Json::object()}}),
        cbor(Json{{"type", "cancel"}, {"body", {{"step", "x"}}}}),
        cbor(Json{{"type", "stop"}, {"body", Json::binary({1, 2})}}),
        payloadOf(Heartbeat{}) + "x",
        payloadOf(StepMoved{1, {StepId(1), 1.5, "s", 0, 0}}),
        payloadOf(StepMoved{1, {StepId(1), 0.5, "s", -1, 0}}),
        payloadOf(StepRefused{1, StepId(1), Json{{"code", "X"}, {"kind", "odd"}, {"args", Json::object()}}}),
        payloadOf(StepRefused{1, StepId(1), Json(nullptr)})};
    for (std::size_t i = 0; i < payloads.size(); ++i) {
        const auto message = decode(payloads[i]);
        ASSERT_FALSE(message.ok()) << i;
        EXPECT_TRUE(message.error().is(kMessageInvalid)) << i;
    }
}

/// Changes, removes, doubles or inserts bytes.
void mutate(std::string& bytes, std::mt19937& random) {
    for (unsigned i = 0, times = 1 + random() % 4; i < times && !bytes.empty(); ++i) {
        const std::size_t at = random() % bytes.size();
        switch (random() % 5) {
            case 0:
                bytes[at] = static_cast<char>(random());
                break;
            case 1:
                bytes[at] = static_cast<char>(bytes[at] ^ (1 << (random() % 8)));
                break;
            case 2:
                bytes.erase(at, 1 + random() % 8);
                break;
            case 3:
                bytes.insert(at, 1 + random() % 4, static_cast<char>(random()));
                break;
            default:
                bytes.insert(at, bytes.substr(random() % bytes.size(), random() % 64));
        }
    }
}

TEST(Message, MutatedFramesAreRefusedOrReadAndNothingElse) {
    std::mt19937 random(20260301);
    const std::vector<Message> messages = examples();
    int refused = 0;
    int read = 0;
    for (int i = 0; i < 10'000; ++i) {
        std::string bytes = encode(messages[random() % messages.size()]).value();
        mutate(bytes, random);
        FrameReader reader;
        reader.add(bytes);
        auto payload = reader.next();
        if (!payload.ok() || !payload->has_value()) {
            ++refused;
            continue;
        }
        const auto message = decode(**payload);
        // What was understood can be sent on.
        EXPECT_TRUE(!message.ok() || encode(*message).ok());
        ++(message.ok() ? read : refused);
    }
    EXPECT_GT(refused, 5000);
    EXPECT_GT(read, 100);
}

}  // namespace
}  // namespace manju::link

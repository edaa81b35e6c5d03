// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/weights/safetensors.h"

#include <cstring>

#include "core/base/errors.h"
#include "core/base/os/file.h"
#include "core/weights/errors.h"
#include "synthetic.h"

namespace manju::weights {
namespace {

namespace fs = std::filesystem;

class SafetensorsTest : public WeightsTest {
protected:
    Result<SafetensorsFile> opened(std::string_view bytes) const {
        return SafetensorsFile::open(file("x.safetensors", bytes));
    }
    Result<SafetensorsFile> header(std::string_view json, std::size_t data = 0) const {
        return opened(fileBytes(json, data));
    }
    /// The rule that refuses these bytes; the file must be named.
    std::string rule(std::string_view bytes) const {
        const auto result = opened(bytes);
        if (result) return "accepted";
        EXPECT_EQ(result.error().args().at("file"), (folder_ / "x.safetensors").string());
        return result.error().args().at("rule");
    }
    std::string headerRule(std::string_view json, std::size_t data = 0) const {
        return rule(fileBytes(json, data));
    }
};

std::string entry(const std::string& dtype, const std::string& shape, const std::string& offsets) {
    return R"({"t":{"dtype":")" + dtype + R"(","shape":)" + shape + R"(,"data_offsets":)" + offsets + "}}";
}

TEST_F(SafetensorsTest, ReferenceVectors) {
    EXPECT_EQ(rule(""), "V1");
    EXPECT_EQ(rule(std::string("\x3C\0\0\0\0\0\0\0", 8)), "V3");
    EXPECT_EQ(rule(std::string("\x3C\0\0\0\0\0\xFF\xFF", 8)), "V2");
    EXPECT_EQ(headerRule("\xFF"), "V4");
    EXPECT_EQ(headerRule("{"), "V4");
    EXPECT_EQ(headerRule(entry("I32", "[2,2]", "[0,4]"), 4), "V10");
    EXPECT_EQ(headerRule(entry("I32", "[2,18446744073709551614]", "[0,16]"), 16), "V8");
    EXPECT_EQ(headerRule(entry("I32", "[2,2]", "[0,16]"), 18), "V11");
    EXPECT_EQ(headerRule(entry("I32", "[]", "[0,4]"), 4), "accepted");
    EXPECT_EQ(headerRule(entry("I32", "[2,0]", "[0,0]")), "accepted");
    EXPECT_EQ(headerRule("\t{}\r \t\n"), "accepted");
}

TEST_F(SafetensorsTest, HeaderMustBeOneJsonObject) {
    for (const std::string& bad :
         {std::string("[]"), std::string("1"), std::string(" "), std::string(""), std::string("{} x"),
          std::string("\xEF\xBB\xBF{}"), std::string("{}\0{}", 5), std::string("{\"a\xC0\":1}"),
          std::string("{\"t\":{\"dtype\":\"\\uD800\"}}")})
        EXPECT_EQ(headerRule(bad), "V4") << bad;
}

TEST_F(SafetensorsTest, MetadataIsTextOnly) {
    EXPECT_EQ(headerRule(R"({"__metadata__":{"a":1}})"), "V5");
    EXPECT_EQ(headerRule(R"({"__metadata__":{"a":{}}})"), "V5");
    EXPECT_EQ(headerRule(R"({"__metadata__":{"a":null}})"), "V5");
    EXPECT_EQ(headerRule(R"({"__metadata__":[]})"), "V5");
    EXPECT_EQ(headerRule(R"({"__metadata__":null})"), "V5");
    const auto good = header(R"({"__metadata__":{"标题":"a\"b","empty":""}})");
    ASSERT_TRUE(good.ok());
    EXPECT_EQ(good->metadata(), (Metadata{{"标题", "a\"b"}, {"empty", ""}}));
}

TEST_F(SafetensorsTest, EntriesNeedTheirThreeFields) {
    EXPECT_EQ(headerRule(R"({"t":1})"), "V6");
    EXPECT_EQ(headerRule(R"({"t":[]})"), "V6");
    EXPECT_EQ(headerRule(R"({"t":{}})"), "V6");
    EXPECT_EQ(headerRule(R"({"t":{"dtype":"F32","shape":[1]}})", 4), "V6");
    EXPECT_EQ(headerRule(R"({"t":{"dtype":"F32","data_offsets":[0,4]}})", 4), "V6");
    EXPECT_EQ(headerRule(R"({"t":{"shape":[1],"data_offsets":[0,4]}})", 4), "V6");
    EXPECT_EQ(headerRule(entry("F31", "[1]", "[0,4]"), 4), "V6");
    EXPECT_EQ(headerRule(entry("F32", "[-1]", "[0,4]"), 4), "V6");
    EXPECT_EQ(headerRule(entry("F32", "[1.0]", "[0,4]"), 4), "V6");
    EXPECT_EQ(headerRule(entry("F32", "[[1]]", "[0,4]"), 4), "V6");
    EXPECT_EQ(headerRule(entry("F32", "[{}]", "[0,4]"), 4), "V6");
    EXPECT_EQ(headerRule(entry("F32", "1", "[0,4]"), 4), "V6");
    EXPECT_EQ(headerRule(entry("F32", "[1]", "[0]"), 4), "V6");
    EXPECT_EQ(headerRule(entry("F32", "[1]", "[0,4,4]"), 4), "V6");
    EXPECT_EQ(headerRule(entry("F32", "[1]", "{}"), 4), "V6");
    const auto unknown = header(entry("NF4", "[1]", "[0,4]"), 4);
    ASSERT_TRUE(!unknown.ok() && unknown.error().is(kDtypeUnknown));
    EXPECT_EQ(unknown.error().args().at("tensor"), "t");
    EXPECT_EQ(unknown.error().args().at("dtype"), "NF4");
    // Fields of later versions of the format are passed over, whatever they hold.
    EXPECT_EQ(
        headerRule(
            R"({"t":{"x":{"dtype":[1,{"a":2}]},"dtype":"F32","y":[3],"shape":[1],"z":0,"data_offsets":[0,4]}})",
            4),
        "accepted");
}

TEST_F(SafetensorsTest, TensorsCoverTheDataExactly) {
    const auto two = [](const std::string& a, const std::string& b) {
        return R"({"a":{"dtype":"U8","shape":[4],"data_offsets":)" + a +
               R"(},"b":{"dtype":"U8","shape":[4],"data_offsets":)" + b + "}}";
    };
    EXPECT_EQ(headerRule(two("[0,4]", "[4,8]"), 8), "accepted");
    EXPECT_EQ(headerRule(two("[4,8]", "[0,4]"), 8), "accepted");
    EXPECT_EQ(headerRule(two("[0,4]", "[2,6]"), 6), "V7");
    EXPECT_EQ(headerRule(two("[0,4]", "[5,9]"), 9), "V7");
    EXPECT_EQ(headerRule(two("[0,4]", "[0,4]"), 4), "V7");
    EXPECT_EQ(headerRule(two("[1,5]", "[5,9]"), 9), "V7");
    EXPECT_EQ(headerRule(two("[0,4]", "[4,0]"), 8), "V7");
    EXPECT_EQ(headerRule(two("[0,4]", "[4,18446744073709551615]"), 8), "V10");
    EXPECT_EQ(headerRule(entry("F4", "[3]", "[0,2]"), 2), "V9");
    EXPECT_EQ(headerRule(entry("F4", "[4]", "[0,2]"), 2), "accepted");
}

TEST_F(SafetensorsTest, NamesMayNotRepeat) {
    const std::string t = R"({"dtype":"U8","shape":[0],"data_offsets":[0,0]})";
    EXPECT_EQ(headerRule(R"({"t":)" + t + R"(,"t":)" + t + "}"), "V12");
    EXPECT_EQ(headerRule(R"({"t":)" + t + R"(,"\u0074":)" + t + "}"), "V12");
    EXPECT_EQ(headerRule(R"({"__metadata__":{},"__metadata__":{}})"), "V12");
    EXPECT_EQ(headerRule(R"({"__metadata__":{"a":"1","a":"2"}})"), "V12");
    EXPECT_EQ(headerRule(R"({"t":{"dtype":"U8","dtype":"U8","shape":[0],"data_offsets":[0,0]}})"), "V6");
    EXPECT_EQ(headerRule(R"({"t":)" + t + R"(,"u":)" + t + "}"), "accepted");
}

TEST_F(SafetensorsTest, OwnLimits) {
    EXPECT_EQ(headerRule(entry("U8", "[1,1,1,1,1,1,1,1]", "[0,1]"), 1), "accepted");
    EXPECT_EQ(headerRule(entry("U8", "[1,1,1,1,1,1,1,1,1]", "[0,1]"), 1), "limit");
    EXPECT_EQ(headerRule(entry("U8", "[0,281474976710656]", "[0,0]")), "accepted");
    EXPECT_EQ(headerRule(entry("U8", "[0,281474976710657]", "[0,0]")), "limit");
    const std::string t = R"({"dtype":"U8","shape":[0],"data_offsets":[0,0]})";
    EXPECT_EQ(headerRule("{\"" + std::string(512, 'n') + "\":" + t + "}"), "accepted");
    const auto longName = header("{\"" + std::string(513, 'n') + "\":" + t + "}");
    ASSERT_FALSE(longName.ok());
    EXPECT_EQ(longName.error().args().at("limit"), "name");
    EXPECT_LT(longName.error().args().at("tensor").size(), 80U);
    EXPECT_EQ(headerRule(R"({"t":{"x":[[[[[[1]]]]]],)" + t.substr(1) + "}"), "accepted");
    EXPECT_EQ(headerRule(R"({"t":{"x":[[[[[[[1]]]]]]],)" + t.substr(1) + "}"), "limit");
    std::string many = "{";
    for (int i = 0; i <= 200'000; ++i) many += (i ? ",\"" : "\"") + std::to_string(i) + "\":" + t;
    EXPECT_EQ(headerRule(many + "}"), "limit");
}

TEST_F(SafetensorsTest, ForeignFilesAreNamed) {
    const auto code = [&](std::string_view bytes) {
        return opened(std::string(bytes) + std::string(64, 'x')).error();
    };
    EXPECT_TRUE(code("\x89PNG\r\n\x1A\n").is(kNotSafetensors));
    EXPECT_TRUE(code(std::string_view("PK\x03\x04\x00\x00\x08\x08", 8)).is(kRenamedPickle));
    EXPECT_TRUE(code("\x80\x02}q\x01(X\x0A").is(kRenamedPickle));
    EXPECT_TRUE(code("<!DOCTYPE html>").is(kIsWebPage));
    EXPECT_TRUE(code("<html><body>").is(kIsWebPage));
    EXPECT_TRUE(code("version https://git-lfs").is(kIsWebPage));
    EXPECT_TRUE(code("{\"error\":\"login\"}").is(kIsWebPage));
    EXPECT_TRUE(code("GGUF\x03\x01\x01\x01").is(kNotSafetensors));
    EXPECT_TRUE(SafetensorsFile::open(folder_ / "none").error().is(kFileNotFound));
    EXPECT_TRUE(SafetensorsFile::open(folder_).error().is(kFileIsFolder));
}

// Comfy-Org/ComfyUI#3225, Akegarasu/lora-scripts#276, bmaltais/kohya_ss#1973: a file that was cut off is an
// incomplete download of so many bytes (report 41).
TEST_F(SafetensorsTest, TruncatedAnywhereIsRefused) {
    const std::string whole = fileBytes(
        R"({"a":{"dtype":"F16","shape":[3],"data_offsets":[0,6]},"b":{"dtype":"U8","shape":[5],"data_offsets":[6,11]}})",
        11);
    ASSERT_EQ(rule(whole), "accepted");
    for (std::size_t size = 0; size < whole.size(); ++size) {
        const std::string got = rule(whole.substr(0, size));
        EXPECT_EQ(got, size < 8 ? "V1" : size < whole.size() - 11 ? "V3" : "V11") << size;
    }
    const auto cut = opened(whole.substr(0, whole.size() - 2));
    EXPECT_TRUE(cut.error().is(kFileIncomplete));
    EXPECT_EQ(cut.error().args().at("bytes"), std::to_string(whole.size() - 2));
    EXPECT_EQ(cut.error().args().at("expected"), std::to_string(whole.size()));
    EXPECT_TRUE(opened(whole + "x").error().is(kTrailingBytes));
}

TEST_F(SafetensorsTest, TensorsMayStartAtAnyByte) {
    std::string bytes = fileBytes(
        R"({"odd":{"dtype":"F16","shape":[2],"data_offsets":[1,5]},"one":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}})",
        0);
    bytes += std::string("\x07\x00\x3C\x00\xC0", 5);
    const auto file = opened(bytes);
    ASSERT_TRUE(file.ok());
    const TensorEntry* odd = file->find("odd");
    ASSERT_NE(odd, nullptr);
    float values[2] = {};
    decodeToFloat(odd->dtype, file->bytes(*odd), values);
    EXPECT_EQ(values[0], 1.0F);
    EXPECT_EQ(values[1], -2.0F);
    EXPECT_EQ(file->find("on"), nullptr);
}

TEST_F(SafetensorsTest, WriterSortsAlignsAndRoundTrips) {
    const std::vector<LooseTensor> tensors{{{"b", Dtype::F16, {3}}, "uvwxyz"},
                                           {{"scalar", Dtype::F32, {}}, "abcd"},
                                           {{"v_pred", Dtype::F32, {0}}, ""},
                                           {{"名", Dtype::U8, {1}}, "!"},
                                           {{"a", Dtype::F16, {1, 2}}, "1234"}};
    const fs::path path = folder_ / "w.safetensors";
    putTensors(path, tensors, {{"format", "pt"}, {"quote", "\"\\\n"}});
    const std::string bytes = os::readFile(path).value();
    std::uint64_t length = 0;
    std::memcpy(&length, bytes.data(), sizeof(length));
    EXPECT_EQ(length % 8, 0U);
    EXPECT_EQ(bytes[8], '{');
    EXPECT_EQ(bytes.substr(8 + length), "abcd1234uvwxyz!");
    const auto file = SafetensorsFile::open(path);
    ASSERT_TRUE(file.ok());
    EXPECT_EQ(file->metadata().at("quote"), "\"\\\n");
    EXPECT_EQ(file->entries().size(), 5U);
    EXPECT_EQ(file->find("v_pred")->shape, std::vector<std::int64_t>{0});
    EXPECT_TRUE(file->find("scalar")->shape.empty());
    EXPECT_FALSE(fs::exists(folder_ / "w.safetensors.part"));
}

TEST_F(SafetensorsTest, FailedWriteKeepsTheOldFile) {
    const fs::path path = file("w.safetensors", "old");
    const auto write = [&](std::size_t bytes) {
        return writeSafetensors(
            path, {{"a", Dtype::U8, {4}}}, {},
            [&](const TensorSpec&, const ByteSink& sink) { return sink(std::vector<std::byte>(bytes)); });
    };
    EXPECT_FALSE(write(3).ok());
    EXPECT_FALSE(write(5).ok());
    EXPECT_FALSE(writeSafetensors(path, {{"a", Dtype::U8, {4}}}, {}, [](const auto&, const auto&) -> Status {
                     return Error(kCancelled);
                 }).ok());
    EXPECT_EQ(os::readFile(path).value(), "old");
    EXPECT_FALSE(fs::exists(folder_ / "w.safetensors.part"));
    EXPECT_TRUE(write(4).ok());
}

TEST_F(SafetensorsTest, AMappedFileSurvivesItsReplacement) {
    const fs::path path = folder_ / "w.safetensors";
    putTensors(path, {{{"a", Dtype::U8, {4}}, "old!"}});
    const auto before = SafetensorsFile::open(path);
    ASSERT_TRUE(before.ok());
    putTensors(path, {{{"a", Dtype::U8, {2}}, "ne"}});
    EXPECT_EQ(std::memcmp(before->bytes(*before->find("a")).data(), "old!", 4), 0);
}

}  // namespace
}  // namespace manju::weights

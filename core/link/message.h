// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "core/base/result.h"
#include "core/domain/step_job.h"

/// What engine and worker say to each other; one message a frame, as CBOR.
namespace manju::link {

inline constexpr int kProtocolVersion = 1;

/// The first message of both sides; the engine speaks first.
struct Hello {
    int protocol = kProtocolVersion;
    std::string build;
    std::int64_t epoch = 0;
    std::int64_t pid = 0;
    std::int64_t heartbeatMillis = 0;  ///< how often the engine wants a sign of life
    friend bool operator==(const Hello&, const Hello&) = default;
};

// Engine to worker.
struct StartStep {
    StepJob job;
    friend bool operator==(const StartStep&, const StartStep&) = default;
};
struct CancelStep {
    StepId step;
    friend bool operator==(const CancelStep&, const CancelStep&) = default;
};
struct StopWorker {
    friend bool operator==(const StopWorker&, const StopWorker&) = default;
};

// Worker to engine. Messages about a job carry the epoch of the job.
struct Heartbeat {
    friend bool operator==(const Heartbeat&, const Heartbeat&) = default;
};
struct StepMoved {
    std::int64_t epoch = 0;
    StepProgress progress;
    friend bool operator==(const StepMoved&, const StepMoved&) = default;
};
struct StepDone {
    std::int64_t epoch = 0;
    StepId step;
    StepResult result;
    friend bool operator==(const StepDone&, const StepDone&) = default;
};
struct StepRefused {
    std::int64_t epoch = 0;
    StepId step;
    Json error;  ///< see errorFromJson
    friend bool operator==(const StepRefused&, const StepRefused&) = default;
};

using Message =
    std::variant<Hello, StartStep, CancelStep, StopWorker, Heartbeat, StepMoved, StepDone, StepRefused>;

/// The frame of `message`, or kMessageInvalid if it is too large or a text in it is not UTF-8.
Result<std::string> encode(const Message& message);

/// Reads a payload that may hold anything: kMessageInvalid unless it is a message. Every text in the message
/// is UTF-8, progress is within its range, nesting is limited.
Result<Message> decode(std::string_view payload);

/// `error` as JSON whose texts are UTF-8, whatever a library wrote into its arguments.
Json errorToJson(const Error& error);

}  // namespace manju::link

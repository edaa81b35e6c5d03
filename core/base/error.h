// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace manju {

/// How an error is to be treated. The exit code of `manju` follows from it.
enum class ErrorKind {
    Failed,       ///< the work itself failed (exit 1)
    Usage,        ///< the call or an input file is wrong (exit 2)
    Attention,    ///< a person must decide (exit 3)
    Environment,  ///< disk, model, font, driver (exit 4)
    Cancelled,    ///< neither success nor failure (exit 1)
};

/// Names one error. Declared once per layer as a constant, e.g. in `core/story/errors.h`:
/// `inline constexpr ErrorCode kScriptEmpty{"MJ-STORY-01", ErrorKind::Usage};`
/// The sentences for it, in every language, are in `core/messages`.
struct ErrorCode {
    std::string_view id;
    ErrorKind kind = ErrorKind::Failed;
    friend bool operator==(const ErrorCode& a, const ErrorCode& b) { return a.id == b.id; }
};

/// Named values that a message's sentence refers to as `{name}`. Never user text, except file names,
/// names from the user's own data, numbers, and the wording of a library's error.
using MessageArgs = std::map<std::string, std::string>;

/// An expected failure. Immutable value; holds no user text.
class Error {
public:
    explicit Error(ErrorCode code, MessageArgs args = {})
        : id_(code.id), kind_(code.kind), args_(std::move(args)) {}

    [[nodiscard]] const std::string& id() const { return id_; }
    [[nodiscard]] ErrorKind kind() const { return kind_; }
    [[nodiscard]] const MessageArgs& args() const { return args_; }
    [[nodiscard]] const Error* cause() const { return cause_.get(); }
    [[nodiscard]] bool is(const ErrorCode& code) const { return id_ == code.id; }

    /// The same error with what led to it.
    [[nodiscard]] Error because(Error reason) const {
        Error copy = *this;
        copy.cause_ = std::make_shared<const Error>(std::move(reason));
        return copy;
    }

    /// Rebuilds an error that came from another process or from the database.
    static Error restored(std::string errorId, ErrorKind errorKind, MessageArgs errorArgs) {
        Error error(ErrorCode{}, std::move(errorArgs));
        error.id_ = std::move(errorId);
        error.kind_ = errorKind;
        return error;
    }

    /// `MJ-X-01 file=a.txt bytes=3`: for logs and test output, never for a user.
    [[nodiscard]] std::string debugText() const;

private:
    std::string id_;
    ErrorKind kind_;
    MessageArgs args_;
    std::shared_ptr<const Error> cause_;
};

}  // namespace manju

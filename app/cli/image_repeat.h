// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/cli/commands.h"
#include "core/base/result.h"
#include "core/png/recipe.h"

namespace manju::cli {

/// `manju image --from`: a picture that is drawn again, with the options given beside it in place of its own
/// settings. To be called in the order of the functions.
class Repeat {
public:
    /// Reads the picture's recipe and puts into `options` whatever was not given; files come with the other
    /// functions. An error if one has to be given and is not.
    static Result<Repeat> begin(ImageOptions& options);

    /// After the given files: puts the LoRAs, found below options.loraFolder, into the spec and their paths
    /// into `files`, unless --lora or a tag of --prompt took their place. A start picture, mask or network of
    /// another hash than the recipe's is noted.
    Status findFiles(ImageOptions& options, std::map<std::string, std::string>& files);

    /// The identity of options.checkpoint, which must be the model of the recipe. Reads the whole file,
    /// unless its size shows already that it is another.
    Result<std::string> checkpoint(const ImageOptions& options);

    /// What is not repeated as it was.
    [[nodiscard]] const std::vector<Error>& notes() const { return notes_; }

private:
    explicit Repeat(png::Recipe recipe) : recipe_(std::move(recipe)) {}
    void takeOver(ImageOptions& options) const;
    Status requireFiles(ImageOptions& options) const;
    [[nodiscard]] Error otherModel(const std::string& given) const;

    png::Recipe recipe_;
    std::vector<Error> notes_;
};

}  // namespace manju::cli

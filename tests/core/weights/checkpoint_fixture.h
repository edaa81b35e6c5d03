// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <functional>

#include "core/base/json.h"
#include "core/base/os/file.h"
#include "core/weights/architecture.h"
#include "core/weights/checkpoint.h"
#include "synthetic.h"
#include "tests/support/make_checkpoint/make_checkpoint.h"

namespace manju::weights {

namespace fs = std::filesystem;
using testing::SyntheticTensor;

inline constexpr std::uint64_t kSeed = 11;

class CheckpointTest : public WeightsTest {
protected:
    fs::path made(const std::string& name, bool folder, SdxlShape shape = miniShape(),
                  std::uint64_t seed = kSeed) const {
        testing::CheckpointRecipe recipe;
        recipe.shape = std::move(shape);
        recipe.folder = folder;
        recipe.seed = seed;
        recipe.out = folder_ / name;
        const Status written = testing::makeCheckpoint(recipe);
        EXPECT_TRUE(written.ok());
        return recipe.out;
    }
    fs::path single(SdxlShape shape = miniShape()) const {
        return made("m.safetensors", false, std::move(shape));
    }

    /// The single file with its tensors changed by `edit`, opened.
    Result<Checkpoint> edited(const std::function<void(std::vector<LooseTensor>&)>& edit,
                              const Metadata& metadata = {}) const {
        auto tensors = takeTensors(single());
        edit(tensors);
        putTensors(folder_ / "e.safetensors", tensors, metadata);
        return Checkpoint::open(folder_ / "e.safetensors");
    }
    /// A folder whose file `relative` was changed by `edit`, opened.
    Result<Checkpoint> reconfigured(const std::string& relative,
                                    const std::function<void(Json&)>& edit) const {
        const fs::path folder = made("f", true);
        Json config = parseJson(os::readFile(folder / relative).value(), relative).value();
        edit(config);
        EXPECT_TRUE(os::writeFile(folder / relative, config.dump()).ok());
        return Checkpoint::open(folder);
    }
};

inline void dropStarting(std::vector<LooseTensor>& tensors, std::string_view start) {
    std::erase_if(tensors, [&](const LooseTensor& t) { return t.spec.name.starts_with(start); });
}

inline LooseTensor& named(std::vector<LooseTensor>& tensors, std::string_view name) {
    const auto at =
        std::find_if(tensors.begin(), tensors.end(), [&](const auto& t) { return t.spec.name == name; });
    EXPECT_NE(at, tensors.end()) << name;
    return *at;
}

inline void renameStart(std::vector<LooseTensor>& tensors, const std::string& from, const std::string& to) {
    std::size_t renamed = 0;
    for (LooseTensor& tensor : tensors)
        if (tensor.spec.name.starts_with(from)) tensor.spec.name.replace(0, from.size(), to), ++renamed;
    EXPECT_GT(renamed, 0U) << from;
}

inline LooseTensor marker(const std::string& name) {
    return {{name, Dtype::F32, {0}}, ""};
}

/// Every tensor of the component has the values that the generator's formula gives for its diffusers name.
inline void expectValues(const Checkpoint& checkpoint, Component component, std::uint64_t seed) {
    for (const NamedShape& wanted : tensorsOf(component, checkpoint.shape())) {
        const auto view = checkpoint.tensor(component, wanted.name);
        ASSERT_TRUE(view.ok()) << view.error().debugText();
        ASSERT_EQ(view->shape.size(), wanted.shape.size()) << wanted.name;
        std::vector<float> values(static_cast<std::size_t>(elementCount(wanted.shape)));
        decodeToFloat(view->dtype, view->bytes, values);
        const SyntheticTensor reference(component, wanted, seed);
        const auto columns = static_cast<std::size_t>(wanted.shape.back());
        const std::size_t rows = values.size() / columns;
        for (std::size_t i = 0; i < values.size(); ++i) {
            const std::size_t at = view->transposed ? i % columns * rows + i / columns : i;
            ASSERT_EQ(values[at], reference.at(i)) << wanted.name << " " << i;
        }
    }
}

/// Every tensor of the checkpoint has the values that the generator's formula gives for its diffusers name.
inline void expectAllValues(const Checkpoint& checkpoint) {
    for (const Component component : kComponents) expectValues(checkpoint, component, kSeed);
}

}  // namespace manju::weights

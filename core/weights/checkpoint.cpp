// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/weights/checkpoint.h"

#include <algorithm>

#include "core/weights/architecture.h"
#include "core/weights/detail/component_files.h"
#include "core/weights/detail/shape_reader.h"
#include "core/weights/detail/tensor_index.h"
#include "core/weights/errors.h"
#include "core/weights/file_kind.h"

namespace manju::weights {

namespace fs = std::filesystem;
using detail::ComponentTensors;
using detail::LocatedTensor;
using detail::TensorIndex;

struct Checkpoint::State {
    TensorIndex index;
    SdxlShape shape;
    std::string variant;
};

namespace {

std::string shapeText(const std::vector<std::int64_t>& shape) {
    std::string text;
    for (const std::int64_t size : shape) text += (text.empty() ? "" : "×") + std::to_string(size);
    return text;
}

/// Weights of 8 bits whose scale lies in a tensor of its own would come out wrong without it.
Status refuseScaledWeights(const TensorIndex& index) {
    for (const auto& file : index.files)
        for (const TensorEntry& entry : file->entries())
            for (const std::string_view end :
                 {"scaled_fp8", ".scale_weight", ".weight_scale", ".weight_scale_2", ".scale_input",
                  ".input_scale", ".comfy_quant"})
                if (std::string_view(entry.name).ends_with(end))
                    return Error(kScaledFp8, {{"file", file->path().string()}, {"tensor", entry.name}});
    return Done{};
}

/// Convolutions of one pixel that serve as linear layers lose their two last sizes.
void dropUnitSizes(LocatedTensor& located, std::size_t rank) {
    while (located.shape.size() > rank && located.shape.back() == 1) located.shape.pop_back();
}

/// Compares a component with what it must have; what it has beyond goes to the unexpected names.
Status checkComponent(TensorIndex& index, Component component, const SdxlShape& shape) {
    ComponentTensors wanted;
    ComponentTensors& found = index.of(component);
    std::string firstMissing;
    std::size_t missing = 0;
    for (const NamedShape& tensor : tensorsOf(component, shape)) {
        const auto at = found.find(tensor.name);
        if (at == found.end()) {
            if (missing++ == 0) firstMissing = tensor.name;
            continue;
        }
        auto node = found.extract(at);
        LocatedTensor& located = node.mapped();
        if (tensor.shape.size() == 2) dropUnitSizes(located, 2);
        std::vector<std::int64_t> stored = located.shape;
        if (located.transposed) std::reverse(stored.begin(), stored.end());
        const std::string file = located.file->path().string();
        if (stored != tensor.shape)
            return Error(kTensorShape, {{"file", file},
                                        {"tensor", located.entry->name},
                                        {"shape", shapeText(located.entry->shape)},
                                        {"expected", shapeText(tensor.shape)}});
        if (!isDecodable(located.entry->dtype))
            return Error(kDtypeUnsupported, {{"file", file},
                                             {"tensor", located.entry->name},
                                             {"dtype", std::string(name(located.entry->dtype))}});
        wanted.insert(std::move(node));
    }
    if (missing > 0)
        return Error(kTensorsMissing, {{"file", index.place(component)},
                                       {"component", std::string(folderName(component))},
                                       {"count", std::to_string(missing)},
                                       {"tensor", firstMissing}});
    for (const auto& [unexpected, located] : found)
        index.unexpected.push_back(std::string(folderName(component)) + "." + unexpected);
    found = std::move(wanted);
    return Done{};
}

Result<TensorIndex> indexBase(const CheckpointFiles& files) {
    const fs::path& path = files.checkpoint;
    std::error_code ignored;
    const bool ownVae = files.vae.empty();
    const detail::FolderParts parts{ownVae, files.textEncoders.empty()};
    if (fs::is_directory(path, ignored)) return detail::indexFolder(path, parts);
    if (path.filename() == "model_index.json")
        return detail::indexFolder(fs::absolute(path).parent_path(), parts);
    MANJU_TRY(SafetensorsFile file, SafetensorsFile::open(path));
    const FileKind kind = detectFileKind(file.entries());
    const Status accepted = acceptAsCheckpoint(kind, file);
    const bool unetWithOthers =
        !ownVae && !files.textEncoders.empty() && !accepted.ok() && accepted.error().is(kOnlyUnet);
    if (!accepted.ok() && !unetWithOthers) return accepted.error();
    return detail::indexSingleFile(std::move(file), unetWithOthers);
}

Result<TensorIndex> indexFiles(const CheckpointFiles& files) {
    MANJU_TRY(TensorIndex index, indexBase(files));
    for (const fs::path& encoder : files.textEncoders) MANJU_CHECK(detail::takeTextEncoders(index, encoder));
    if (!files.vae.empty()) MANJU_CHECK(detail::takeVae(index, files.vae));
    return index;
}

}  // namespace

Checkpoint::Checkpoint(std::unique_ptr<State> state) : state_(std::move(state)) {}
Checkpoint::Checkpoint(Checkpoint&&) noexcept = default;
Checkpoint& Checkpoint::operator=(Checkpoint&&) noexcept = default;
Checkpoint::~Checkpoint() = default;

Result<Checkpoint> Checkpoint::open(const CheckpointFiles& files) {
    auto state = std::make_unique<State>();
    MANJU_TRY(state->index, indexFiles(files));
    MANJU_CHECK(refuseScaledWeights(state->index));
    MANJU_TRY(state->shape, detail::readShape(state->index));
    for (const Component component : kComponents)
        MANJU_CHECK(checkComponent(state->index, component, state->shape));
    MANJU_CHECK(detail::readPrediction(state->index, state->shape));
    state->variant = detail::variantName(state->shape);
    return Checkpoint(std::move(state));
}

const SdxlShape& Checkpoint::shape() const {
    return state_->shape;
}
const fs::path& Checkpoint::path() const {
    return state_->index.path;
}
const std::string& Checkpoint::variant() const {
    return state_->variant;
}
bool Checkpoint::isFolder() const {
    return state_->index.folder;
}
const std::vector<std::string>& Checkpoint::unexpectedNames() const {
    return state_->index.unexpected;
}

Result<TensorView> Checkpoint::tensor(Component component, std::string_view name) const {
    const ComponentTensors& tensors = state_->index.of(component);
    const auto at = tensors.find(name);
    if (at == tensors.end())
        return Error(kTensorMissing,
                     {{"file", state_->index.place(component)}, {"tensor", std::string(name)}});
    const LocatedTensor& located = at->second;
    const auto stored = located.file->bytes(*located.entry);
    const std::size_t size = stored.size() / static_cast<std::size_t>(located.parts);
    return TensorView{located.entry->dtype, located.shape,
                      stored.subspan(size * static_cast<std::size_t>(located.part), size),
                      located.transposed};
}

std::vector<std::string> Checkpoint::names(Component component) const {
    std::vector<std::string> names;
    for (const auto& [name, located] : state_->index.of(component)) names.push_back(name);
    return names;
}

const std::vector<NamedFile>& Checkpoint::files() const {
    return state_->index.allFiles;
}

}  // namespace manju::weights

// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/weights/detail/component_files.h"

#include <algorithm>
#include <utility>

#include "core/weights/errors.h"
#include "core/weights/file_kind.h"
#include "core/weights/key_map.h"

namespace manju::weights::detail {
namespace {

namespace fs = std::filesystem;

/// A component's tensors, found but not yet in the index.
struct Found {
    ComponentTensors tensors;
    std::vector<std::string> unexpected;
};

std::string folderText(Component component) {
    return std::string(folderName(component));
}

Error holdsNone(const SafetensorsFile& file, std::string_view wanted) {
    const FileKind kind = detectFileKind(file.entries());
    return Error(kComponentMissing, {{"file", file.path().string()},
                                     {"component", std::string(wanted)},
                                     {"kind", std::string(name(kind.role))}});
}

/// Another family's checkpoint has parts of the same form, trained for something else.
Status refuseOtherFamilies(const FileKind& kind, const SafetensorsFile& file) {
    if (kind.role != FileRole::Checkpoint || kind.family == "SDXL") return Done{};
    return Error(kOtherFamily,
                 {{"file", file.path().string()}, {"family", kind.family.empty() ? "?" : kind.family}});
}

/// The tensors of `component`; names without the prefix of a component are taken for its own if `bare`.
Found tensorsOf(const SafetensorsFile& file, Component component, bool bare) {
    constexpr std::string_view kPrefix = "first_stage_model.";
    std::vector<std::string> prefixed;
    for (const TensorEntry& entry : file.entries())
        prefixed.push_back(bare ? std::string(kPrefix) + entry.name : entry.name);
    const KeyLayout layout = detectKeyLayout({prefixed.begin(), prefixed.end()});
    Found found;
    for (const TensorEntry& entry : file.entries()) {
        if (isIgnoredName(entry.name)) continue;
        const auto split = splitSingleFileName(entry.name);
        if (!bare && (!split || split->first != component)) continue;
        const std::string_view rest = bare ? std::string_view(entry.name) : split->second;
        if (!enter(found.tensors, file, entry, toDiffusers(component, rest, layout)))
            found.unexpected.push_back(folderText(component) + "." + entry.name);
    }
    return found;
}

bool hasPrefixed(const SafetensorsFile& file, Component component) {
    return std::any_of(file.entries().begin(), file.entries().end(), [&](const TensorEntry& entry) {
        const auto split = splitSingleFileName(entry.name);
        return split && split->first == component;
    });
}

void put(TensorIndex& index, Component component, Found found, const fs::path& place) {
    index.of(component) = std::move(found.tensors);
    index.unexpected.insert(index.unexpected.end(), found.unexpected.begin(), found.unexpected.end());
    index.places[static_cast<std::size_t>(component)] = place;
    index.configs.erase(folderText(component) + "/config.json");
    // What it replaces is no part of the model any more.
    std::erase_if(index.allFiles,
                  [&](const NamedFile& file) { return file.name.starts_with(folderText(component) + "/"); });
}

void addFile(TensorIndex& index, const fs::path& path, const std::string& name) {
    index.allFiles.push_back({name, path});
}

Result<const SafetensorsFile*> open(TensorIndex& index, const fs::path& path) {
    MANJU_TRY(SafetensorsFile opened, SafetensorsFile::open(path));
    MANJU_CHECK(refuseOtherFamilies(detectFileKind(opened.entries()), opened));
    index.files.push_back(std::make_unique<SafetensorsFile>(std::move(opened)));
    return index.files.back().get();
}

/// The files of a folder that holds one component: the weights, and the configuration if there is one.
struct ComponentFolder {
    fs::path weights;
    fs::path config;  ///< empty: none
};

Result<ComponentFolder> componentFolder(const fs::path& folder, const std::string& stem,
                                        std::string_view wanted) {
    ComponentFolder found;
    std::error_code ignored;
    if (fs::exists(folder / "config.json", ignored)) found.config = folder / "config.json";
    for (const char* end : {".safetensors", ".fp16.safetensors"})
        if (found.weights.empty() && fs::exists(folder / (stem + end), ignored))
            found.weights = folder / (stem + end);
    if (!found.weights.empty()) return found;
    return Error(kComponentMissing,
                 {{"file", folder.string()}, {"component", std::string(wanted)}, {"kind", "folder"}});
}

Status readConfig(TensorIndex& index, Component component, const fs::path& path) {
    if (path.empty()) return Done{};
    MANJU_TRY(Json json, readJsonObject(path));
    index.configs.insert_or_assign(folderText(component) + "/config.json", ConfigFile{path, std::move(json)});
    addFile(index, path, folderText(component) + ":config.json");
    return Done{};
}

/// Encoder 2 has a projection and is the wider one; some files of encoder 1 carry a projection that it never
/// uses.
Component encoderOf(const TensorIndex& index, const SafetensorsFile& file, const Found& found) {
    const auto starts = [&](std::string_view start) {
        return std::any_of(file.entries().begin(), file.entries().end(),
                           [&](const TensorEntry& entry) { return entry.name.starts_with(start); });
    };
    if (starts("transformer.resblocks.")) return Component::TextEncoder2;
    if (!found.tensors.contains("text_projection.weight")) return Component::TextEncoder1;
    const auto tokens = found.tensors.find("text_model.embeddings.token_embedding.weight");
    const auto width = [](const LocatedTensor& tensor) {
        return tensor.shape.size() == 2 ? tensor.shape[1] : 0;
    };
    for (const auto& [name, tensor] : index.of(Component::Unet))
        if (name.ends_with("attn2.to_k.weight") && tokens != found.tensors.end())
            return 2 * width(tokens->second) > width(tensor) ? Component::TextEncoder2
                                                             : Component::TextEncoder1;
    return Component::TextEncoder2;
}

}  // namespace

Status takeVae(TensorIndex& index, const fs::path& given) {
    const fs::path path = fs::absolute(given).lexically_normal();
    ComponentFolder files{path, {}};
    std::error_code ignored;
    if (fs::is_directory(path / "vae", ignored)) return takeVae(index, path / "vae");  // of a whole model
    if (fs::is_directory(path, ignored)) {
        MANJU_TRY(files, componentFolder(path, "diffusion_pytorch_model", "vae"));
    }
    MANJU_TRY(const SafetensorsFile* file, open(index, files.weights));
    Found found = tensorsOf(*file, Component::Vae, !hasPrefixed(*file, Component::Vae));
    if (found.tensors.find("decoder.conv_in.weight") == found.tensors.end()) return holdsNone(*file, "vae");
    put(index, Component::Vae, std::move(found), path);
    addFile(index, files.weights, "vae:weights");
    return readConfig(index, Component::Vae, files.config);
}

Status takeTextEncoders(TensorIndex& index, const fs::path& given) {
    const fs::path path = fs::absolute(given).lexically_normal();
    ComponentFolder files{path, {}};
    std::error_code ignored;
    bool whole = false;
    for (const Component component : {Component::TextEncoder1, Component::TextEncoder2})
        if (const fs::path part = path / folderText(component); fs::is_directory(part, ignored)) {
            MANJU_CHECK(takeTextEncoders(index, part));
            whole = true;
        }
    if (whole) return Done{};
    if (fs::is_directory(path, ignored)) {
        MANJU_TRY(files, componentFolder(path, "model", "text_encoder"));
    }
    MANJU_TRY(const SafetensorsFile* file, open(index, files.weights));
    bool taken = false;
    for (const Component component : {Component::TextEncoder1, Component::TextEncoder2}) {
        if (!hasPrefixed(*file, component)) continue;
        put(index, component, tensorsOf(*file, component, false), path);
        addFile(index, files.weights, folderText(component) + ":weights");
        taken = true;
    }
    if (taken) return Done{};
    // Names of encoder 2 contain those of encoder 1.
    const Found found = tensorsOf(*file, Component::TextEncoder2, true);
    if (found.tensors.find("text_model.embeddings.token_embedding.weight") == found.tensors.end())
        return holdsNone(*file, "text_encoder");
    const Component component = encoderOf(index, *file, found);
    put(index, component, tensorsOf(*file, component, true), path);
    addFile(index, files.weights, folderText(component) + ":weights");
    return readConfig(index, component, files.config);
}

}  // namespace manju::weights::detail

// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/weights/detail/shape_reader.h"

#include <algorithm>
#include <string_view>

#include "core/weights/errors.h"
#include "core/weights/lora_base.h"

namespace manju::weights::detail {
namespace {

// Bounds far above every known model, so that a malicious file cannot make the list of tensors explode.
constexpr std::int64_t kMostWidth = 1 << 24;
constexpr int kMostBlocks = 8;
constexpr int kMostLayers = 8;
constexpr int kMostDepth = 64;
constexpr int kMostTextLayers = 128;

/// Reads sizes of one component.
class Sizes {
public:
    Sizes(const TensorIndex& index, Component component)
        : place_(index.place(component)), component_(component), tensors_(index.of(component)) {}

    /// Size number `axis` of a tensor in its diffusers layout; 0 if it is not there or absurd.
    [[nodiscard]] int size(std::string_view name, std::size_t axis) const {
        const auto at = tensors_.find(name);
        if (at == tensors_.end()) return 0;
        const auto& shape = at->second.shape;
        if (axis >= shape.size()) return 0;
        const std::int64_t value = shape[at->second.transposed ? shape.size() - 1 - axis : axis];
        return value <= kMostWidth ? static_cast<int>(value) : 0;
    }
    [[nodiscard]] bool has(std::string_view name) const { return tensors_.find(name) != tensors_.end(); }
    /// How many of `prefix` 0, 1, 2, ... `suffix` there are.
    [[nodiscard]] int count(const std::string& prefix, std::string_view suffix, int most) const {
        int number = 0;
        while (number < most && has(prefix + std::to_string(number) + std::string(suffix))) ++number;
        return number;
    }
    [[nodiscard]] Error missing(const std::string& name) const {
        return Error(kTensorsMissing, {{"file", place_},
                                       {"component", std::string(folderName(component_))},
                                       {"count", "1"},
                                       {"tensor", name}});
    }
    [[nodiscard]] Error wrong(const std::string& name, const std::string& expected) const {
        std::string shape;
        if (const auto at = tensors_.find(name); at != tensors_.end())
            for (const std::int64_t size : at->second.shape)
                shape += (shape.empty() ? "" : "×") + std::to_string(size);
        return Error(kTensorShape,
                     {{"file", place_}, {"tensor", name}, {"shape", shape}, {"expected", expected}});
    }

private:
    std::string place_;
    Component component_;
    const ComponentTensors& tensors_;
};

Result<SdxlShape::TextEncoder> readText(const TensorIndex& index, Component component) {
    const Sizes sizes(index, component);
    const bool first = component == Component::TextEncoder1;
    if (index.of(component).empty())
        return Error(kTextEncoderMissing,
                     {{"file", index.path.string()}, {"component", std::string(folderName(component))}});
    const std::string tokens = "text_model.embeddings.token_embedding.weight";
    const std::string layer = "text_model.encoder.layers.";
    SdxlShape::TextEncoder text;
    text.vocabulary = sizes.size(tokens, 0);
    text.width = sizes.size(tokens, 1);
    text.positions = sizes.size("text_model.embeddings.position_embedding.weight", 0);
    text.layers = sizes.count(layer, ".mlp.fc1.weight", kMostTextLayers);
    text.mlp = sizes.size(layer + "0.mlp.fc1.weight", 0);
    text.heads = std::max(1, text.width / 64);
    text.quickGelu = first;
    text.projection = first ? 0 : sizes.size("text_projection.weight", 0);
    if (text.width == 0) return sizes.missing(tokens);
    if (text.layers == 0) return sizes.missing(layer + "0.mlp.fc1.weight");
    if (!first && text.projection == 0) return sizes.missing("text_projection.weight");
    return text;
}

/// Depth of each transformer of a block with so many resnets.
std::vector<int> depthsOf(const Sizes& sizes, const std::string& block, int resnets) {
    std::vector<int> depths;
    for (int i = 0; i < resnets; ++i)
        depths.push_back(sizes.count(block + ".attentions." + std::to_string(i) + ".transformer_blocks.",
                                     ".norm1.weight", kMostDepth));
    return depths;
}

Result<SdxlShape::Unet> readUnet(const TensorIndex& index, int projection) {
    const Sizes sizes(index, Component::Unet);
    if (index.of(Component::Unet).empty()) return Error(kUnetMissing, {{"file", index.path.string()}});
    SdxlShape::Unet unet;
    unet.inChannels = sizes.size("conv_in.weight", 1);
    unet.outChannels = sizes.size("conv_out.weight", 0);
    unet.addInputWidth = sizes.size("add_embedding.linear_1.weight", 1);
    for (const char* name : {"conv_in.weight", "conv_out.weight", "add_embedding.linear_1.weight"})
        if (!sizes.has(name)) return sizes.missing(name);
    const int blocks = sizes.count("down_blocks.", ".resnets.0.conv1.weight", kMostBlocks);
    if (blocks == 0) return sizes.missing("down_blocks.0.resnets.0.conv1.weight");
    unet.layersPerBlock = sizes.count("down_blocks.0.resnets.", ".conv1.weight", kMostLayers);
    for (int i = 0; i < blocks; ++i) {
        const std::string block = "down_blocks." + std::to_string(i);
        const int width = sizes.size(block + ".resnets.0.conv1.weight", 0);
        unet.blockChannels.push_back(width);
        unet.headsPerBlock.push_back(std::max(1, width / 64));
        unet.downDepth.push_back(depthsOf(sizes, block, unet.layersPerBlock));
        unet.upDepth.push_back(depthsOf(sizes, "up_blocks." + std::to_string(i), unet.layersPerBlock + 1));
        const int context = sizes.size(block + ".attentions.0.transformer_blocks.0.attn2.to_k.weight", 1);
        if (unet.contextWidth == 0) unet.contextWidth = context;
    }
    unet.midDepth = sizes.count("mid_block.attentions.0.transformer_blocks.", ".norm1.weight", kMostDepth);
    unet.midResnets = sizes.count("mid_block.resnets.", ".conv1.weight", 2);
    if (unet.midDepth > 0 && unet.midResnets < 2)
        return sizes.missing("mid_block.resnets." + std::to_string(unet.midResnets) + ".conv1.weight");
    unet.addTimeWidth = (unet.addInputWidth - projection) / 6;
    if (unet.addTimeWidth <= 0 || projection + 6 * unet.addTimeWidth != unet.addInputWidth)
        return sizes.wrong("add_embedding.linear_1.weight", "… × (" + std::to_string(projection) + " + 6 n)");
    constexpr int kPlain = 4;
    constexpr int kInpaint = 9;  // with the mask and the picture below it
    if (unet.inChannels != kPlain && unet.inChannels != kInpaint)
        return Error(kIsEditModel,
                     {{"file", index.path.string()}, {"channels", std::to_string(unet.inChannels)}});
    return unet;
}

Result<SdxlShape::Vae> readVae(const TensorIndex& index) {
    const Sizes sizes(index, Component::Vae);
    if (index.of(Component::Vae).empty()) return Error(kVaeMissing, {{"file", index.path.string()}});
    SdxlShape::Vae vae;
    vae.latentChannels = sizes.size("decoder.conv_in.weight", 1);
    if (vae.latentChannels == 0) return sizes.missing("decoder.conv_in.weight");
    const int blocks = sizes.count("encoder.down_blocks.", ".resnets.0.conv1.weight", kMostBlocks);
    if (blocks == 0) return sizes.missing("encoder.down_blocks.0.resnets.0.conv1.weight");
    vae.layersPerBlock = sizes.count("encoder.down_blocks.0.resnets.", ".conv1.weight", kMostLayers);
    for (int i = 0; i < blocks; ++i)
        vae.blockChannels.push_back(
            sizes.size("encoder.down_blocks." + std::to_string(i) + ".resnets.0.conv1.weight", 0));
    return vae;
}

/// The config files of a folder.
class Configs {
public:
    explicit Configs(const TensorIndex& index) : index_(index) {}

    [[nodiscard]] Error invalid(const std::string& file, const std::string& key) const {
        const auto config = index_.configs.find(file);
        return jsonError((config == index_.configs.end() ? index_.path / file : config->second.path).string(),
                         key);
    }
    /// The value at `key`, or null where file, key or value are absent.
    [[nodiscard]] Json value(const std::string& file, const std::string& key) const {
        const auto config = index_.configs.find(file);
        if (config == index_.configs.end()) return nullptr;
        const auto at = config->second.json.find(key);
        return at == config->second.json.end() ? Json() : *at;
    }
    template <class T>
    Status read(const std::string& file, const std::string& key, T& into) const {
        const Json found = value(file, key);
        if (found.is_null()) return Done{};
        if constexpr (std::is_same_v<T, bool>) {
            if (!found.is_boolean()) return invalid(file, key);
        } else if constexpr (std::is_integral_v<T>) {
            if (!found.is_number_integer() || found < 1 || found > kMostWidth) return invalid(file, key);
        } else if constexpr (std::is_floating_point_v<T>) {
            if (!found.is_number() || !(found > 0.0)) return invalid(file, key);
        } else if (!found.is_string()) {
            return invalid(file, key);
        }
        into = found.get<T>();
        return Done{};
    }

private:
    const TensorIndex& index_;
};

/// diffusers' `attention_head_dim` means the number of heads; `num_attention_heads` wins where it is set.
Status applyHeads(const Configs& configs, SdxlShape::Unet& unet) {
    const std::string file = "unet/config.json";
    for (const char* key : {"attention_head_dim", "num_attention_heads"}) {
        const Json found = configs.value(file, key);
        if (found.is_null()) continue;
        for (std::size_t i = 0; i < unet.headsPerBlock.size(); ++i) {
            const Json& heads = found.is_array() && i < found.size() ? found[i] : found;
            if (!heads.is_number_integer() || heads < 1 || heads > unet.blockChannels[i] ||
                unet.blockChannels[i] % heads.get<int>() != 0)
                return configs.invalid(file, key);
            unet.headsPerBlock[i] = heads.get<int>();
        }
    }
    return Done{};
}

Status applyConfigs(const TensorIndex& index, SdxlShape& shape) {
    const Configs configs(index);
    MANJU_CHECK(applyHeads(configs, shape.unet));
    MANJU_CHECK(configs.read("unet/config.json", "norm_num_groups", shape.unet.normGroups));
    int addTime = shape.unet.addTimeWidth;
    MANJU_CHECK(configs.read("unet/config.json", "addition_time_embed_dim", addTime));
    if (addTime != shape.unet.addTimeWidth)
        return configs.invalid("unet/config.json", "addition_time_embed_dim");
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
        SdxlShape::TextEncoder& text = shape.text[i];
        const std::string file = i == 0 ? "text_encoder/config.json" : "text_encoder_2/config.json";
        MANJU_CHECK(configs.read(file, "num_attention_heads", text.heads));
        if (text.width % text.heads != 0) return configs.invalid(file, "num_attention_heads");
        std::string activation = text.quickGelu ? "quick_gelu" : "gelu";
        MANJU_CHECK(configs.read(file, "hidden_act", activation));
        if (activation != "quick_gelu" && activation != "gelu") return configs.invalid(file, "hidden_act");
        text.quickGelu = activation == "quick_gelu";
    }
    bool upcast = true;
    MANJU_CHECK(configs.read("vae/config.json", "scaling_factor", shape.vae.scale));
    MANJU_CHECK(configs.read("vae/config.json", "norm_num_groups", shape.vae.normGroups));
    MANJU_CHECK(configs.read("vae/config.json", "force_upcast", upcast));
    shape.vae.fp16Safe = !upcast;
    MANJU_CHECK(
        configs.read("model_index.json", "force_zeros_for_empty_prompt", shape.forceZerosForEmptyPrompt));
    return Done{};
}

/// GroupNorm needs whole groups in every norm, which a config or a foreign width may not give.
Status checkGroups(const TensorIndex& index, const SdxlShape& shape) {
    const auto check = [&](Component component, const std::vector<int>& widths, int groups) -> Status {
        for (const int width : widths)
            if (width == 0 || width % groups != 0)
                return Sizes(index, component).wrong("conv_in.weight", "n × " + std::to_string(groups));
        return Done{};
    };
    MANJU_CHECK(check(Component::Unet, shape.unet.blockChannels, shape.unet.normGroups));
    return check(Component::Vae, shape.vae.blockChannels, shape.vae.normGroups);
}

Error unknownPrediction(const TensorIndex& index, const std::string& prediction) {
    return Error(kPredictionKind, {{"file", index.path.string()}, {"prediction", prediction}});
}

Status readFileMarkers(const TensorIndex& index, SdxlShape& shape) {
    const SafetensorsFile& file = *index.files.front();
    if (file.find("edm_mean") && file.find("edm_std"))
        return unknownPrediction(index, "EDM (Playground 2.5)");
    if (file.find("edm_vpred.sigma_max")) return unknownPrediction(index, "v-EDM (CosXL)");
    const auto declared = file.metadata().find("modelspec.prediction_type");
    const bool declaredV =
        declared != file.metadata().end() && (declared->second == "v" || declared->second == "v_prediction");
    if (file.find("v_pred") || declaredV) shape.prediction = Prediction::V;
    shape.zeroTerminalSnr = file.find("ztsnr") != nullptr;
    return Done{};
}

Status readScheduler(const TensorIndex& index, SdxlShape& shape) {
    const Configs configs(index);
    const std::string file = "scheduler/scheduler_config.json";
    std::string scheduler;
    std::string prediction = "epsilon";
    MANJU_CHECK(configs.read(file, "_class_name", scheduler));
    if (scheduler.starts_with("EDM") || !configs.value("vae/config.json", "latents_mean").is_null())
        return unknownPrediction(index, "EDM (Playground 2.5)");
    MANJU_CHECK(configs.read(file, "prediction_type", prediction));
    MANJU_CHECK(configs.read(file, "rescale_betas_zero_snr", shape.zeroTerminalSnr));
    if (prediction != "epsilon" && prediction != "v_prediction") return unknownPrediction(index, prediction);
    if (prediction == "v_prediction") shape.prediction = Prediction::V;
    return Done{};
}

/// The name of a model with these widths and depths.
std::string sizeName(const SdxlShape& shape) {
    const SdxlShape base = sdxlBaseShape();
    const bool sameWidths = shape.unet.blockChannels == base.unet.blockChannels &&
                            shape.unet.contextWidth == base.unet.contextWidth;
    if (sameWidths) {
        const std::string shortened = shortenedName(shape);
        return shortened.empty() ? "SDXL" : shortened;
    }
    return shape.unet.blockChannels.back() < base.unet.blockChannels.back() ? "SDXL (small)"
                                                                            : "SDXL (custom)";
}

}  // namespace

Result<SdxlShape> readShape(const TensorIndex& index) {
    SdxlShape shape;
    MANJU_TRY(shape.text[0], readText(index, Component::TextEncoder1));
    MANJU_TRY(shape.text[1], readText(index, Component::TextEncoder2));
    MANJU_TRY(shape.unet, readUnet(index, shape.text[1].projection));
    MANJU_TRY(shape.vae, readVae(index));
    if (shape.text[0].width + shape.text[1].width != shape.unet.contextWidth)
        return Sizes(index, Component::Unet)
            .wrong("down_blocks.1.attentions.0.transformer_blocks.0.attn2.to_k.weight",
                   "… × (" + std::to_string(shape.text[0].width) + " + " +
                       std::to_string(shape.text[1].width) + ")");
    MANJU_CHECK(applyConfigs(index, shape));
    MANJU_CHECK(checkGroups(index, shape));
    return shape;
}

Status readPrediction(const TensorIndex& index, SdxlShape& shape) {
    MANJU_CHECK(index.folder ? readScheduler(index, shape) : readFileMarkers(index, shape));
    if (shape.zeroTerminalSnr && shape.prediction == Prediction::Epsilon)
        return Error(kEpsilonZeroSnr, {{"file", index.path.string()}});
    return Done{};
}

std::string variantName(const SdxlShape& shape) {
    return sizeName(shape) + (shape.unet.inChannels == shape.vae.latentChannels ? "" : " inpainting");
}

}  // namespace manju::weights::detail

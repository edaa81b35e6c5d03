// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/weights/architecture.h"

#include <algorithm>
#include <utility>

namespace manju::weights {
namespace {

using Dims = std::vector<std::int64_t>;

/// Collects the tensors of one component.
class TensorList {
public:
    void add(std::string name, Dims shape) { list_.push_back({std::move(name), std::move(shape)}); }
    void weightAndBias(const std::string& name, Dims shape) {
        const std::int64_t rows = shape.front();
        add(name + ".weight", std::move(shape));
        add(name + ".bias", {rows});
    }
    void linear(const std::string& name, int out, int in) { weightAndBias(name, {out, in}); }
    void matrix(const std::string& name, int out, int in) { add(name + ".weight", {out, in}); }
    void conv(const std::string& name, int out, int in, int kernel) {
        weightAndBias(name, {out, in, kernel, kernel});
    }
    void norm(const std::string& name, int width) { weightAndBias(name, {width}); }
    /// `time` 0: without the time projection, as in the VAE.
    void resnet(const std::string& name, int in, int out, int time) {
        norm(name + ".norm1", in);
        conv(name + ".conv1", out, in, 3);
        if (time > 0) linear(name + ".time_emb_proj", out, time);
        norm(name + ".norm2", out);
        conv(name + ".conv2", out, out, 3);
        if (in != out) conv(name + ".conv_shortcut", out, in, 1);
    }
    [[nodiscard]] std::vector<NamedShape> take() { return std::move(list_); }

private:
    std::vector<NamedShape> list_;
};

std::string at(std::string_view prefix, std::size_t index) {
    return std::string(prefix) + std::to_string(index);
}

void addAttention(TensorList& list, const std::string& name, int width, int context) {
    list.matrix(name + ".to_q", width, width);
    list.matrix(name + ".to_k", width, context);
    list.matrix(name + ".to_v", width, context);
    list.linear(name + ".to_out.0", width, width);
}

void addTransformer(TensorList& list, const std::string& name, int width, int depth, int context) {
    list.norm(name + ".norm", width);
    list.linear(name + ".proj_in", width, width);
    for (int i = 0; i < depth; ++i) {
        const std::string block = name + ".transformer_blocks." + std::to_string(i);
        for (const char* norm : {".norm1", ".norm2", ".norm3"}) list.norm(block + norm, width);
        addAttention(list, block + ".attn1", width, width);
        addAttention(list, block + ".attn2", width, context);
        list.linear(block + ".ff.net.0.proj", 8 * width, width);
        list.linear(block + ".ff.net.2", width, 4 * width);
    }
    list.linear(name + ".proj_out", width, width);
}

void addUnetDown(TensorList& list, const SdxlShape::Unet& unet, int time) {
    const std::size_t blocks = unet.blockChannels.size();
    int previous = unet.blockChannels.front();
    for (std::size_t i = 0; i < blocks; ++i) {
        const std::string block = at("down_blocks.", i);
        const int width = unet.blockChannels[i];
        for (int l = 0; l < unet.layersPerBlock; ++l) {
            const auto layer = static_cast<std::size_t>(l);
            list.resnet(at(block + ".resnets.", layer), previous, width, time);
            if (const int depth = unet.downDepth[i][layer]; depth > 0)
                addTransformer(list, at(block + ".attentions.", layer), width, depth, unet.contextWidth);
            previous = width;
        }
        if (i + 1 < blocks) list.conv(block + ".downsamplers.0.conv", width, width, 3);
    }
}

void addUnetUp(TensorList& list, const SdxlShape::Unet& unet, int time) {
    const std::size_t blocks = unet.blockChannels.size();
    int previous = unet.blockChannels.back();
    for (std::size_t i = 0; i < blocks; ++i) {
        const std::size_t down = blocks - 1 - i;
        const std::string block = at("up_blocks.", i);
        const int width = unet.blockChannels[down];
        for (int l = 0; l <= unet.layersPerBlock; ++l) {
            const auto layer = static_cast<std::size_t>(l);
            // The last layer takes the skip that was made before the down block's first resnet.
            const int skip = l < unet.layersPerBlock ? width : unet.blockChannels[down > 0 ? down - 1 : 0];
            list.resnet(at(block + ".resnets.", layer), previous + skip, width, time);
            if (const int depth = unet.upDepth[i][layer]; depth > 0)
                addTransformer(list, at(block + ".attentions.", layer), width, depth, unet.contextWidth);
            previous = width;
        }
        if (i + 1 < blocks) list.conv(block + ".upsamplers.0.conv", width, width, 3);
    }
}

std::vector<NamedShape> unetTensors(const SdxlShape::Unet& unet) {
    TensorList list;
    const int first = unet.blockChannels.front();
    const int last = unet.blockChannels.back();
    const int time = 4 * first;
    list.conv("conv_in", first, unet.inChannels, 3);
    list.linear("time_embedding.linear_1", time, first);
    list.linear("time_embedding.linear_2", time, time);
    list.linear("add_embedding.linear_1", time, unet.addInputWidth);
    list.linear("add_embedding.linear_2", time, time);
    addUnetDown(list, unet, time);
    for (int i = 0; i < unet.midResnets; ++i)
        list.resnet("mid_block.resnets." + std::to_string(i), last, last, time);
    if (unet.midDepth > 0)
        addTransformer(list, "mid_block.attentions.0", last, unet.midDepth, unet.contextWidth);
    addUnetUp(list, unet, time);
    list.norm("conv_norm_out", first);
    list.conv("conv_out", unet.outChannels, first, 3);
    return list.take();
}

std::vector<NamedShape> textTensors(const SdxlShape::TextEncoder& text) {
    TensorList list;
    const int width = text.width;
    list.matrix("text_model.embeddings.token_embedding", text.vocabulary, width);
    list.matrix("text_model.embeddings.position_embedding", text.positions, width);
    for (int i = 0; i < text.layers; ++i) {
        const std::string layer = "text_model.encoder.layers." + std::to_string(i);
        for (const char* part :
             {".self_attn.q_proj", ".self_attn.k_proj", ".self_attn.v_proj", ".self_attn.out_proj"})
            list.linear(layer + part, width, width);
        list.norm(layer + ".layer_norm1", width);
        list.linear(layer + ".mlp.fc1", text.mlp, width);
        list.linear(layer + ".mlp.fc2", width, text.mlp);
        list.norm(layer + ".layer_norm2", width);
    }
    list.norm("text_model.final_layer_norm", width);
    if (text.projection > 0) list.matrix("text_projection", text.projection, width);
    return list.take();
}

void addVaeMiddle(TensorList& list, const std::string& name, int width) {
    list.resnet(name + ".resnets.0", width, width, 0);
    list.norm(name + ".attentions.0.group_norm", width);
    for (const char* part : {".to_q", ".to_k", ".to_v", ".to_out.0"})
        list.linear(name + ".attentions.0" + part, width, width);
    list.resnet(name + ".resnets.1", width, width, 0);
}

void addVaeEncoder(TensorList& list, const SdxlShape::Vae& vae) {
    const std::size_t blocks = vae.blockChannels.size();
    int previous = vae.blockChannels.front();
    list.conv("encoder.conv_in", previous, 3, 3);
    for (std::size_t i = 0; i < blocks; ++i) {
        const std::string block = at("encoder.down_blocks.", i);
        const int width = vae.blockChannels[i];
        for (int l = 0; l < vae.layersPerBlock; ++l) {
            list.resnet(at(block + ".resnets.", static_cast<std::size_t>(l)), previous, width, 0);
            previous = width;
        }
        if (i + 1 < blocks) list.conv(block + ".downsamplers.0.conv", width, width, 3);
    }
    addVaeMiddle(list, "encoder.mid_block", previous);
    list.norm("encoder.conv_norm_out", previous);
    list.conv("encoder.conv_out", 2 * vae.latentChannels, previous, 3);
}

void addVaeDecoder(TensorList& list, const SdxlShape::Vae& vae) {
    const std::size_t blocks = vae.blockChannels.size();
    int previous = vae.blockChannels.back();
    list.conv("decoder.conv_in", previous, vae.latentChannels, 3);
    addVaeMiddle(list, "decoder.mid_block", previous);
    for (std::size_t i = 0; i < blocks; ++i) {
        const std::string block = at("decoder.up_blocks.", i);
        const int width = vae.blockChannels[blocks - 1 - i];
        for (int l = 0; l <= vae.layersPerBlock; ++l) {
            list.resnet(at(block + ".resnets.", static_cast<std::size_t>(l)), previous, width, 0);
            previous = width;
        }
        if (i + 1 < blocks) list.conv(block + ".upsamplers.0.conv", width, width, 3);
    }
    list.norm("decoder.conv_norm_out", previous);
    list.conv("decoder.conv_out", 3, previous, 3);
}

std::vector<NamedShape> vaeTensors(const SdxlShape::Vae& vae) {
    TensorList list;
    addVaeEncoder(list, vae);
    addVaeDecoder(list, vae);
    list.conv("quant_conv", 2 * vae.latentChannels, 2 * vae.latentChannels, 1);
    list.conv("post_quant_conv", vae.latentChannels, vae.latentChannels, 1);
    return list.take();
}

}  // namespace

std::string_view folderName(Component component) {
    switch (component) {
        case Component::Unet:
            return "unet";
        case Component::TextEncoder1:
            return "text_encoder";
        case Component::TextEncoder2:
            return "text_encoder_2";
        case Component::Vae:
            break;
    }
    return "vae";
}

void setDepth(SdxlShape::Unet& unet, const std::vector<int>& depth) {
    const auto layers = static_cast<std::size_t>(unet.layersPerBlock);
    unet.downDepth.clear();
    unet.upDepth.clear();
    for (std::size_t b = 0; b < depth.size(); ++b) {
        unet.downDepth.emplace_back(layers, depth[b]);
        unet.upDepth.emplace_back(layers + 1, depth[depth.size() - 1 - b]);
    }
    unet.midDepth = depth.back();
}

SdxlShape sdxlBaseShape() {
    SdxlShape shape;
    shape.text[0] = {49408, 12, 768, 12, 3072, 77, true, 0};
    shape.text[1] = {49408, 32, 1280, 20, 5120, 77, false, 1280};
    shape.unet.blockChannels = {320, 640, 1280};
    setDepth(shape.unet, {0, 2, 10});
    shape.unet.headsPerBlock = {5, 10, 20};
    shape.unet.contextWidth = 2048;
    shape.unet.addInputWidth = 1280 + 6 * 256;
    shape.vae.blockChannels = {128, 256, 512, 512};
    return shape;
}

std::vector<NamedShape> tensorsOf(Component component, const SdxlShape& shape) {
    switch (component) {
        case Component::Unet:
            return unetTensors(shape.unet);
        case Component::TextEncoder1:
            return textTensors(shape.text[0]);
        case Component::TextEncoder2:
            return textTensors(shape.text[1]);
        case Component::Vae:
            break;
    }
    return vaeTensors(shape.vae);
}

std::int64_t elementCount(const std::vector<std::int64_t>& shape) {
    std::int64_t count = 1;
    for (const std::int64_t size : shape) count *= size;
    return count;
}

}  // namespace manju::weights

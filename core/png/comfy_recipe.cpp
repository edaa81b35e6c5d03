// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <set>

#include "core/base/json.h"
#include "core/png/errors.h"
#include "core/png/recipe.h"
#include "core/png/sampler_names.h"
#include "core/png/shallow_json.h"

namespace manju::png {
namespace {

constexpr std::array<std::string_view, 6> kDrawing{
    "CheckpointLoaderSimple", "CLIPTextEncode", "EmptyLatentImage", "LoraLoader", "KSampler", "VAEDecode"};
/// What takes the finished picture.
constexpr std::array<std::string_view, 2> kTaking{"SaveImage", "PreviewImage"};

constexpr int kModelOutput = 0;
constexpr int kClipOutput = 1;
constexpr int kVaeOutput = 2;
constexpr int kOnlyOutput = 0;

/// A node of the graph as it is executed: {"class_type": ..., "inputs": {name: value or [node, output]}}.
struct Node {
    std::string id;
    std::string type;
    Json inputs;
};

struct Link {
    std::string node;
    int output = 0;
    friend bool operator==(const Link&, const Link&) = default;
};

class ComfyRecipe {
public:
    explicit ComfyRecipe(const std::string& file) : file_(file) {}

    Result<Recipe> read(const Json& graph) {
        MANJU_CHECK(readNodes(graph));
        for (const std::string_view type : {"KSampler", "CheckpointLoaderSimple", "VAEDecode"}) {
            const std::size_t count = countOf(type);
            if (count != 1)
                return Error(
                    kGraphCount,
                    {{"file", file_}, {"node", std::string(type)}, {"count", std::to_string(count)}});
        }
        recipe_.spec.bundle = "comfy";
        recipe_.notes.push_back({Error(kForeignRecipe, {{"program", "ComfyUI"}}), ""});
        const Node& sampler = only("KSampler");
        MANJU_CHECK(readSampler(sampler));
        MANJU_CHECK(readModel(sampler));
        MANJU_CHECK(readPrompt(sampler, "positive", recipe_.spec.prompt));
        MANJU_CHECK(readPrompt(sampler, "negative", recipe_.spec.negative.emplace()));
        MANJU_CHECK(readSize(sampler));
        const Node& decoder = only("VAEDecode");
        MANJU_CHECK(expect(decoder, "samples", {sampler.id, kOnlyOutput}));
        MANJU_CHECK(expect(decoder, "vae", {only("CheckpointLoaderSimple").id, kVaeOutput}));
        return std::move(recipe_);
    }

private:
    Status readNodes(const Json& graph) {
        if (!graph.is_object() || graph.empty()) return Error(kNoRecipe, {{"file", file_}});
        for (const auto& [id, node] : graph.items()) {
            if (!node.is_object() || !node.contains("class_type") || !node.at("class_type").is_string())
                return Error(kNoRecipe, {{"file", file_}});
            const auto type = node.at("class_type").get<std::string>();
            const auto among = [&](const auto& types) {
                return std::find(types.begin(), types.end(), type) != types.end();
            };
            if (among(kTaking)) continue;
            if (!among(kDrawing)) return Error(kGraphNode, {{"file", file_}, {"node", type}});
            nodes_[id] = {id, type, node.value("inputs", Json::object())};
        }
        return Done{};
    }

    [[nodiscard]] std::size_t countOf(std::string_view type) const {
        return static_cast<std::size_t>(
            std::ranges::count_if(nodes_, [&](const auto& entry) { return entry.second.type == type; }));
    }
    /// Precondition: countOf(type) == 1.
    [[nodiscard]] const Node& only(std::string_view type) const {
        return std::ranges::find_if(nodes_, [&](const auto& entry) { return entry.second.type == type; })
            ->second;
    }
    [[nodiscard]] Error bad(const Node& node, const std::string& input) const {
        return Error(kGraphInput, {{"file", file_}, {"node", node.type}, {"input", input}});
    }

    template <class T>
    Status readValue(const Node& node, const std::string& input, T& value) const {
        if (!node.inputs.is_object() || !node.inputs.contains(input)) return bad(node, input);
        const Json& given = node.inputs.at(input);
        const bool fits = std::is_same_v<T, std::string> ? given.is_string()
                          : std::is_same_v<T, double>    ? given.is_number()
                                                         : given.is_number_integer();
        if (!fits) return bad(node, input);
        value = given.get<T>();
        return Done{};
    }
    Result<Link> linkOf(const Node& node, const std::string& input) const {
        if (!node.inputs.is_object() || !node.inputs.contains(input)) return bad(node, input);
        const Json& given = node.inputs.at(input);
        if (!given.is_array() || given.size() != 2 || !given[0].is_string() || !given[1].is_number_integer())
            return bad(node, input);
        return Link{given[0].get<std::string>(), given[1].get<int>()};
    }
    Status expect(const Node& node, const std::string& input, const Link& wanted) const {
        MANJU_TRY(const Link link, linkOf(node, input));
        return link == wanted ? Status(Done{}) : bad(node, input);
    }
    /// The node that an input comes from, if it is of `type`.
    Result<const Node*> source(const Node& node, const std::string& input, std::string_view type,
                               int output) const {
        MANJU_TRY(const Link link, linkOf(node, input));
        const auto found = nodes_.find(link.node);
        if (found == nodes_.end() || found->second.type != type || link.output != output)
            return bad(node, input);
        return &found->second;
    }

    Status readSampler(const Node& sampler) {
        ImageSpec& spec = recipe_.spec;
        std::uint64_t seed = 0;
        double denoise = 1;
        std::string method;
        std::string scheduler;
        MANJU_CHECK(readValue(sampler, "seed", seed));
        MANJU_CHECK(readValue(sampler, "steps", spec.steps));
        MANJU_CHECK(readValue(sampler, "cfg", spec.cfg));
        MANJU_CHECK(readValue(sampler, "sampler_name", method));
        MANJU_CHECK(readValue(sampler, "scheduler", scheduler));
        MANJU_CHECK(readValue(sampler, "denoise", denoise));
        if (denoise != 1) return bad(sampler, "denoise");
        spec.seed = static_cast<std::uint32_t>(seed);
        if (spec.seed != seed)
            note(Error(kSeedReduced, {{"seed", std::to_string(seed)}, {"used", std::to_string(spec.seed)}}),
                 "--seed");
        const SamplerMatch match = samplerOfComfy(method, scheduler);
        spec.sampler = match.ours;
        if (!match.methodKnown)
            note(Error(kSamplerUnknown, {{"sampler", method}, {"used", match.ours}}), "--sampler");
        else if (!match.scheduleKnown)
            note(
                Error(kSamplerReplaced, {{"sampler", method}, {"schedule", scheduler}, {"used", match.ours}}),
                "--sampler");
        return Done{};
    }

    /// From the sampler's model through the LoRAs to the checkpoint; the texts must come from the same end.
    Status readModel(const Node& sampler) {
        MANJU_TRY(Link model, linkOf(sampler, "model"));
        const Node* user = &sampler;
        std::set<std::string> passed;
        for (;;) {
            const auto found = nodes_.find(model.node);
            if (found == nodes_.end() || model.output != kModelOutput || !passed.insert(model.node).second)
                return bad(*user, "model");
            const Node& node = found->second;
            if (user == &sampler)
                clip_ = {node.id, kClipOutput};
            else
                MANJU_CHECK(expect(*user, "clip", {node.id, kClipOutput}));
            if (node.type == "CheckpointLoaderSimple")
                return readValue(node, "ckpt_name", recipe_.checkpoint.name);
            if (node.type != "LoraLoader") return bad(*user, "model");
            LoraSpec lora;
            FileMark mark;
            MANJU_CHECK(readValue(node, "lora_name", mark.name));
            MANJU_CHECK(readValue(node, "strength_model", lora.unet));
            MANJU_CHECK(readValue(node, "strength_clip", lora.text));
            recipe_.spec.loras.insert(recipe_.spec.loras.begin(), lora);
            recipe_.loras.insert(recipe_.loras.begin(), mark);
            MANJU_TRY(model, linkOf(node, "model"));
            user = &node;
        }
    }

    Status readPrompt(const Node& sampler, const std::string& input, std::string& text) {
        MANJU_TRY(const Node* node, source(sampler, input, "CLIPTextEncode", kOnlyOutput));
        MANJU_CHECK(expect(*node, "clip", clip_));
        return readValue(*node, "text", text);
    }

    Status readSize(const Node& sampler) {
        MANJU_TRY(const Node* latent, source(sampler, "latent_image", "EmptyLatentImage", kOnlyOutput));
        MANJU_CHECK(readValue(*latent, "width", recipe_.spec.width));
        MANJU_CHECK(readValue(*latent, "height", recipe_.spec.height));
        int batch = 1;
        MANJU_CHECK(readValue(*latent, "batch_size", batch));
        if (batch != 1) note(Error(kBatchPicture, {{"count", std::to_string(batch)}}));
        return Done{};
    }

    void note(Error message, std::string option = "") {
        recipe_.notes.push_back({std::move(message), std::move(option)});
    }

    const std::string& file_;
    std::map<std::string, Node> nodes_;
    Link clip_;
    Recipe recipe_;
};

}  // namespace

Result<Recipe> recipeOfComfy(const std::string& text, const std::string& file) {
    const Json graph = parseShallow(text);
    if (graph.is_discarded()) return Error(kNoRecipe, {{"file", file}});
    return ComfyRecipe(file).read(graph);
}

}  // namespace manju::png

// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/prompt/token_chunks.h"

#include <algorithm>

namespace manju::prompt {
namespace {

constexpr std::size_t kRoom = kTextPositions - 2;
constexpr std::int64_t kComma = 267;         // "," at the end of a word
constexpr std::size_t kCommaBacktrack = 20;  // A1111's default
constexpr std::size_t kLargeStretch = 8;     // ComfyUI's

struct WeightedToken {
    std::int64_t id = 0;
    float weight = 1;
};
using Tokens = std::vector<WeightedToken>;

struct Stretch {
    Tokens tokens;
    bool breakBefore = false;
};

/// Cuts after the last comma that is near enough to the end of a full chunk.
class CommaChunks {
public:
    std::vector<Tokens> cut(const std::vector<Stretch>& stretches) {
        for (const Stretch& stretch : stretches) {
            if (stretch.breakBefore) next();
            for (const WeightedToken& token : stretch.tokens) add(token);
        }
        if (!current_.empty() || chunks_.empty()) next();
        return std::move(chunks_);
    }

private:
    static constexpr std::size_t kNone = SIZE_MAX;

    void next() {
        chunks_.push_back(std::move(current_));
        current_.clear();
        lastComma_ = kNone;
    }
    void add(const WeightedToken& token) {
        if (token.id == kComma) {
            lastComma_ = current_.size();
        } else if (current_.size() == kRoom && lastComma_ != kNone &&
                   current_.size() - lastComma_ <= kCommaBacktrack) {
            const auto from = current_.begin() + static_cast<std::ptrdiff_t>(lastComma_) + 1;
            Tokens rest(from, current_.end());
            current_.erase(from, current_.end());
            next();
            current_ = std::move(rest);
        }
        if (current_.size() == kRoom) next();
        current_.push_back(token);
    }

    std::vector<Tokens> chunks_;
    Tokens current_;
    std::size_t lastComma_ = kNone;
};

std::vector<Tokens> cutAtStretches(const std::vector<Stretch>& stretches) {
    std::vector<Tokens> chunks(1);
    for (const Stretch& stretch : stretches) {
        if (stretch.breakBefore) chunks.emplace_back();
        const bool large = stretch.tokens.size() >= kLargeStretch;
        auto from = stretch.tokens.begin();
        while (from != stretch.tokens.end()) {
            const auto left = static_cast<std::size_t>(stretch.tokens.end() - from);
            const std::size_t room = kRoom - chunks.back().size();
            const std::size_t taken = left <= room ? left : large ? room : 0;
            chunks.back().insert(chunks.back().end(), from, from + static_cast<std::ptrdiff_t>(taken));
            from += static_cast<std::ptrdiff_t>(taken);
            if (from != stretch.tokens.end()) chunks.emplace_back();
        }
    }
    return chunks;
}

TokenChunk packed(const Tokens& tokens, std::size_t encoder) {
    TokenChunk chunk = emptyChunk(encoder);
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        chunk.ids[i + 1] = tokens[i].id;
        chunk.weights[i + 1] = tokens[i].weight;
    }
    chunk.ids[tokens.size() + 1] = kEndOfText;
    return chunk;
}

}  // namespace

TokenChunk emptyChunk(std::size_t encoder) {
    TokenChunk chunk;
    chunk.ids.fill(encoder == 0 ? kEndOfText : 0);
    chunk.ids[0] = kBeginOfText;
    chunk.ids[1] = kEndOfText;
    chunk.weights.fill(1);
    return chunk;
}

TokenizedPrompt tokenize(const ClipTokenizer& tokenizer, std::string_view prompt, const PromptRules& rules) {
    const std::vector<WeightedText> texts = parseWeights(prompt, rules.syntax, rules.breaks);
    TokenizedPrompt out;
    out.weighted =
        std::any_of(texts.begin(), texts.end(), [](const WeightedText& text) { return text.weight != 1; });
    for (std::size_t encoder = 0; encoder < 2; ++encoder) {
        std::vector<Stretch> stretches;
        for (const WeightedText& text : texts) {
            Stretch stretch{{}, text.breakBefore};
            for (const std::int64_t id :
                 tokenizer.tokens(text.text, encoder == 0 ? Exclamation::Sign : rules.exclamation))
                stretch.tokens.push_back({id, static_cast<float>(text.weight)});
            stretches.push_back(std::move(stretch));
        }
        std::vector<Tokens> chunks =
            rules.splitting == Splitting::Commas ? CommaChunks().cut(stretches) : cutAtStretches(stretches);
        if (rules.splitting == Splitting::Truncate && chunks.size() > 1) {
            std::vector<std::int64_t> lost;
            for (std::size_t i = 1; i < chunks.size(); ++i)
                for (const WeightedToken& token : chunks[i]) lost.push_back(token.id);
            const std::string text = tokenizer.text(lost);
            if (text.size() > out.cut.size()) out.cut = text;
            chunks.resize(1);
        }
        for (const Tokens& chunk : chunks) out.chunks[encoder].push_back(packed(chunk, encoder));
    }
    return out;
}

}  // namespace manju::prompt

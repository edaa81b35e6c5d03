// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/vram/span_map.h"

#include <algorithm>

#include "core/vram/require.h"

namespace manju::vram {
SpanIndex SpanMap::make(const Span& span) {
    SpanIndex index;
    if (unused_.empty()) {
        index = static_cast<SpanIndex>(spans_.size());
        spans_.push_back(span);
        tickets_.emplace_back();
        return index;
    }
    index = unused_.back();
    unused_.pop_back();
    const std::uint32_t generation = spans_[index].generation;
    spans_[index] = span;
    spans_[index].generation = generation;
    return index;
}

void SpanMap::drop(SpanIndex span) {
    ++spans_[span].generation;
    unused_.push_back(span);
}

void SpanMap::enlist(SpanIndex index) {
    Span& span = spans_[index];
    if (span.state != SpanState::Free) return;
    Bins& bins = bins_[span.keeper];
    const Bin bin = binOf(span.bytes);
    SpanIndex& head = bins.heads[static_cast<std::size_t>(bin.first)][static_cast<std::size_t>(bin.second)];
    span.binBefore = kNoSpan;
    span.binAfter = head;
    if (head != kNoSpan) spans_[head].binBefore = index;
    head = index;
    bins.seconds[static_cast<std::size_t>(bin.first)] |= 1u << bin.second;
    bins.firsts |= std::uint64_t{1} << bin.first;
}

void SpanMap::delist(SpanIndex index) {
    Span& span = spans_[index];
    if (span.state != SpanState::Free) return;
    if (span.binAfter != kNoSpan) spans_[span.binAfter].binBefore = span.binBefore;
    if (span.binBefore != kNoSpan) {
        spans_[span.binBefore].binAfter = span.binAfter;
        return;
    }
    Bins& bins = bins_[span.keeper];
    const Bin bin = binOf(span.bytes);
    const auto first = static_cast<std::size_t>(bin.first);
    bins.heads[first][static_cast<std::size_t>(bin.second)] = span.binAfter;
    if (span.binAfter != kNoSpan) return;
    bins.seconds[first] &= ~(1u << bin.second);
    if (bins.seconds[first] == 0) bins.firsts &= ~(std::uint64_t{1} << bin.first);
}

void SpanMap::enqueue(SpanIndex index) {
    Span& span = spans_[index];
    if (span.state != SpanState::Free || span.keeper == kReady) return;
    span.newer = kNoSpan;
    span.older = newest_[span.keeper];
    if (span.older != kNoSpan) spans_[span.older].newer = index;
    newest_[span.keeper] = index;
    if (oldest_[span.keeper] == kNoSpan) oldest_[span.keeper] = index;
}

void SpanMap::dequeue(SpanIndex index) {
    Span& span = spans_[index];
    if (span.state != SpanState::Free || span.keeper == kReady) return;
    (span.older != kNoSpan ? spans_[span.older].newer : oldest_[span.keeper]) = span.newer;
    (span.newer != kNoSpan ? spans_[span.newer].older : newest_[span.keeper]) = span.older;
    span.older = span.newer = kNoSpan;
}

void SpanMap::addWindow(Address start, std::uint64_t bytes) {
    Span hole;
    hole.start = start;
    hole.bytes = bytes;
    const SpanIndex span = make(hole);
    const auto gap = std::ranges::find(windows_, kNoSpan);
    spans_[span].window = static_cast<std::uint32_t>(gap - windows_.begin());
    if (gap == windows_.end())
        windows_.push_back(span);
    else
        *gap = span;
}

void SpanMap::removeWindow(std::uint32_t window) {
    const SpanIndex span = windows_[window];
    require(spans_[span].state == SpanState::Hole && spans_[span].after == kNoSpan, "a window in use goes");
    drop(span);
    windows_[window] = kNoSpan;
}

/// Cuts a span in two, both in the same state and in no list. Returns the second.
SpanIndex SpanMap::splitAfter(SpanIndex index, std::uint64_t bytes) {
    Span rest = spans_[index];
    rest.start += bytes;
    rest.bytes -= bytes;
    rest.before = index;
    const SpanIndex added = make(rest);
    if (rest.state == SpanState::Free && rest.keeper != kReady) tickets_[added] = tickets_[index];
    Span& span = spans_[index];
    span.bytes = bytes;
    span.after = added;
    if (rest.after != kNoSpan) spans_[rest.after].before = added;
    return added;
}

/// The part [start, start + bytes) of a span in no list, as a span of its own; what is left over on either
/// side is in the lists again.
SpanIndex SpanMap::cut(SpanIndex index, Address start, std::uint64_t bytes) {
    if (const std::uint64_t left = start - spans_[index].start; left > 0) {
        const SpanIndex right = splitAfter(index, left);
        enlist(index);
        enqueue(index);
        index = right;
    }
    if (spans_[index].bytes > bytes) {
        const SpanIndex right = splitAfter(index, bytes);
        enlist(right);
        enqueue(right);
    }
    return index;
}

bool SpanMap::areLike(SpanIndex a, SpanIndex b) const {
    const Span &first = spans_[a], &second = spans_[b];
    return first.state == second.state && first.state != SpanState::Live &&
           (first.state == SpanState::Hole || first.keeper == second.keeper);
}

/// Both in no list.
SpanIndex SpanMap::absorbNext(SpanIndex index) {
    Span& span = spans_[index];
    const SpanIndex next = span.after;
    const Span& absorbed = spans_[next];
    span.bytes += absorbed.bytes;
    if (span.state == SpanState::Free && span.keeper != kReady) tickets_[index].add(tickets_[next]);
    span.after = absorbed.after;
    if (span.after != kNoSpan) spans_[span.after].before = index;
    drop(next);
    return index;
}

/// Merges a span in no list with its like neighbours and puts it into the lists.
SpanIndex SpanMap::settle(SpanIndex index) {
    if (const SpanIndex next = spans_[index].after; next != kNoSpan && areLike(index, next)) {
        delist(next);
        dequeue(next);
        absorbNext(index);
    }
    if (const SpanIndex before = spans_[index].before; before != kNoSpan && areLike(index, before)) {
        delist(before);
        dequeue(before);
        index = absorbNext(before);
    }
    enlist(index);
    enqueue(index);
    return index;
}

/// Each part lies within one span of the first state (a free one is ready), and takes the second.
void SpanMap::turn(const std::vector<Part>& parts, SpanState from, SpanState to) {
    SpanIndex index = kNoSpan;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const Part& part = parts[i];
        if (i == 0 || parts[i - 1].window != part.window) index = windows_[part.window];
        while (spans_[index].start + spans_[index].bytes <= part.start) index = spans_[index].after;
        const Span& span = spans_[index];
        require(span.state == from && (from == SpanState::Hole || span.keeper == kReady) &&
                    part.start + part.bytes <= span.start + span.bytes,
                "memory comes or goes where it cannot");
        delist(index);
        index = cut(index, part.start, part.bytes);
        spans_[index].state = to;
        spans_[index].keeper = kReady;
        index = settle(index);
    }
}

void SpanMap::fill(const std::vector<Part>& parts) {
    turn(parts, SpanState::Hole, SpanState::Free);
}

void SpanMap::punch(const std::vector<Part>& parts) {
    turn(parts, SpanState::Free, SpanState::Hole);
}

SpanIndex SpanMap::find(Keeper keeper, std::uint64_t bytes) const {
    const Bins& bins = bins_[keeper];
    // Its own class holds the spans of just this size, which come and go most often, and smaller ones.
    const Bin own = binOf(bytes);
    SpanIndex best = kNoSpan;
    int looks = kLooks;
    for (SpanIndex index =
             bins.heads[static_cast<std::size_t>(own.first)][static_cast<std::size_t>(own.second)];
         index != kNoSpan && looks > 0; index = spans_[index].binAfter, --looks)
        if (spans_[index].bytes >= bytes && (best == kNoSpan || spans_[index].bytes < spans_[best].bytes))
            best = index;
    if (best != kNoSpan) return best;
    // Else the smallest class all of whose spans are large enough.
    auto first = static_cast<std::size_t>(own.first);
    std::uint32_t seconds = own.second + 1 < kSeconds ? bins.seconds[first] & (~0u << (own.second + 1)) : 0;
    if (seconds == 0) {
        const std::uint64_t firsts = bins.firsts & (~std::uint64_t{0} << (own.first + 1));
        if (firsts == 0) return kNoSpan;
        first = static_cast<std::size_t>(std::countr_zero(firsts));
        seconds = bins.seconds[first];
    }
    return bins.heads[first][static_cast<std::size_t>(std::countr_zero(seconds))];
}

SpanIndex SpanMap::take(SpanIndex index, std::uint64_t bytes, std::uint64_t tag) {
    delist(index);
    if (spans_[index].bytes > bytes) {
        // What is left waits in the same place of the queue: it has the same tickets.
        const SpanIndex rest = splitAfter(index, bytes);
        if (spans_[rest].keeper != kReady) {
            Span& queued = spans_[rest];
            (queued.older != kNoSpan ? spans_[queued.older].newer : oldest_[queued.keeper]) = rest;
            (queued.newer != kNoSpan ? spans_[queued.newer].older : newest_[queued.keeper]) = rest;
            spans_[index].older = spans_[index].newer = kNoSpan;
        }
        enlist(rest);
    } else {
        dequeue(index);
    }
    Span& span = spans_[index];
    span.state = SpanState::Live;
    span.tag = tag;
    return index;
}

void SpanMap::give(SpanIndex index, Keeper keeper, const Tickets& tickets) {
    Span& span = spans_[index];
    ++span.generation;
    span.state = SpanState::Free;
    span.keeper = keeper;
    if (keeper != kReady) tickets_[index] = tickets;
    settle(index);
}

void SpanMap::regard(SpanIndex index, Keeper keeper, const Tickets& tickets) {
    delist(index);
    dequeue(index);
    spans_[index].keeper = keeper;
    if (keeper != kReady) tickets_[index] = tickets;
    settle(index);
}

std::uint64_t SpanMap::largest(Keeper keeper) const {
    const Bins& bins = bins_[keeper];
    if (bins.firsts == 0) return 0;
    const auto first = static_cast<std::size_t>(std::bit_width(bins.firsts) - 1);
    const auto second = static_cast<std::size_t>(std::bit_width(bins.seconds[first]) - 1);
    std::uint64_t most = 0;
    for (SpanIndex index = bins.heads[first][second]; index != kNoSpan; index = spans_[index].binAfter)
        most = std::max(most, spans_[index].bytes);
    return most;
}

void SpanMap::validateWindow(SpanIndex first) const {
    require(spans_[first].before == kNoSpan, "a window begins in the middle");
    for (SpanIndex index = first; index != kNoSpan; index = spans_[index].after) {
        const Span& span = spans_[index];
        require(span.bytes > 0 && span.window == spans_[first].window,
                "an empty span, or one of another window");
        if (span.after == kNoSpan) continue;
        const Span& next = spans_[span.after];
        require(next.before == index && next.start == span.start + span.bytes, "a gap between spans");
        require(!areLike(index, span.after), "like neighbours are apart");
    }
}

void SpanMap::validate() const {
    std::size_t used = 0, listed = 0, queued = 0, free = 0, waiting = 0;
    for (const SpanIndex first : windows_) {
        if (first == kNoSpan) continue;
        validateWindow(first);
        for (SpanIndex index = first; index != kNoSpan; index = spans_[index].after) {
            ++used;
            const Span& span = spans_[index];
            free += span.state == SpanState::Free ? 1 : 0;
            waiting += span.state == SpanState::Free && span.keeper != kReady ? 1 : 0;
        }
    }
    require(used + unused_.size() == spans_.size(), "spans are lost");
    for (std::size_t keeper = 0; keeper < kKeepers; ++keeper) {
        for (std::size_t i = 0; i < kFirsts; ++i)
            for (std::size_t j = 0; j < kSeconds; ++j)
                for (SpanIndex index = bins_[keeper].heads[i][j]; index != kNoSpan;
                     index = spans_[index].binAfter, ++listed) {
                    const Bin bin = binOf(spans_[index].bytes);
                    require(spans_[index].state == SpanState::Free && spans_[index].keeper == keeper &&
                                bin.first == static_cast<int>(i) && bin.second == static_cast<int>(j),
                            "a span is in another's bin");
                }
        for (SpanIndex index = oldest_[keeper]; index != kNoSpan; index = spans_[index].newer) ++queued;
    }
    require(listed == free && queued == waiting, "lists and spans differ");
}

}  // namespace manju::vram

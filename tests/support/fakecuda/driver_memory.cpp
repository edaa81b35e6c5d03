// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fakecuda/machine.h"

namespace {

using namespace manju::fakecuda;
namespace cu = manju::gpu::cu;
using manju::gpu::Physical;

// A handle of memory names its card as well, since the driver's calls do not.
constexpr unsigned kCardShift = 48;

cu::MemoryHandle handleOf(std::size_t card, Physical memory) {
    return (cu::MemoryHandle{card} + 1) << kCardShift | static_cast<cu::MemoryHandle>(memory);
}

Physical memoryOf(cu::MemoryHandle handle) {
    return Physical(handle & ((cu::MemoryHandle{1} << kCardShift) - 1));
}

SimCard* cardOf(Machine& all, cu::MemoryHandle handle) {
    const std::size_t number = handle >> kCardShift;
    return number == 0 || number > all.cards.size() ? nullptr : &all.cards[number - 1];
}

bool has(const SimCard& card) {
    return card.made.virtualMemory != VirtualMemory::Absent;
}

bool isProper(const cu::AllocationProperties& properties) {
    return properties.type == cu::AllocationType::Pinned && properties.requestedHandleTypes == 0 &&
           properties.location.type == cu::LocationType::DeviceMemory && !properties.win32HandleMetadata;
}

/// On the card that owns the address, if it has virtual memory.
template <class Body>
Code atAddress(const char* name, cu::DevicePointer start, Body body) {
    return onMachine(name, [&](Machine& all) {
        SimCard* card = all.cardAt(start);
        if (!card) return Code::InvalidValue;
        if (!has(*card)) return Code::NotSupported;
        return body(all, *card);
    });
}

}  // namespace

extern "C" {

Code cuMemGetInfo_v2(std::size_t* free, std::size_t* total) {
    return inContext("cuMemGetInfo_v2", [&](Machine&, SimCard& card) {
        const auto info = card.memory->info();
        if (!info) return codeOf(info);
        *free = info->freeBytes;
        *total = info->totalBytes;
        return Code::Success;
    });
}

Code cuMemAlloc_v2(cu::DevicePointer* start, std::size_t bytes) {
    return inContext("cuMemAlloc_v2", [&](Machine& all, SimCard& card) {
        const std::size_t granule = card.memory->traits().granularity;
        const auto got = card.memory->allocate((bytes + granule - 1) / granule * granule);
        if (!got) return codeOf(got);
        all.cardOfAddress[*got] = static_cast<std::size_t>(&card - all.cards.data());
        *start = *got;
        return Code::Success;
    });
}

Code cuMemFree_v2(cu::DevicePointer start) {
    return onMachine("cuMemFree_v2", [&](Machine& all) {
        SimCard* card = all.cardAt(start);
        if (!card) return Code::InvalidValue;
        const auto given = card->memory->deallocate(start);
        if (given) all.cardOfAddress.erase(start);
        return codeOf(given);
    });
}

Code cuMemGetAllocationGranularity(std::size_t* bytes, const cu::AllocationProperties* properties,
                                   cu::Granularity which) {
    return onDevice("cuMemGetAllocationGranularity", properties->location.id, [&](SimCard& card) {
        if (!isProper(*properties) || which != cu::Granularity::Minimum) return Code::InvalidValue;
        if (!has(card)) return Code::NotSupported;
        *bytes = card.memory->traits().granularity;
        return Code::Success;
    });
}

Code cuMemAddressReserve(cu::DevicePointer* start, std::size_t bytes, std::size_t alignment,
                         cu::DevicePointer hint, unsigned long long flags) {
    return inContext("cuMemAddressReserve", [&](Machine& all, SimCard& card) {
        if (!has(card)) return Code::NotSupported;
        if (hint != 0 || flags != 0) return Code::InvalidValue;
        const auto got = card.memory->reserve(bytes, alignment);
        if (!got) return codeOf(got);
        all.cardOfAddress[*got] = static_cast<std::size_t>(&card - all.cards.data());
        *start = *got;
        return Code::Success;
    });
}

Code cuMemAddressFree(cu::DevicePointer start, std::size_t bytes) {
    return atAddress("cuMemAddressFree", start, [&](Machine& all, SimCard& card) {
        const auto given = card.memory->freeAddresses(start, bytes);
        if (given) all.cardOfAddress.erase(start);
        return codeOf(given);
    });
}

Code cuMemCreate(cu::MemoryHandle* memory, std::size_t bytes, const cu::AllocationProperties* properties,
                 unsigned long long flags) {
    return onDevice("cuMemCreate", properties->location.id, [&](SimCard& card) {
        if (card.made.virtualMemory != VirtualMemory::Works) return Code::NotSupported;
        if (!isProper(*properties) || flags != 0) return Code::InvalidValue;
        const auto got = card.memory->create(bytes);
        if (!got) return codeOf(got);
        *memory = handleOf(static_cast<std::size_t>(properties->location.id), *got);
        return Code::Success;
    });
}

Code cuMemRelease(cu::MemoryHandle memory) {
    return onMachine("cuMemRelease", [&](Machine& all) {
        SimCard* card = cardOf(all, memory);
        return card ? codeOf(card->memory->release(memoryOf(memory))) : Code::InvalidValue;
    });
}

Code cuMemMap(cu::DevicePointer start, std::size_t bytes, std::size_t offset, cu::MemoryHandle memory,
              unsigned long long flags) {
    return atAddress("cuMemMap", start, [&](Machine& all, SimCard& card) {
        if (offset != 0 || flags != 0 || cardOf(all, memory) != &card) return Code::InvalidValue;
        return codeOf(card.memory->map(start, bytes, memoryOf(memory)));
    });
}

Code cuMemUnmap(cu::DevicePointer start, std::size_t bytes) {
    return atAddress("cuMemUnmap", start,
                     [&](Machine&, SimCard& card) { return codeOf(card.memory->unmap(start, bytes)); });
}

Code cuMemSetAccess(cu::DevicePointer start, std::size_t bytes, const cu::AccessDescription* descriptions,
                    std::size_t count) {
    return atAddress("cuMemSetAccess", start, [&](Machine& all, SimCard& card) {
        if (count != 1 || descriptions->flags != cu::Access::ReadWrite ||
            descriptions->location.type != cu::LocationType::DeviceMemory ||
            &all.cards.at(static_cast<std::size_t>(descriptions->location.id)) != &card)
            return Code::InvalidValue;
        return codeOf(card.memory->allowAccess(start, bytes));
    });
}

}  // extern "C"

// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/os/shared_library.h"

#include <dlfcn.h>

#include "core/base/errors.h"

namespace manju::os {

Result<SharedLibrary> SharedLibrary::open(const std::string& name) {
    if (void* handle = ::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL)) return SharedLibrary(handle);
    const char* reason = ::dlerror();
    return Error(kFileUnreadable, {{"file", name}, {"detail", reason ? reason : ""}});
}

void* SharedLibrary::symbol(const char* name) const {
    return ::dlsym(handle_.get(), name);
}

void SharedLibrary::Close::operator()(void* handle) const {
    ::dlclose(handle);
}

}  // namespace manju::os

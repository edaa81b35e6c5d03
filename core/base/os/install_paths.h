// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace manju::os {

/// Folder of the running executable; the workers lie beside it.
std::filesystem::path programFolder();

/// Folder with fonts/, clip/, demo/ ...: $MANJU_RESOURCES if set, else ../share/manju beside the program's
/// folder if it exists (installed), else the resources of the source tree that it was built from.
std::filesystem::path resourcesFolder();

}  // namespace manju::os

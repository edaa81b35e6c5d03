// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later

/// Read by AddressSanitizer: espeak-ng loses some memory whenever it is unloaded, and its frames have no name
/// then, so that its leaks cannot be told from others.
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() {
    return "detect_leaks=0";
}

# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later

# cmake -D ROOT=... -D FILES_LIST=... -D OUTPUT=... -P build_id.cmake: writes the C++ file that holds the build id.
file(STRINGS "${FILES_LIST}" files ENCODING UTF-8)
set(all "")
foreach(file IN LISTS files)
  file(SHA256 "${ROOT}/${file}" digest)
  string(APPEND all "${file} ${digest}\n")
endforeach()
string(SHA256 id "${all}")
string(SUBSTRING "${id}" 0 16 id)
file(WRITE "${OUTPUT}" "#include \"core/link/build_id.h\"

namespace manju::link {

std::string_view buildId() {
    return \"${id}\";
}

}  // namespace manju::link
")

// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/messages/areas.h"

namespace manju::messages {
namespace {

constexpr Entry kEntries[] = {
    {"MJ-STORE-01",
     "The project file “{file}” is damaged: {detail}. Restore it from a backup, or start a new project; the "
     "pictures and "
     "videos in the folder are untouched.",
     "项目文件“{file}”已损坏：{detail}。请从备份恢复，或新建项目；文件夹中的图片和视频不受影响。"},
    {"MJ-STORE-02",
     "The project file “{file}” was written by a newer version of the program (format {found}, this one "
     "knows {known}). "
     "Update the program.",
     "项目文件“{file}”由更新版本的程序写入（格式 {found}，本程序只认识到 {known}）。请升级程序。"},
    {"MJ-STORE-03",
     "The project file “{file}” cannot be opened for writing: {detail}. Check the folder's permissions.",
     "无法以写入方式打开项目文件“{file}”：{detail}。请检查文件夹权限。"},
    {"MJ-STORE-04",
     "The project file “{file}” could not be used: {detail}. What was stored before is kept; try again.",
     "无法使用项目文件“{file}”：{detail}。先前保存的内容仍在，请重试。"},
    {"MJ-STORE-05",
     "“{folder}” is not a project folder. Give the folder that “manju produce --project” created.",
     "“{folder}”不是项目文件夹。请指定由“manju produce --project”创建的文件夹。"},
};

}  // namespace

const std::span<const Entry> kStoreEntries{kEntries};

}  // namespace manju::messages

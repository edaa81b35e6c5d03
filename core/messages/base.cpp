// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/messages/areas.h"

namespace manju::messages {
namespace {

constexpr Entry kEntries[] = {
    {"MJ-FILE-01", "The file “{file}” does not exist. Check the path.", "文件“{file}”不存在，请检查路径。"},
    {"MJ-FILE-02", "The file “{file}” cannot be read: {detail}. Check its permissions.",
     "无法读取文件“{file}”：{detail}。请检查权限。"},
    {"MJ-FILE-03", "“{file}” cannot be written: {detail}. Choose another folder or change its permissions.",
     "无法写入“{file}”：{detail}。请换一个文件夹或修改权限。"},
    {"MJ-FILE-04", "The disk is full: “{file}” could not be written. Free some space, then resume.",
     "磁盘已满，无法写入“{file}”。请腾出空间后继续。"},
    {"MJ-FILE-05",
     "The file “{file}” has {size}; at most {limit} are accepted here. Split it or choose another file.",
     "文件“{file}”大小为 {size}，此处最多 {limit}。请拆分或换一个文件。"},
    {"MJ-FILE-06", "“{file}” is not valid: {detail}. Correct the file and try again.",
     "“{file}”内容无效：{detail}。请改正后重试。"},
    {"MJ-FILE-07", "“{file}” is a folder; a file is needed here. Name the file.",
     "“{file}”是文件夹，此处需要文件，请指定文件。"},
    {"MJ-FILE-08",
     "“{file}” cannot be made: a part of the path is a file, not a folder. Choose another folder.",
     "无法创建“{file}”：路径中有一部分是文件而不是文件夹，请换一个文件夹。"},
    {"MJ-BASE-01", "Cancelled.", "已取消。"},
    {"MJ-BASE-02", "The program met an error of its own: {detail}. Nothing stored is lost; please report it.",
     "程序内部出错：{detail}。已保存的内容不会丢失，请反馈此问题。"},
};

}  // namespace

const std::span<const Entry> kBaseEntries{kEntries};

}  // namespace manju::messages

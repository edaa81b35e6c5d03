#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes ManjuSansSC-Bold.otf from Noto Sans CJK SC Bold. See README.md beside this file.

usage: subset_font.py NotoSansCJK-Bold.ttc ManjuSansSC-Bold.otf
"""
import hashlib
import sys

import fontTools
from fontTools import subset
from fontTools.ttLib import TTCollection

FONTTOOLS_VERSION = "4.53.1"
# fonts-noto-cjk 1:20220127+repack1-1
SOURCE_SHA256 = "faa5f3656a78b2e2d450d27fe8382c778bc2b6bb5ea29c986664a6a435056ceb"
FACE = 2  # Noto Sans CJK SC
FAMILY = "Manju Sans SC"
POSTSCRIPT_NAME = "ManjuSansSC-Bold"
# Line pitch 1.22 em: two caption lines of Noto's own 1.448 em stand too far apart.
ASCENT, DESCENT = 960, 260

RANGES = (
    (0x0020, 0x017F),  # Latin
    (0x01CD, 0x01DC), (0x0251, 0x0261),  # pinyin
    (0x02C6, 0x02DC),
    (0x0391, 0x03C9), (0x0401, 0x0451),  # Greek, Cyrillic
    (0x1E00, 0x1EFF),  # Vietnamese and more Latin
    (0x2010, 0x205E), (0x2070, 0x209C), (0x20A0, 0x20BF),  # punctuation, superscripts, currency
    (0x2100, 0x21FF), (0x2200, 0x22FF), (0x2300, 0x23FF),  # letter-like, arrows, mathematics, technical
    (0x2460, 0x24FF), (0x2500, 0x25FF), (0x2600, 0x27BF),  # enclosed, boxes, shapes, symbols
    (0x2E80, 0x2FDF), (0x3000, 0x303F), (0x3041, 0x30FF), (0x3105, 0x312F), (0x31F0, 0x31FF),
    (0x3200, 0x33FF), (0xFE10, 0xFE1F), (0xFE30, 0xFE6F), (0xFF01, 0xFFEE),
)


def encodable(codec):
    result = set()
    for point in range(0x80, 0x10000):
        try:
            chr(point).encode(codec)
            result.add(point)
        except UnicodeEncodeError:
            pass
    return result


def big5_common():
    """Level 1 of Big5: the 5401 traditional characters in common use (lead bytes A4..C6)."""
    return {p for p in encodable("big5") if 0xA4 <= chr(p).encode("big5")[0] <= 0xC6}


def characters():
    # GB 2312 has none of the characters that names in web novels like (喆 堃 婳 祂); GBK has them.
    wanted = encodable("gb2312") | encodable("gbk") | big5_common() | encodable("shift_jis")
    for first, last in RANGES:
        wanted.update(range(first, last + 1))
    return {p for p in wanted if not 0xE000 <= p <= 0xF8FF}  # no private use


def rename(font):
    names = font["name"]
    note = "Subset of Noto Sans CJK SC Bold (Version 2.004), renamed; see the licence."
    texts = {1: FAMILY, 2: "Bold", 3: "2.004;MANJU;" + POSTSCRIPT_NAME, 4: FAMILY + " Bold",
             6: POSTSCRIPT_NAME, 10: note}
    keep = {0, 5, 13, 14}
    names.names = [n for n in names.names if n.platformID == 3 and n.langID == 0x409 and n.nameID in keep]
    for name_id, text in texts.items():
        names.setName(text, name_id, 3, 1, 0x409)
    top = font["CFF "].cff
    top.fontNames = [POSTSCRIPT_NAME]
    top[0].FullName = FAMILY + " Bold"
    top[0].FamilyName = FAMILY
    if hasattr(top[0], "Notice"):
        top[0].Notice = str(names.getDebugName(0))


def main():
    source, target = sys.argv[1:3]
    if fontTools.version != FONTTOOLS_VERSION:
        sys.exit(f"fontTools {FONTTOOLS_VERSION} is needed, this is {fontTools.version}")
    with open(source, "rb") as file:
        if hashlib.sha256(file.read()).hexdigest() != SOURCE_SHA256:
            sys.exit(f"{source} is not the font this subset is made from")
    font = TTCollection(source, lazy=True).fonts[FACE]
    options = subset.Options()
    options.layout_features = ["ccmp", "kern", "mark", "mkmk"]
    options.hinting = False  # the renderer scales and blends unhinted outlines
    options.desubroutinize = False
    options.name_IDs = ["*"]
    options.drop_tables += ["VORG", "vhea", "vmtx", "BASE", "DSIG"]
    options.notdef_outline = True
    options.recalc_timestamp = False
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=characters())
    subsetter.subset(font)
    rename(font)
    os2, hhea = font["OS/2"], font["hhea"]
    os2.usWinAscent, os2.usWinDescent = ASCENT, DESCENT
    os2.sTypoAscender, os2.sTypoDescender, os2.sTypoLineGap = ASCENT, -DESCENT, 0
    hhea.ascent, hhea.descent, hhea.lineGap = ASCENT, -DESCENT, 0
    font.flavor = None
    font.save(target)
    print(f"{len(font.getBestCmap())} characters, {font['maxp'].numGlyphs} glyphs")


if __name__ == "__main__":
    main()

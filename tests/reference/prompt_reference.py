#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the stored reference values of prompts with weights and of more than 75 tokens.

Runs the code of ComfyUI (a125cd8) and stable-diffusion-webui-forge (dfdcbab, which carries A1111's) from
checkouts: single functions and classes are taken out of their files, so that nothing else of them need be
installed. Not part of the build and never run by a test. Needs the packages of requirements.txt and PyTorch.

    manju-make-checkpoint --variant tiny --layout folder --seed 1 --out TINY
    prompt_reference.py COMFYUI FORGE TINY resources/clip tests/fixtures/prompts
"""
import argparse
import ast
import collections
import json
import math
import os
import pathlib
import re
import types

import torch
from safetensors.torch import save_file
from transformers import CLIPTextModel, CLIPTextModelWithProjection, CLIPTokenizerFast

from sdxl_reference import load, vocabulary

LONG = ", ".join(f"{a} {b}" for a in ("red", "old", "tall", "silver", "quiet")
                 for b in ("tower", "market", "lantern", "bridge", "garden", "harbour"))
PROMPTS = [
    "", " ", "a cat", "an (important) word", "(unbalanced", "((two open", "closed)", "a) (b) c", "\\(literal\\]",
    "(unnecessary)(parens)", "a (((house:1.3)) [on] a (hill:0.5), sun, (((sky))).", "(a (b:1.5) c:0.5)",
    "(red hair:1.2), [[blurry]]", "x(y:1.0)z", "(y:)", "(:1.2)", "(a:b)", "(a: 1.4 )",
    "(a:+1.4)", "(a:-0.5)", "(a:.5)", "(a:1.)", "a:1.2) b", "[a:b:0.5]", "\\\\(x)", "a\\b", "back\\\\slash",
    "emphasis (with, a comma:1.1), then", "(中文:1.2)", "(é:1.3)", "()", "[]", "(())", ")(", "][", ":", "::", "(:)",
    "a BREAK b", "a, BREAK b", "BREAK", "BREAK a", "a BREAK", "BREAKFAST", "a_BREAK_b", "break", "a BREAK BREAK b",
    "a\nBREAK\nb", "aBREAK b", "(a:1.2) BREAK (b:0.8)", "! (wow!:1.2) !!", "1girl, (solo:1.1), masterpiece",
    LONG, "(" + LONG + ":1.2)", LONG.replace(",", ""), LONG + " BREAK " + LONG[:80],
    "word " * 80, "word, " * 40, "(" + "word " * 80 + ":0.7)", "a (very long story about a dragon:1.3) " * 8,
    "(tag:1.2), " * 30, "[tag], " * 30, "no comma for a long while " * 5 + ", " + "and then some more words " * 4,
    "supercalifragilisticexpialidocious " * 12, "x," * 37 + " y", "x " * 74 + ", y", "x " * 75 + ", y",
    "x " * 54 + ", " + "y " * 30, "x " * 53 + ", " + "y " * 30, "(x:1.2)" * 80, "(ab:1.1) cd " * 40,
]
ENCODED = ["a (red:1.4) cat, [old] house", "a (((house:1.3)) [on] a (hill:0.5), sun, (((sky)))", LONG,
           "(" + LONG + ":1.2) BREAK a (quiet:0.6) street"]
ROW_STEP = 7


def taken(path, names, namespace):
    """Runs the named functions and classes of a file in `namespace`."""
    tree = ast.parse(path.read_text())
    tree.body = [node for node in tree.body if getattr(node, "name", None) in names]
    assert len(tree.body) == len(names), (path, names)
    exec(compile(tree, str(path), "exec"), namespace)
    return namespace


def comfy(root, folder):
    space = {"os": os, "re": re, "CLIPTokenizer": CLIPTokenizerFast, "logging": None}
    space["model_management"] = types.SimpleNamespace(intermediate_device=lambda: "cpu")
    space["torch"] = torch
    taken(root / "comfy/sd1_clip.py", {"parse_parentheses", "token_weights", "escape_important", "unescape_important",
                                       "gen_empty_tokens", "SDTokenizer", "ClipTokenWeightEncoder"}, space)
    tokenizers = [space["SDTokenizer"](str(folder)), space["SDTokenizer"](str(folder), pad_with_end=False)]
    return space, tokenizers


def forge(root, tokenizer):
    parsing = taken(root / "backend/text_processing/parsing.py", {"parse_prompt_attention"},
                    {"re": re, **regexes(root / "backend/text_processing/parsing.py")})
    space = {"math": math, "torch": torch, "namedtuple": collections.namedtuple,
             "parsing": types.SimpleNamespace(parse_prompt_attention=parsing["parse_prompt_attention"])}
    taken(root / "backend/text_processing/classic_engine.py", {"PromptChunk", "ClassicTextProcessingEngine"}, space)
    engine = object.__new__(space["ClassicTextProcessingEngine"])
    engine.chunk_length, engine.id_start, engine.id_end = 75, 49406, 49407
    engine.comma_token = tokenizer.get_vocab()[",</w>"]
    engine.tokenizer = tokenizer
    engine.emphasis = types.SimpleNamespace(name="Original")
    engine.embeddings = types.SimpleNamespace(find_embedding_at_position=lambda tokens, position: (None, None))
    emphasis = taken(root / "backend/text_processing/emphasis.py",
                     {"Emphasis", "EmphasisOriginal", "EmphasisOriginalNoNorm"}, {"torch": torch})
    return engine, parsing["parse_prompt_attention"], emphasis


def regexes(path):
    """The module-level regular expressions."""
    space = {"re": re}
    tree = ast.parse(path.read_text())
    tree.body = [node for node in tree.body if isinstance(node, ast.Assign)]
    exec(compile(tree, str(path), "exec"), space)
    return {name: value for name, value in space.items() if isinstance(value, re.Pattern)}


def short(ids, weights):
    """Without the padding, which is the same everywhere."""
    end = ids.index(49407)
    return [ids[1:end], weights[1:end]]


def tokens(prompt, comfy_tokenizer, forge_engine, parse):
    chunks, _ = forge_engine.tokenize_line(prompt)
    try:
        weighted = comfy_tokenizer.tokenize_with_weights(prompt)
    except RecursionError:
        weighted = []
    return {"prompt": prompt,
            "a1111_texts": parse(prompt, "Original"),
            "a1111": [short(chunk.tokens, chunk.multipliers) for chunk in chunks],
            "comfy": [short([t for t, _ in row], [w for _, w in row]) for row in weighted]}


def hidden(model, ids, layer):
    out = model(torch.tensor(ids), output_hidden_states=True)
    return out.hidden_states[layer], getattr(out, "text_embeds", None)


def comfy_context(space, tokenizers, models, prompt):
    states, pooled = [], None
    for tokenizer, model, pad in zip(tokenizers, models, (49407, 0)):
        class Encoder(space["ClipTokenWeightEncoder"]):
            special_tokens = {"start": 49406, "end": 49407, "pad": pad}

            def encode(self, ids):
                state, projected = hidden(model, ids, -2)
                return state.clone(), projected

        state, projected = Encoder().encode_token_weights(tokenizer.tokenize_with_weights(prompt))
        states.append(state)
        pooled = projected if projected is not None else pooled
    return torch.cat(states, dim=-1), pooled


def forge_context(engine, rule, models, prompt, layer):
    chunks, _ = engine.tokenize_line(prompt)
    states, pooled = [], None
    for number, model in enumerate(models):
        row = []
        for chunk in chunks:
            ids = list(chunk.tokens)
            end = ids.index(49407)
            if number == 1:
                ids[end + 1:] = [0] * (len(ids) - end - 1)
            state, projected = hidden(model, [ids], layer)
            rule.z, rule.multipliers = state, torch.tensor([chunk.multipliers])
            rule.after_transformers()
            row.append(rule.z)
            if projected is not None and pooled is None:
                pooled = projected
        states.append(torch.hstack(row))
    return torch.cat(states, dim=-1), pooled


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("comfyui", "forge", "tiny", "clip", "out"):
        parser.add_argument(name, type=pathlib.Path)
    parser.add_argument("--scratch", type=pathlib.Path, default=pathlib.Path("reference-vocabulary"))
    args = parser.parse_args()
    torch.set_num_threads(1)
    args.out.mkdir(parents=True, exist_ok=True)
    vocabulary(args.clip, args.scratch)
    tokenizer = CLIPTokenizerFast(args.scratch / "vocab.json", args.scratch / "merges.txt", pad_token="<|endoftext|>")
    tokenizer.save_pretrained(args.scratch)
    space, tokenizers = comfy(args.comfyui, args.scratch)
    engine, parse, emphasis = forge(args.forge, tokenizer)

    rows = [tokens(prompt, tokenizers[0], engine, parse) for prompt in PROMPTS]
    lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    (args.out / "weighted.json").write_text("[\n" + lines + "\n]\n")

    models = (load(args.tiny, CLIPTextModel, "text_encoder", "model.safetensors"),
              load(args.tiny, CLIPTextModelWithProjection, "text_encoder_2", "model.safetensors"))
    values = {}
    with torch.no_grad():
        for number, prompt in enumerate(ENCODED):
            contexts = {"comfy": comfy_context(space, tokenizers, models, prompt),
                        "a1111": forge_context(engine, emphasis["EmphasisOriginal"](), models, prompt, -2),
                        "a1111_skip3": forge_context(engine, emphasis["EmphasisOriginal"](), models, prompt, -3),
                        "no_norm": forge_context(engine, emphasis["EmphasisOriginalNoNorm"](), models, prompt, -2)}
            for name, (context, pooled) in contexts.items():
                values[f"{number}.{name}.context"] = context[:, ::ROW_STEP].contiguous()
                values[f"{number}.{name}.pooled"] = pooled.contiguous()
    save_file(values, args.out / "encoded.safetensors")
    (args.out / "encoded.json").write_text(json.dumps(ENCODED, ensure_ascii=False, indent=0) + "\n")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the stored LoRA files and reference changes of tests/core/lora with the trainers' own code.

Not part of the build and never run by a test. Needs PyTorch 1.13.1 and the packages of
lora_requirements.txt; kohya's code is no package: KOHYA is a checkout of kohya-ss/sd-scripts at
48d368fa557731ad0488c07304dfeba8c07910eb.

    manju-make-checkpoint --variant tiny --layout folder --seed 1 --out TINY
    lora_reference.py TINY KOHYA tests/fixtures/lora

For each file NAME.safetensors the reference changes (weight with the LoRA minus weight without, at two
strengths) stand in expected.safetensors as "NAME/component.module.weight/strength", every STEP-th element in
row-major order. Everything is computed in double precision, for which the trainers' .float() is made .double().

Where a trainer's code has a known fault the formula of the method is used instead, each time with a remark:
  - LyCORIS 3.1.1 get_diff_weight of LoHa and LoKr applies the scale twice; get_weight, which a forward pass
    uses, applies it once.
  - LyCORIS 3.1.1 DoRA at strength 0 gives W + dW instead of W; here W + strength * (W' - W).
  - LyCORIS 3.1.1 OFT with `rescaled` adds tensors of different shapes; here rows times `rescale`. With a
    strength, OFT and BOFT leave `rescale` whole; here 1 + strength * (rescale - 1), so that 0 gives W.
  - LyCORIS 3.1.1 builds the weight of BOFT along the wrong side (it fails for most shapes); its bypass, which acts on
    a layer's output, is right and is given the identity as the input here.
  - LyCORIS 3.1.1 never makes the core `bm` of a GLoRA convolution (it asks for a kernel of one and of more at once);
    here it is put in, and make_weight, which knows it, does the rest.
  - LyCORIS 2.0 stored the rotation itself ("oft_diag"); that version cannot be installed beside 3.1.1, so its
    one line (einsum "k n m, k n ... -> k m ...") is repeated here.
"""
import pathlib
import sys
import types

import torch
from safetensors.torch import load_file, save_file

STRENGTHS = (1.0, 0.7)
MOST = 400
FOLDERS = {"unet": "unet/diffusion_pytorch_model.safetensors", "text_encoder": "text_encoder/model.safetensors",
           "text_encoder_2": "text_encoder_2/model.safetensors"}

ATTENTION = "down_blocks.1.attentions.0.transformer_blocks.0."
TO_Q = ("unet", ATTENTION + "attn1.to_q")
TO_K = ("unet", ATTENTION + "attn2.to_k")
TO_OUT = ("unet", ATTENTION + "attn1.to_out.0")
CONV_IN = ("unet", "conv_in")
CONV_OUT = ("unet", "conv_out")
SHORTCUT = ("unet", "down_blocks.1.resnets.0.conv_shortcut")
GROUP_NORM = ("unet", "down_blocks.1.attentions.0.norm")
LAYER_NORM = ("unet", ATTENTION + "norm1")
TEXT1_Q = ("text_encoder", "text_model.encoder.layers.0.self_attn.q_proj")
TEXT2_FC = ("text_encoder_2", "text_model.encoder.layers.1.mlp.fc2")
PROJECTION = ("text_encoder_2", "text_projection")
SGM = {ATTENTION: "input_blocks.4.1.transformer_blocks.0.", "conv_in": "input_blocks.0.0", "conv_out": "out.2",
       "down_blocks.1.resnets.0.conv_shortcut": "input_blocks.4.0.skip_connection",
       "down_blocks.1.attentions.0.norm": "input_blocks.4.1.norm"}

weights = {}
files, expected = {}, {}


def load(folder):
    for component, path in FOLDERS.items():
        for name, tensor in load_file(folder / path).items():
            weights[f"{component}.{name}"] = tensor.double()


def sgm(name):
    for theirs, ours in SGM.items():
        if name.startswith(theirs):
            return ours + name[len(theirs):]
    raise KeyError(name)


def kohya(target, names=sgm):
    component, name = target
    prefix = {"unet": "lora_unet_", "text_encoder": "lora_te1_", "text_encoder_2": "lora_te2_"}[component]
    return prefix + (names(name) if component == "unet" else name).replace(".", "_")


def same(name):
    return name


def diffusers(target):
    return ".".join(target)


def lycoris_flat(target):
    return "lycoris_" + target[1].replace(".", "_")


def module_of(target):
    """The target as a torch module with the checkpoint's values."""
    component, name = target
    weight = weights[f"{component}.{name}.weight"]
    bias = weights.get(f"{component}.{name}.bias")
    if weight.dim() == 1:
        module = torch.nn.GroupNorm(32, len(weight)) if name.endswith(".norm") else torch.nn.LayerNorm(len(weight))
    elif weight.dim() == 2:
        module = torch.nn.Linear(weight.shape[1], weight.shape[0], bias=bias is not None)
    else:
        kernel = weight.shape[2]
        module = torch.nn.Conv2d(weight.shape[1], weight.shape[0], kernel, padding=kernel // 2)
    module = module.double()
    module.weight.data = weight.clone()
    if bias is not None:
        module.bias.data = bias.clone()
    return module.requires_grad_(False)


def randomise(module, scale=0.2):
    for parameter in module.parameters():
        parameter.data = torch.randn_like(parameter) * scale


def store(file, key, tensors, dtype=torch.float32):
    """Puts the tensors into the file and gives them back as a reader will see them."""
    out = {}
    for suffix, tensor in tensors.items():
        kept = tensor.detach().clone().contiguous()
        kept = kept.to(dtype) if kept.is_floating_point() else kept
        files.setdefault(file, {})[f"{key}.{suffix}"] = kept
        out[suffix] = kept.double() if kept.is_floating_point() else kept
    return out


def expect(file, target, strength, change, part="weight"):
    name = f"{target[0]}.{target[1]}.{part}"
    flat = change.detach().double().reshape(-1)
    assert flat.numel() == weights[name].numel(), name
    assert torch.isfinite(flat).all() and flat.abs().max() > 1e-6, (file, name)
    step = max(1, flat.numel() // MOST) | 1
    expected[f"{file}/{name}/{strength}"] = flat[::step].to(torch.float32).contiguous()


# --- kohya -------------------------------------------------------------------------------------------------

def import_kohya(checkout):
    """networks/lora.py and networks/oft.py without the rest of the trainer."""
    sys.path.insert(0, str(checkout))
    for name in ("library", "library.utils", "library.sdxl_original_unet"):
        sys.modules[name] = types.ModuleType(name)
    sys.modules["library.utils"].setup_logging = lambda *a, **k: None
    sys.modules["library.sdxl_original_unet"].SdxlUNet2DConditionModel = object
    import networks.lora as lora
    import networks.oft as oft
    return lora, oft


def kohya_files(lora, oft):
    def add(file, target, rank, alpha, names=sgm, dtype=torch.float32, keep_alpha=True):
        module = lora.LoRAInfModule(kohya(target, names), module_of(target), 1.0, rank, alpha).double()
        randomise(module)
        kept = store(file, kohya(target, names), {"lora_down.weight": module.lora_down.weight,
                                                  "lora_up.weight": module.lora_up.weight}, dtype)
        if keep_alpha:
            files[file][kohya(target, names) + ".alpha"] = torch.tensor(float(alpha)).to(dtype)
        module.lora_down.weight.data = kept["lora_down.weight"]
        module.lora_up.weight.data = kept["lora_up.weight"]
        for strength in STRENGTHS:
            expect(file, target, strength, module.get_weight(strength) * (strength if module.multiplier == 1 else 1))

    for target in (TO_Q, TO_K, TO_OUT, CONV_IN, SHORTCUT, TEXT1_Q, TEXT2_FC):
        add("kohya", target, 4, 2)
    add("kohya_half", TO_Q, 4, 1, names=same, dtype=torch.float16)
    add("kohya_half", TEXT2_FC, 8, 8, names=same, dtype=torch.bfloat16)
    add("kohya_half", CONV_OUT, 2, 2, names=same, keep_alpha=False)
    # alpha 0 stands for alpha = rank
    add("kohya_half", TO_OUT, 4, 0, names=same)
    files["kohya_half"][kohya(TO_OUT, same) + ".alpha"] = torch.zeros(1)

    for target, blocks, alpha in ((TO_Q, 8, 100.0), (CONV_OUT, 2, 100.0), (TEXT1_Q, 4, 0.001)):
        module = oft.OFTInfModule(kohya(target), module_of(target), 1.0, blocks, alpha).double()
        module.oft_blocks.data = torch.randn_like(module.oft_blocks) * 0.2
        key = kohya(target).replace("lora_unet_", oft.OFTNetwork.OFT_PREFIX_UNET + "_")
        kept = store("oft_kohya", key, {"oft_blocks": module.oft_blocks})
        files["oft_kohya"][key + ".alpha"] = torch.tensor(alpha)
        module.oft_blocks.data = kept["oft_blocks"]
        module.constraint = float(torch.tensor(alpha)) * module.out_dim
        base = weights[".".join(target) + ".weight"]
        for strength in STRENGTHS:
            module.multiplier = strength
            rotation = module.get_weight().double()
            turned = torch.einsum("k n m, k n p -> k m p", rotation, base.reshape(blocks, -1, base[0].numel()))
            expect("oft_kohya", target, strength, turned.reshape(base.shape) - base)


# --- LyCORIS -----------------------------------------------------------------------------------------------

def change_of(module):
    """What one forward pass adds to the weight, before any strength."""
    if hasattr(module, "make_weight") and type(module).__name__ == "LoConModule":
        return module.make_weight() * module.scale
    return module.get_weight(module.shape)


def dora(base, change, magnitude, on_out):
    merged = base + change
    dims = [d for d in range(merged.dim()) if d != (0 if on_out else 1)]
    norm = merged.pow(2).sum(dim=dims, keepdim=True).sqrt() + torch.finfo(torch.float32).eps
    return merged * (magnitude / norm) - base


def lycoris_low_rank(file, kind, target, key, rank=4, alpha=2, on_out=None, **options):
    base = weights[".".join(target) + ".weight"]
    if on_out is not None:
        options.update(weight_decompose=True, wd_on_out=on_out)
    original = module_of(target)
    module = kind(key, original, 1.0, rank, alpha, **options)
    module = module.double()
    randomise(module)
    tensors = dict(module.custom_state_dict() or {})
    if not tensors:
        tensors = {name: value for name, value in module.state_dict().items() if name != "scalar"}
    if on_out is not None:
        tensors["dora_scale"] = module.dora_scale.double() * (1 + 0.1 * torch.rand_like(module.dora_scale.double()))
    kept = store(file, key, tensors)
    own = dict(module.named_parameters())
    for name, value in kept.items():
        if name in own and name != "dora_scale":
            own[name].data = value
    change = change_of(module).reshape(base.shape)
    for strength in STRENGTHS:
        if on_out is None:
            expect(file, target, strength, change * strength)
        else:
            # DoRA: the method's own strength rule, see above
            whole = dora(base, change, kept["dora_scale"], on_out)
            expect(file, target, strength, whole * strength)
    if on_out is not None:
        module.dora_scale.data = kept["dora_scale"]
        theirs = module.apply_weight_decompose(base + change, 1) - base
        assert torch.allclose(theirs, whole, atol=1e-5), file  # equal at strength 1 but for the epsilon


def lycoris_files():
    from lycoris.modules import (ButterflyOFTModule, DiagOFTModule, FullModule, GLoRAModule, IA3Module, LoConModule,
                                 LohaModule, LokrModule, NormModule)
    low = lycoris_low_rank
    for target in (CONV_IN, CONV_OUT):
        low("locon_tucker", LoConModule, target, kohya(target), use_tucker=True)
    for target in (TO_K, CONV_IN, SHORTCUT, TEXT2_FC):
        low("loha", LohaModule, target, kohya(target))
    low("loha_tucker", LohaModule, CONV_OUT, kohya(CONV_OUT), use_tucker=True)
    low("loha_tucker", LohaModule, CONV_IN, kohya(CONV_IN), use_tucker=True)
    low("lokr", LokrModule, TO_K, lycoris_flat(TO_K), factor=8)
    low("lokr", LokrModule, CONV_IN, lycoris_flat(CONV_IN), rank=2, factor=2)
    low("lokr", LokrModule, SHORTCUT, lycoris_flat(SHORTCUT), rank=2, factor=4, alpha=1)
    low("lokr_both", LokrModule, TO_Q, kohya(TO_Q), rank=3, factor=16, decompose_both=True)
    low("lokr_whole", LokrModule, TO_OUT, kohya(TO_OUT), rank=4, alpha=1, factor=8, full_matrix=True)
    low("lokr_whole", LokrModule, CONV_OUT, kohya(CONV_OUT), rank=4, alpha=1, factor=2, full_matrix=True)
    low("lokr_tucker", LokrModule, CONV_IN, kohya(CONV_IN), rank=1, factor=2, use_tucker=True)
    for on_out in (True, False):
        name = "dora_out" if on_out else "dora_in"
        low(name, LoConModule, TO_Q, kohya(TO_Q), on_out=on_out)
        low(name, LoConModule, CONV_OUT, kohya(CONV_OUT), on_out=on_out)
        low(name, LohaModule, TO_K, kohya(TO_K), on_out=on_out)
        low(name, LokrModule, TEXT2_FC, kohya(TEXT2_FC), on_out=on_out, factor=8)
    for target in (TO_K, SHORTCUT, CONV_IN):
        glora(GLoRAModule, target)
    for target, on_input in ((TO_K, False), (TO_Q, True), (CONV_OUT, False), (CONV_IN, True)):
        ia3(IA3Module, target, on_input)
    for target in (CONV_OUT, TEXT1_Q):
        full(FullModule, target)
    for target in (GROUP_NORM, LAYER_NORM):
        norm(NormModule, target)
    for target, constraint in ((TO_Q, 0), (CONV_OUT, 0), (TEXT1_Q, 0.002)):
        rotation("oft", DiagOFTModule, target, constraint, None)
    rotation("oft", DiagOFTModule, TO_K, 0, "rows")
    rotation("boft", ButterflyOFTModule, TO_Q, 0, None)
    rotation("boft", ButterflyOFTModule, TEXT1_Q, 0.002, None)
    rotation("boft", ButterflyOFTModule, SHORTCUT, 0, "rows")


def glora(kind, target):
    module = kind(kohya(target), module_of(target), 1.0, 4, 2).double()
    randomise(module)
    kept = store("glora", kohya(target), module.custom_state_dict())
    for name in ("a1", "a2", "b1", "b2"):
        getattr(module, name).weight.data = kept[name + ".weight"]
    for strength in STRENGTHS:
        expect("glora", target, strength, module.get_diff_weight(strength)[0])


def ia3(kind, target, on_input):
    module = kind(kohya(target), module_of(target), 1.0, train_on_input=on_input).double()
    randomise(module)
    kept = store("ia3", kohya(target), {"weight": module.weight, "on_input": module.on_input})
    module.weight.data = kept["weight"]
    for strength in STRENGTHS:
        expect("ia3", target, strength, module.get_diff_weight(strength)[0])


def full(kind, target):
    module = kind(kohya(target), module_of(target)).double()
    randomise(module)
    kept = store("full", kohya(target), {"diff": module.weight, "diff_b": module.bias})
    module.weight.data, module.bias.data = kept["diff"], kept["diff_b"]
    for strength in STRENGTHS:
        weight, bias = module.get_diff_weight(strength)
        expect("full", target, strength, weight)
        expect("full", target, strength, bias, "bias")


def norm(kind, target):
    module = kind(kohya(target), module_of(target)).double()
    randomise(module)
    kept = store("norm", kohya(target), {"w_norm": module.w_norm, "b_norm": module.b_norm})
    module.w_norm.data, module.b_norm.data = kept["w_norm"], kept["b_norm"]
    for strength in STRENGTHS:
        weight, bias = module.get_diff_weight(strength)
        expect("norm", target, strength, weight)
        expect("norm", target, strength, bias, "bias")


def rotation(file, kind, target, constraint, rescaled):
    base = weights[".".join(target) + ".weight"]
    module = kind(kohya(target), module_of(target), 1.0, 8, constraint=constraint, rescaled=False).double()
    randomise(module)
    tensors = {"oft_blocks": module.oft_blocks, "alpha": torch.tensor(float(constraint))}
    if rescaled:
        tensors["rescale"] = 1 + 0.2 * torch.randn(base.shape[0], *[1] * (base.dim() - 1), dtype=torch.float64)
    kept = store(file, kohya(target), tensors)
    module.oft_blocks.data = kept["oft_blocks"]
    module.constraint = float(kept["alpha"]) * base.shape[0]
    for strength in STRENGTHS:
        if file == "boft":
            width = base.shape[1]
            unit = torch.eye(width, dtype=torch.float64).reshape(width, width, *base.shape[2:])
            module.org_module[0].bias = None
            turned = module.bypass_forward(unit, strength).transpose(0, 1)
        else:
            turned = base + module.make_weight(scale=strength, diff=True)
        if rescaled:
            turned = turned * (1 + strength * (kept["rescale"] - 1))
        expect(file, target, strength, turned - base)


# --- what no installable trainer writes any more, by formula -----------------------------------------------

def formula_files():
    base = weights[".".join(TO_Q) + ".weight"]
    blocks = torch.randn(16, 8, 8, dtype=torch.float64) * 0.2
    skew = blocks - blocks.transpose(1, 2)
    eye = torch.eye(8, dtype=torch.float64)
    kept = store("oft_old", kohya(TO_Q), {"oft_diag": (eye + skew) @ (eye - skew).inverse()})
    turned = torch.einsum("k n m, k n p -> k m p", kept["oft_diag"], base.reshape(16, 8, -1)).reshape(base.shape)
    for strength in STRENGTHS:
        expect("oft_old", TO_Q, strength, (turned - base) * strength)
    # ComfyUI's set_weight; a strength moves towards it
    base = weights[".".join(CONV_OUT) + ".weight"]
    kept = store("set_weight", kohya(CONV_OUT), {"set_weight": torch.randn(base.shape, dtype=torch.float64) * 0.1})
    for strength in STRENGTHS:
        expect("set_weight", CONV_OUT, strength, (kept["set_weight"] - base) * strength)
    # GLoRA of LyCORIS before 2.0: W a2 a1 + b2 b1
    base = weights[".".join(TO_K) + ".weight"]
    out, width = base.shape
    kept = store("glora_old", kohya(TO_K),
                 {"a1.weight": torch.randn(4, width, dtype=torch.float64) * 0.2,
                  "a2.weight": torch.randn(width, 4, dtype=torch.float64) * 0.2,
                  "b1.weight": torch.randn(4, width, dtype=torch.float64) * 0.2,
                  "b2.weight": torch.randn(out, 4, dtype=torch.float64) * 0.2, "alpha": torch.tensor(2.0)})
    change = (base @ kept["a2.weight"] @ kept["a1.weight"] + kept["b2.weight"] @ kept["b1.weight"]) * 0.5
    for strength in STRENGTHS:
        expect("glora_old", TO_K, strength, change * strength)


# --- PEFT --------------------------------------------------------------------------------------------------

def peft_files():
    from peft.tuners.lora import layer as peft_layer

    def add(file, target, key, rank=4, alpha=8, suffix="{}.weight", rslora=False, dora=False):
        base = weights[".".join(target) + ".weight"]
        kind = peft_layer.Linear if base.dim() == 2 else peft_layer.Conv2d
        module = kind(module_of(target), "default", r=rank, lora_alpha=alpha, use_rslora=rslora, use_dora=dora).double()
        randomise(module.lora_A)
        randomise(module.lora_B)
        tensors = {suffix.format("lora_A"): module.lora_A["default"].weight,
                   suffix.format("lora_B"): module.lora_B["default"].weight}
        if dora:
            magnitude = module.lora_magnitude_vector["default"]
            magnitude.weight.data = magnitude.weight.data * (1 + 0.1 * torch.rand_like(magnitude.weight))
            tensors["lora_magnitude_vector"] = magnitude.weight
        kept = store(file, key, tensors)
        module.lora_A["default"].weight.data = kept[suffix.format("lora_A")]
        module.lora_B["default"].weight.data = kept[suffix.format("lora_B")]
        if dora:
            magnitude.weight.data = kept["lora_magnitude_vector"]
        module.merge()
        for strength in STRENGTHS:
            expect(file, target, strength, (module.get_base_layer().weight - base) * strength)

    # Without a configuration alpha / rank counts as 1.
    add("peft", TO_Q, diffusers(TO_Q), alpha=4)
    add("peft", CONV_IN, "base_model.model." + CONV_IN[1], alpha=4, suffix="{}.default.weight")
    add("peft", TO_K, "unet.base_model.model." + TO_K[1], alpha=4, suffix="{}")
    add("peft", TEXT1_Q, diffusers(TEXT1_Q), alpha=4)
    for target in (TO_Q, CONV_OUT, TEXT2_FC):
        add("peft_rslora", target, diffusers(target), alpha=8, rslora=True)
    for target in (TO_Q, SHORTCUT, CONV_IN):
        add("peft_dora", target, diffusers(target), alpha=4, dora=True)


def peft_oft_files():
    from peft.tuners.oft import layer as peft_oft

    # Numbers of blocks that divide the rows, that do not, and one block for all.
    for file, target, r, share in (("peft_oft", TO_Q, 8, False), ("peft_oft", CONV_OUT, 3, False),
                                   ("peft_oft", TO_K, 7, False), ("peft_oft", SHORTCUT, 16, True),
                                   ("peft_oft", CONV_IN, 5, True), ("peft_oft_text", TEXT1_Q, 5, False)):
        base = weights[".".join(target) + ".weight"]
        kind = peft_oft.Linear if base.dim() == 2 else peft_oft.Conv2d
        module = kind(module_of(target), "default", r=r, block_share=share).double()
        module.oft_r["default"].data = torch.randn_like(module.oft_r["default"]) * 0.2
        kept = store(file, "base_model.model." + target[1], {"oft_r": module.oft_r["default"]})
        module.oft_r["default"].data = kept["oft_r"]
        module.merge()
        # PEFT has no strength; here rotation and identity are mixed, as in the other formats
        for strength in STRENGTHS:
            expect(file, target, strength, (module.get_base_layer().weight - base) * strength)


def peft_text_files():
    """An adapter of encoder 2 as PEFT saves it: into a file of its own, without the encoder's name."""
    from peft.tuners.lora import layer as peft_layer

    base = weights[".".join(TEXT2_FC) + ".weight"]
    module = peft_layer.Linear(module_of(TEXT2_FC), "default", r=4, lora_alpha=4).double()
    randomise(module.lora_A)
    randomise(module.lora_B)
    kept = store("peft_text", "base_model.model." + TEXT2_FC[1],
                 {"lora_A.weight": module.lora_A["default"].weight, "lora_B.weight": module.lora_B["default"].weight})
    module.lora_A["default"].weight.data = kept["lora_A.weight"]
    module.lora_B["default"].weight.data = kept["lora_B.weight"]
    module.merge()
    for strength in STRENGTHS:
        expect("peft_text", TEXT2_FC, strength, (module.get_base_layer().weight - base) * strength)


def glora_tucker_file(kind):
    for target in (CONV_IN, CONV_OUT):
        original = module_of(target)
        module = kind(kohya(target), original, 1.0, 4, 2)
        module.b2 = torch.nn.Conv2d(original.in_channels, 4, 1, bias=False)
        module.bm = torch.nn.Conv2d(4, 4, original.kernel_size, padding=original.padding, bias=False)
        module.tucker = True
        module = module.double()
        randomise(module)
        kept = store("glora_tucker", kohya(target), module.custom_state_dict())
        for name in ("a1", "a2", "b1", "b2", "bm"):
            getattr(module, name).weight.data = kept[name + ".weight"]
        for strength in STRENGTHS:
            expect("glora_tucker", target, strength, module.get_diff_weight(strength)[0])


def onetrainer_files(lora):
    """Kohya's pairs under the two dotted namings that OneTrainer had besides the flat one."""
    def name(target, naming):
        component, module = target
        omi = {"unet": "unet.", "text_encoder": "clip_l.", "text_encoder_2": "clip_g."}
        dotted = {"unet": "lora_unet.", "text_encoder": "lora_te1.", "text_encoder_2": "lora_te2."}
        if naming == "omi":
            return omi[component] + (sgm(module) if component == "unet" else module)
        return dotted[component] + module

    for naming in ("omi", "dotted"):
        for target in (TO_Q, SHORTCUT, TEXT1_Q, TEXT2_FC, PROJECTION):
            file = "onetrainer_" + naming
            module = lora.LoRAInfModule(name(target, naming), module_of(target), 1.0, 4, 2).double()
            randomise(module)
            kept = store(file, name(target, naming), {"lora_down.weight": module.lora_down.weight,
                                                      "lora_up.weight": module.lora_up.weight})
            files[file][name(target, naming) + ".alpha"] = torch.tensor(2.0)
            module.lora_down.weight.data = kept["lora_down.weight"]
            module.lora_up.weight.data = kept["lora_up.weight"]
            for strength in STRENGTHS:
                expect(file, target, strength,
                       module.get_weight(strength) * (strength if module.multiplier == 1 else 1))


METADATA = {
    "peft_rslora": {"lora_adapter_metadata":
                    '{"unet.r": 4, "unet.lora_alpha": 8, "unet.use_rslora": true, "text_encoder_2.r": 4, '
                    '"text_encoder_2.lora_alpha": 8, "text_encoder_2.use_rslora": true}'},
    "kohya": {"ss_base_model_version": "sdxl_base_v1-0", "ss_network_module": "networks.lora", "ss_network_dim": "4",
              "ss_network_alpha": "2.0", "ss_output_name": "tiny",
              "ss_tag_frequency": '{"10_lin": {"lin xiaoyu": 40, "1girl": 38, "smile": 5}}',
              "modelspec.trigger_phrase": "lin xiaoyu", "modelspec.architecture": "stable-diffusion-xl-v1-base/lora"},
}


def main():
    tiny, checkout, out = (pathlib.Path(argument) for argument in sys.argv[1:4])
    torch.manual_seed(20260301)
    torch.set_num_threads(1)
    torch.Tensor.float = torch.Tensor.double
    load(tiny)
    lora, oft = import_kohya(checkout)
    kohya_files(lora, oft)
    lycoris_files()
    formula_files()
    peft_files()
    # Newer files last: the random numbers of the others stay as they are.
    peft_oft_files()
    peft_text_files()
    from lycoris.modules import GLoRAModule
    glora_tucker_file(GLoRAModule)
    onetrainer_files(lora)
    for name, tensors in files.items():
        save_file(tensors, out / f"{name}.safetensors", METADATA.get(name))
    save_file(expected, out / "expected.safetensors")


if __name__ == "__main__":
    main()

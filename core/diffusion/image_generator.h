// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <stop_token>
#include <string_view>

#include "core/base/result.h"
#include "core/base/units.h"
#include "core/diffusion/picture.h"
#include "core/diffusion/residency.h"
#include "core/diffusion/start_image.h"
#include "core/domain/step_spec.h"
#include "core/weights/checkpoint.h"

namespace manju::diffusion {

struct ImageGeneratorOptions {
    std::filesystem::path resources;        ///< folder that contains clip/merges.txt
    int threads = 0;                        ///< of the CPU kernels, process-wide; 0: one per core
    Bytes attentionLimit = megabytes(256);  ///< of one slice of attention scores; > 0
    Bytes residentLimit =
        megabytes(12'000);  ///< weights kept between stages; a larger single part still loads
};

/// What a picture needs beside its spec.
struct DrawInputs {
    InputFiles files;          ///< of the start picture and its mask
    std::string textIdentity;  ///< differs where an adapter gives the text encoders other weights
};

/// Draws pictures with one checkpoint, on the CPU in single precision. Components are loaded when they are
/// first needed and stay while all of them fit into residentLimit; encoded prompts are remembered.
/// Thread: owner only; one draw() at a time.
class ImageGenerator {
public:
    /// Stage ("stage.text", "stage.model", "stage.sample", "stage.decode": message ids), index and count of
    /// what is finished within it; count 0 means that the stage has no parts. Called on the drawing thread.
    using Progress = std::function<void(std::string_view stage, int index, int count)>;

    /// Reads the vocabulary; weights are read by the first draw(). `checkpoint` must outlive the object.
    static Result<ImageGenerator> load(const weights::Checkpoint& checkpoint,
                                       const ImageGeneratorOptions& options);

    ImageGenerator(ImageGenerator&&) noexcept;
    ImageGenerator& operator=(ImageGenerator&&) noexcept;
    ~ImageGenerator();

    /// The picture of `spec` (its `checkpoint` field is not compared with the loaded one). The same spec
    /// gives the same picture on the same machine. `stop` is looked at before every step and every tile of
    /// the VAE; then kCancelled. A picture that is not finite, of one colour, or black is an error, never a
    /// result.
    Result<Picture> draw(const ImageSpec& spec, const DrawInputs& inputs, const Progress& progress,
                         const std::stop_token& stop);

    /// See Residency::setAdapter.
    void setAdapter(Adapter adapter);

    /// Sets aside every loaded component and remembered prompt; the next draw() loads again.
    void release();

private:
    class Drawing;
    struct State;
    explicit ImageGenerator(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace manju::diffusion

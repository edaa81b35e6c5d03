// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>

#include "app/cli/commands.h"

namespace manju::cli {
namespace {

/// One row of the command line: a subcommand and what runs it.
struct Parsed {
    Voice voice;
    std::string script;
    std::string project;
    std::string model;
    std::string bench;
    bool smoke = false;
    ProduceOptions produce;
    ImageOptions image;
    std::function<int()> run;
};

void addShots(CLI::App& app, Parsed& parsed) {
    CLI::App* command = app.add_subcommand(
        "shots", "Parse a script: encoding, utterances with source spans, shots, coverage");
    command->add_option("script", parsed.script, "Script file")->required();
    command->callback([&] { parsed.run = [&] { return runShots(parsed.voice, parsed.script); }; });
}

void addProduce(CLI::App& app, Parsed& parsed) {
    CLI::App* command =
        app.add_subcommand("produce", "Make videos from scripts and wait until they are finished");
    ProduceOptions& options = parsed.produce;
    command->add_option("scripts", options.scripts, "Script files")->required();
    command->add_option("--project", options.project, "Project folder; created if it does not exist")
        ->required();
    command->add_option("--checkpoint", options.checkpoint,
                        "SDXL checkpoint (file or diffusers folder), or \"demo\"");
    command->add_option("--cast", options.cast, "Cast file: characters, their looks and voices");
    command->add_option("--preset", options.preset, "Preset file: picture, subtitles, sound, label");
    command->add_option("--priority", options.priority, "high, medium or low")->capture_default_str();
    command->add_flag("--urgent", options.urgent, "Goes before everything else");
    command->add_option("--deadline", options.deadline, "When it must be ready, ISO 8601 in UTC");
    command->add_option("--out", options.out, "Folder for the finished videos; default: PROJECT/videos");
    command->callback([&] { parsed.run = [&] { return runProduce(parsed.voice, options); }; });
}

void addProjectCommands(CLI::App& app, Parsed& parsed) {
    CLI::App* resume = app.add_subcommand("resume", "Continue what is not done in a project");
    resume->add_option("--project", parsed.project, "Project folder")->required();
    resume->callback([&] { parsed.run = [&] { return runResume(parsed.voice, parsed.project); }; });
    CLI::App* status =
        app.add_subcommand("status", "Show states, attempts, files and remaining times; only reads");
    status->add_option("--project", parsed.project, "Project folder")->required();
    status->callback([&] { parsed.run = [&] { return runStatus(parsed.voice, parsed.project); }; });
}

void addImage(CLI::App& app, Parsed& parsed) {
    CLI::App* command = app.add_subcommand("image", "Draw one picture");
    ImageOptions& options = parsed.image;
    options.spec.seed = 1;
    options.spec.steps = 28;
    options.spec.cfg = 7.0;
    options.spec.sampler = "euler";
    options.spec.bundle = "studio";
    command
        ->add_option("--checkpoint", options.checkpoint,
                     "SDXL checkpoint (file or diffusers folder), or \"demo\"")
        ->required();
    command->add_option("--prompt", options.spec.prompt, "What to draw, in English")->required();
    command->add_option("--negative", options.spec.negative, "What to keep out");
    command->add_option("--seed", options.spec.seed, "0..4294967295")->capture_default_str();
    command->add_option("--steps", options.spec.steps, "1..150")
        ->check(CLI::Range(1, 150))
        ->capture_default_str();
    command->add_option("--cfg", options.spec.cfg, "Guidance, 1..30")
        ->check(CLI::Range(1.0, 30.0))
        ->capture_default_str();
    command->add_option("--sampler", options.spec.sampler, "euler")
        ->check(CLI::IsMember({"euler"}))
        ->capture_default_str();
    command->add_option("--size", options.size, "WIDTHxHEIGHT, multiples of 8")->capture_default_str();
    command->add_option("--bundle", options.spec.bundle, "studio or diffusers")
        ->check(CLI::IsMember({"studio", "diffusers"}))
        ->capture_default_str();
    command->add_option("--out", options.out, "PNG file to write")->required();
    command->callback([&] { parsed.run = [&] { return runImage(parsed.voice, options); }; });
}

void addModel(CLI::App& app, Parsed& parsed) {
    CLI::App* model = app.add_subcommand("model", "Checkpoints")->require_subcommand(1);
    CLI::App* inspect = model->add_subcommand("inspect", "What a file is, whether it loads, and why not");
    inspect->add_option("file", parsed.model, "Checkpoint, LoRA, VAE ... file or folder")->required();
    inspect->callback([&] { parsed.run = [&] { return runModelInspect(parsed.voice, parsed.model); }; });
}

void addBench(CLI::App& app, Parsed& parsed) {
    CLI::App* bench = app.add_subcommand("bench", "Benchmarks; exit code 1 if a figure misses its level");
    bench->add_option("name", parsed.bench, "compose")->required()->check(CLI::IsMember({"compose"}));
    bench->add_flag("--smoke", parsed.smoke, "A small run of counts and bytes only, no times");
    bench->callback([&] { parsed.run = [&] { return runBench(parsed.voice, parsed.bench, parsed.smoke); }; });
}

int run(int argc, char** argv) {
    CLI::App app("Manju Studio: story scripts to finished vertical videos", "manju");
    app.set_version_flag("--version", MANJU_VERSION);
    app.require_subcommand(1);
    app.fallthrough();
    Parsed parsed;
    parsed.voice.language = messages::fromEnvironment();
    std::string language;
    app.add_flag("--json", parsed.voice.json, "One JSON document on standard output");
    app.add_option("--lang", language, "en or zh; default: by the environment")
        ->check(CLI::IsMember({"en", "zh"}));
    addShots(app, parsed);
    addProduce(app, parsed);
    addProjectCommands(app, parsed);
    addImage(app, parsed);
    addModel(app, parsed);
    addBench(app, parsed);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& e) {
        return app.exit(e) == 0 ? 0 : 2;
    }
    if (!language.empty())
        parsed.voice.language = language == "zh" ? messages::Language::Chinese : messages::Language::English;
    return parsed.run();
}

}  // namespace
}  // namespace manju::cli

int main(int argc, char** argv) {
    return manju::cli::run(argc, argv);
}

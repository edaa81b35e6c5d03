// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "synthetic.h"

#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>

#include "core/base/os/file.h"
#include "core/weights/architecture.h"

namespace manju::weights {

namespace fs = std::filesystem;

void WeightsTest::SetUp() {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::temp_directory_path() /
              ("manju a'b:c[d] 空格 " + std::to_string(::getpid()) + test->test_suite_name() + test->name());
    fs::create_directories(folder_);
}

void WeightsTest::TearDown() {
    fs::remove_all(folder_);
}

fs::path WeightsTest::file(const std::string& name, std::string_view bytes) const {
    const fs::path path = folder_ / name;
    EXPECT_TRUE(os::writeFile(path, bytes).ok());
    return path;
}

fs::path WeightsTest::scratch(std::string_view bytes) const {
    const fs::path path = folder_ / "f.safetensors";
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
}

int fuzzIterations(int usual) {
    const char* text = std::getenv("MANJU_FUZZ");
    return text ? std::atoi(text) : usual;
}

fs::path WeightsTest::zeros(const std::string& name, const std::vector<TensorSpec>& tensors,
                            const Metadata& metadata) const {
    const fs::path path = folder_ / name;
    const Status written =
        writeSafetensors(path, tensors, metadata, [](const TensorSpec& spec, const ByteSink& sink) {
            const std::vector<std::byte> bytes(
                byteSize(spec.dtype, static_cast<std::size_t>(elementCount(spec.shape))));
            return sink(bytes);
        });
    EXPECT_TRUE(written.ok());
    return path;
}

std::string fileBytes(std::string_view header, std::size_t dataBytes) {
    const std::uint64_t length = header.size();
    std::string bytes(sizeof(length), '\0');
    std::memcpy(bytes.data(), &length, sizeof(length));
    return bytes.append(header).append(dataBytes, '\0');
}

std::vector<LooseTensor> takeTensors(const fs::path& path) {
    std::vector<LooseTensor> tensors;
    const auto file = SafetensorsFile::open(path);
    if (!file) {
        ADD_FAILURE() << file.error().debugText();
        return tensors;
    }
    for (const TensorEntry& entry : file->entries()) {
        const auto bytes = file->bytes(entry);
        tensors.push_back({{entry.name, entry.dtype, entry.shape},
                           std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size())});
    }
    return tensors;
}

void putTensors(const fs::path& path, const std::vector<LooseTensor>& tensors, const Metadata& metadata) {
    std::vector<TensorSpec> specs;
    std::map<std::string, const LooseTensor*> byName;
    for (const LooseTensor& tensor : tensors) {
        specs.push_back(tensor.spec);
        byName[tensor.spec.name] = &tensor;
    }
    const Status written =
        writeSafetensors(path, specs, metadata, [&](const TensorSpec& spec, const ByteSink& sink) {
            return sink(std::as_bytes(std::span(byName.at(spec.name)->bytes)));
        });
    ASSERT_TRUE(written.ok()) << written.error().debugText();
}

SdxlShape miniShape() {
    SdxlShape shape;
    shape.text[0] = {50, 2, 8, 1, 16, 7, true, 0};
    shape.text[1] = {50, 2, 16, 1, 32, 7, false, 12};
    shape.unet.blockChannels = {32, 32, 64};
    setDepth(shape.unet, {0, 1, 2});
    shape.unet.headsPerBlock = {1, 1, 1};
    shape.unet.contextWidth = 24;
    shape.unet.addTimeWidth = 4;
    shape.unet.addInputWidth = 12 + 6 * 4;
    shape.vae.blockChannels = {32, 32, 64};
    return shape;
}

SdxlShape distilledShape(const std::string& name) {
    SdxlShape shape = sdxlBaseShape();
    SdxlShape::Unet& unet = shape.unet;
    if (name.starts_with("KOALA")) {
        unet.layersPerBlock = 1;
        setDepth(unet, {0, 2, name == "KOALA-1B" ? 6 : 5});
        if (name == "KOALA-700M") unet.midResnets = unet.midDepth = 0;
    } else if (name != "SDXL") {
        const bool vega = name == "Segmind Vega";
        unet.downDepth = vega ? std::vector<std::vector<int>>{{0, 0}, {1, 1}, {2, 2}}
                              : std::vector<std::vector<int>>{{0, 0}, {2, 2}, {4, 4}};
        unet.upDepth = vega ? std::vector<std::vector<int>>{{2, 2, 2}, {1, 1, 1}, {0, 0, 0}}
                            : std::vector<std::vector<int>>{{4, 4, 10}, {2, 1, 1}, {0, 0, 0}};
        unet.midResnets = 1;
        unet.midDepth = 0;
    }
    return shape;
}

}  // namespace manju::weights

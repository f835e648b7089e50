#pragma once

#include <optional>
#include <string>
#include <vector>

#include "src/helm/render/render.h"
#include "src/helm/version.h"

// What `helm template` prints. Source: helm cmd/helm/template.go.
namespace kval::helm::render {

struct OutputOptions {
  bool with_crds = false;
  bool with_hooks = true;
  bool with_tests = true;
  std::vector<std::string> show_only;  // patterns of names below the chart
};

// The text for standard output. Returns nullopt and sets `missing` if a pattern of `show_only` matches
// nothing.
std::optional<std::string> OutputText(const RenderedChart& chart, const OutputOptions& options, Version helm,
                                      std::string& missing);

// All rendered files as they are, for a chart whose documents Helm cannot read.
std::string DebugText(const RenderedChart& chart);

// A file of `--output-dir`.
struct OutputEntry {
  std::string name;
  std::string text;
  bool is_crd = false;
};

// In the order in which Helm writes them: each document is one entry, so that names repeat.
std::vector<OutputEntry> OutputEntries(const RenderedChart& chart, const OutputOptions& options);

}  // namespace kval::helm::render

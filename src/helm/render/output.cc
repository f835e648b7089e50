#include "src/helm/render/output.h"

#include <string_view>

#include "src/helm/filepath_match.h"
#include "src/helm/functions/unicode.h"
#include "src/helm/render/split_manifests.h"

namespace kval::helm::render {
namespace {

std::string EntryText(std::string_view name, std::string_view content) {
  return "---\n# Source: " + std::string(name) + "\n" + std::string(content) + "\n";
}

bool IsShown(const Manifest& hook, const OutputOptions& options) {
  return options.with_hooks && (options.with_tests || !hook.is_test());
}

// What `# Source: [^/]+/(.+)` finds.
std::string_view SourceName(std::string_view manifest) {
  constexpr std::string_view kSource = "# Source: ";
  for (size_t at = manifest.find(kSource); at != std::string_view::npos;
       at = manifest.find(kSource, at + 1)) {
    const std::string_view rest = manifest.substr(at + kSource.size());
    const size_t slash = rest.find('/');
    const std::string_view name = slash == std::string_view::npos ? "" : rest.substr(slash + 1);
    if (const std::string_view line = name.substr(0, name.find('\n')); slash != 0 && !line.empty()) {
      return line;
    }
  }
  return {};
}

}  // namespace

std::vector<OutputEntry> OutputEntries(const RenderedChart& chart, const OutputOptions& options) {
  std::vector<OutputEntry> entries;
  for (const CrdFile& crd : chart.crds()) {
    if (options.with_crds) {
      entries.push_back({crd.name, EntryText(crd.name, crd.text), true});
    }
  }
  for (const Manifest& manifest : chart.manifests()) {
    entries.push_back({manifest.file->name, EntryText(manifest.file->name, manifest.content)});
  }
  for (const Manifest& hook : chart.hooks()) {
    if (IsShown(hook, options)) {
      entries.push_back({hook.file->name, EntryText(hook.file->name, hook.content)});
    }
  }
  return entries;
}

std::optional<std::string> OutputText(const RenderedChart& chart, const OutputOptions& options, Version helm,
                                      std::string& missing) {
  OutputOptions without_hooks = options;
  without_hooks.with_hooks = false;
  std::string manifests;
  for (const OutputEntry& entry : OutputEntries(chart, without_hooks)) {
    manifests += entry.text;
  }
  std::string text(functions::TrimmedSpace(manifests));
  text += "\n";
  for (const Manifest& hook : chart.hooks()) {
    if (IsShown(hook, options)) {
      text += EntryText(hook.file->name, hook.content);
    }
  }
  if (options.show_only.empty()) {
    return text;
  }
  std::string shown;
  const std::vector<std::string_view> documents = SplitManifests(text, helm);
  for (const std::string& pattern : options.show_only) {
    bool is_missing = true;
    for (const std::string_view document : documents) {
      const std::string_view name = SourceName(document);
      if (!name.empty() && MatchFilePath(pattern, name)) {
        shown += "---\n" + std::string(document) + "\n";
        is_missing = false;
      }
    }
    if (is_missing) {
      missing = pattern;
      return std::nullopt;
    }
  }
  return shown;
}

std::string DebugText(const RenderedChart& chart) {
  std::string text;
  for (const RenderedFile& file : chart.files()) {
    if (!functions::TrimmedSpace(file.text).empty()) {
      text += EntryText(file.name, file.text);
    }
  }
  return std::string(functions::TrimmedSpace(text)) + "\n";
}

}  // namespace kval::helm::render

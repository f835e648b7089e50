#include "src/driver/kubernetes_files.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "src/diag/collector.h"
#include "src/driver/reading.h"
#include "src/kubernetes/kustomization.h"
#include "src/kubernetes/kustomization_paths.h"
#include "src/support/path_text.h"

namespace kval::driver {
namespace {

using Text = std::string_view;

// Without `.` and `..`, as far as these lead nowhere above its beginning.
std::string Normal(Text path) {
  std::vector<Text> parts;
  while (!path.empty()) {
    const size_t slash = std::min(path.find('/'), path.size());
    const Text part = path.substr(0, slash);
    if (part == ".." && !parts.empty() && parts.back() != "..") {
      parts.pop_back();
    } else if (!part.empty() && part != ".") {
      parts.push_back(part);
    }
    path.remove_prefix(std::min(slash + 1, path.size()));
  }
  std::string normal;
  for (const Text part : parts) {
    normal.append(normal.empty() ? "" : "/").append(part);
  }
  return normal;
}

// Whether a finding is about something that is there, and says something whatever stands around it.
bool IsAboutWhatIsThere(const diag::Diagnostic& finding) {
  switch (finding.kind) {
    case diag::Kind::kUnknownKey:
      // `$patch`, `$retainKeys`: what kustomize is to do.
      return finding.path.empty() || !finding.path.back().key.starts_with('$');
    case diag::Kind::kTypeMismatch:
    case diag::Kind::kUnknownResource:
    case diag::Kind::kDeprecatedApi:
    case diag::Kind::kRemovedApi:
    case diag::Kind::kNotManifest:
      return true;
    default:
      return diag::EntryOf(finding.kind).number < 300;
  }
}

// In a scalar, which the whole text is.
bool HasPlaceholder(Text text) {
  const bool is_collection = text.starts_with('[') || (text.starts_with('{') && !text.starts_with("{{"));
  if (is_collection || text.find('\n') != Text::npos) {
    return false;
  }
  const size_t dollar = text.find("${");
  const size_t braces = text.find("{{");
  return (dollar != Text::npos && text.find('}', dollar) != Text::npos) ||
         (braces != Text::npos && text.find("}}", braces) != Text::npos);
}

}  // namespace

void KustomizedFiles::Take(const std::string& name, Text text, const Limits& limits) {
  source::SourceMap sources;
  Arena arena;
  diag::Collector unheard;
  diag::Emitter silence(&unheard);
  const yaml::File read = yaml::ReadFile(sources.AddText(name, std::string(text)),
                                         ReadingAs(value::Dialect::kK8s, limits), arena, silence);
  const std::string folder(FolderPrefixOf(name));
  for (const yaml::Document& document : read.documents) {
    if (!kubernetes::IsKustomization(*document.root, name)) {
      continue;
    }
    kubernetes::ForEachLoadedPath(
        check::Trail::Document(*document.root),
        [&](const check::Trail& /*at*/, const kubernetes::LoadedPath& loaded) {
          std::string path = Normal(folder + std::string(loaded.path));
          if (loaded.wanted == kubernetes::Wanted::kRoot) {
            resources_.insert(std::move(path));
          } else if (!loaded.what.empty()) {
            uses_.emplace(std::move(path), Use{std::string(loaded.what) + " of " + name, loaded.is_patch});
          }
        });
  }
}

const KustomizedFiles::Use* KustomizedFiles::Find(const std::string& name) const {
  if (uses_.empty()) {
    return nullptr;
  }
  const auto found = uses_.find(Normal(name));
  return found == uses_.end() || resources_.contains(found->first) ? nullptr : &found->second;
}

Text TemplateOf(const yaml::Document& document, const yaml::File& file) {
  constexpr Text kSource = "# Source: ";
  constexpr size_t kLongest = 300;  // of what is shown
  for (uint32_t i = document.comment_begin; i < document.comment_end; ++i) {
    const source::Span span = file.comments[i].span;
    if (document.root->span.has_value() && span.begin > document.root->span.begin) {
      break;
    }
    if (const Text text = file.source->Text(span); text.starts_with(kSource) && text.size() <= kLongest) {
      return text.substr(kSource.size());
    }
  }
  return {};
}

void OfPatch::Consume(diag::Diagnostic finding) {
  if (IsAboutWhatIsThere(finding)) {
    finding.notes.push_back("this is " + what_ + ": its keys and their types are checked, nothing else");
    emit_.Emit(std::move(finding));
  }
}

void OfPlaceholders::Consume(diag::Diagnostic finding) {
  const source::Span at = finding.labels.empty() ? source::Span() : finding.labels.front().span;
  const bool is_of_value = diag::EntryOf(finding.kind).number >= 300 && at.has_value() && sources_.Knows(at);
  if (is_of_value && HasPlaceholder(sources_.Text(at))) {
    finding.hint =
        "this is a placeholder: check the text in which it is replaced, as with `envsubst < FILE | kval k8s "
        "-`";
    finding.fix = {};
  }
  emit_.Emit(std::move(finding));
}

}  // namespace kval::driver

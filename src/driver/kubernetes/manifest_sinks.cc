#include "src/driver/kubernetes/manifest_sinks.h"

#include <algorithm>
#include <utility>

#include "src/driver/kubernetes/placeholders.h"
#include "src/support/utf8.h"

namespace kval::driver {
namespace {

using Text = std::string_view;

// Whether a finding is about an existing value, independent of its context.
bool IsAboutWhatIsThere(const diag::Diagnostic& finding) {
  switch (finding.kind) {
    case diag::Kind::kUnknownKey:
      // `$patch`, `$retainKeys`: what kustomize is to do. `(conditions[0])`, `~.a`: an assertion of Chainsaw.
      return finding.path.empty() || finding.path.back().key.find_first_of("$(~") != 0;
    case diag::Kind::kTypeMismatch:
    case diag::Kind::kUnknownResource:
    case diag::Kind::kDeprecatedApi:
    case diag::Kind::kRemovedApi:
    case diag::Kind::kNotManifest:
      return true;
    default:
      return !diag::CategoryOf(finding.kind).concerns_values;
  }
}

void AddHint(Text text, diag::Diagnostic& finding) {
  if (std::string hint = HintForPlaceholder(text); !hint.empty()) {
    finding.hint = std::move(hint);
    finding.fix = {};
  } else if (finding.hint.empty() &&
             (finding.kind == diag::Kind::kFormat || finding.kind == diag::Kind::kBadName) &&
             MayHavePlaceholder(text)) {
    finding.hint = "if this is a placeholder, check the file after it is replaced";
  }
}

// `${NAME}` or `$(NAME)` in a text that has one; else the text, which is an expression.
std::string FirstVariableOf(Text text) {
  constexpr size_t kLongest = 60;
  const size_t begin = std::min({text.find("${"), text.find("$("), text.find("($")});
  if (begin == Text::npos) {
    const size_t quotes = text.starts_with('"') || text.starts_with('\'') ? 1 : 0;
    return utf8::Shorten(text.substr(quotes, text.size() - 2 * quotes), kLongest);
  }
  size_t end = text.find_first_of("})", begin);
  while (end != Text::npos && end + 1 < text.size() && text[end + 1] == text[end]) {
    ++end;  // of an expression in a default
  }
  const Text variable = text.substr(begin, end == Text::npos ? end : end + 1 - begin);
  return utf8::Shorten(variable, kLongest);
}

}  // namespace

Text TemplateOf(const yaml::Document& document, const yaml::File& file) {
  constexpr Text kSource = "# Source: ";
  constexpr size_t kLongest = 300;  // of the shown values
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

void PatchSink::Consume(diag::Diagnostic finding) {
  if (IsAboutWhatIsThere(finding)) {
    finding.notes.push_back("this is " + what_ + ": its keys and their types are checked, nothing else");
    emit_.Emit(std::move(finding));
  }
}

void PlaceholderSink::Consume(diag::Diagnostic finding) {
  const source::Span at = finding.labels.empty() ? source::Span() : finding.labels.front().span;
  const bool is_of_value =
      diag::CategoryOf(finding.kind).concerns_values && at.has_value() && sources_.Contains(at);
  if (is_of_value && variables_ != nullptr && variables_->IsUnknown(at, sources_.Text(at))) {
    if (unknown_.count++ == 0) {
      unknown_.first = FirstVariableOf(sources_.Text(at));
      unknown_.at = at;
    }
    return;
  }
  if (is_of_value) {
    AddHint(sources_.Text(at), finding);
  }
  emit_.Emit(std::move(finding));
}

}  // namespace kval::driver

#include "src/driver/flags/flag_hints.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/diag/diagnostic.h"
#include "src/support/ascii.h"
#include "src/support/substitute.h"
#include "src/value/scalar_resolve.h"

namespace kval::driver {
namespace {

constexpr size_t kMostLabels = 20;   // of one finding
constexpr uint32_t kMostLines = 20;  // empty lines and comments between a dash and its item
constexpr size_t kLongestLine = 1000;
constexpr std::string_view kSpaces = " \t\r";

// Returns the offset of the last dash if the line contains only dashes, tags, anchors and a comment, starting
// with a dash; else npos.
size_t LoneDash(std::string_view line) {
  size_t dash = std::string_view::npos;
  for (size_t at = line.find_first_not_of(kSpaces); at != std::string_view::npos;) {
    const size_t end = std::min(line.find_first_of(kSpaces, at), line.size());
    const std::string_view word = line.substr(at, end - at);
    if (word == "-") {
      dash = at;
    } else if (word[0] == '#') {
      return dash;
    } else if (word[0] != '&' && word[0] != '!') {
      return std::string_view::npos;
    }
    at = line.find_first_not_of(kSpaces, end);
  }
  return dash;
}

// Whether the label is about an item as a whole, not about the first key in it.
bool IsOfItem(const diag::Label& label, const source::SourceFile& file) {
  const std::string_view following = file.text().substr(label.span.end - file.base());
  const size_t next = following.find_first_not_of(kSpaces);
  return next == std::string_view::npos || following[next] != ':';
}

// Returns the dash of the item at the location if it is alone on a line above.
diag::Label Above(source::Span item, const source::SourceFile& file) {
  uint32_t line = file.LineOf(item.begin);
  const source::Span own = file.LineSpan(line);
  if (!Trimmed(file.Text({own.begin, item.begin}), kSpaces).empty()) {
    return {};
  }
  for (uint32_t i = 0; i < kMostLines && line > 1; ++i) {
    const source::Span above = file.LineSpan(--line);
    const std::string_view text = file.Text(above);
    if (text.size() > kLongestLine) {
      return {};
    }
    const std::string_view content = Trimmed(text, kSpaces);
    if (content.empty() || content[0] == '#') {
      continue;
    }
    if (const size_t dash = LoneDash(text); dash != std::string_view::npos) {
      const uint32_t begin = above.begin + static_cast<uint32_t>(dash);
      return {{begin, begin + 1}, "the item begins here", diag::LabelRole::kRelated};
    }
    return {};
  }
  return {};
}

// Adds dashes that are alone on a line to labels of the items below, because the item starts there for ytt
// and for readers.
void AddDashLabels(diag::Diagnostic& diagnostic, const source::SourceMap& sources) {
  const size_t count = std::min(diagnostic.labels.size(), kMostLabels);
  for (size_t i = 0; i < count; ++i) {
    const source::Span place = diagnostic.labels[i].span;
    if (!place.has_value() || !sources.Contains(place)) {
      continue;
    }
    const source::SourceFile& file = sources.FileOf(place);
    diag::Label above = IsOfItem(diagnostic.labels[i], file) ? Above(place, file) : diag::Label();
    const auto is_shown = [&](const diag::Label& label) {
      return label.span.has_value() && file.Contains(label.span.begin) &&
             file.LineOf(label.span.begin) == file.LineOf(above.span.begin);
    };
    if (above.span.has_value() &&
        std::none_of(diagnostic.labels.begin(), diagnostic.labels.end(), is_shown)) {
      diagnostic.labels.push_back(std::move(above));
    }
  }
}

// A flag is not a file, and an alias is not the node.
bool CanEdit(const diag::Edit& edit, const source::SourceMap& sources, const source::FlagSources& flags) {
  if (!sources.Contains(edit.span)) {
    return false;
  }
  const bool is_alias = edit.span.size() > 0 && sources.Text(edit.span).starts_with('*');
  return flags.Of(sources.FileOf(edit.span)) == nullptr && !is_alias;
}

// Which flag gives the kind that was expected; empty when another flag would not.
std::string HintFor(const source::FlagSource& flag, std::string_view text,
                    const diag::Diagnostic& diagnostic) {
  constexpr std::string_view kTyped = "--set";  // Helm's: integers, booleans, null and strings
  constexpr std::string_view kStrings = "--set-string";
  if (!flag.yaml_flag.empty() && diagnostic.found == "string" &&
      value::Resolve(value::Dialect::kYtt, text).kind != value::Kind::kString) {
    return Substitute("`{}` always sets a string: use `{}`", flag.flag, flag.yaml_flag);
  }
  if (flag.flag != kTyped) {
    return {};
  }
  if (diagnostic.expected.starts_with("string") && diagnostic.found != "map" && diagnostic.found != "array") {
    return Substitute("`{}` sets a string: use it instead of `{}`", kStrings, flag.flag);
  }
  const bool is_fraction = diagnostic.found == "string" && diagnostic.expected.starts_with("float") &&
                           value::Resolve(value::Dialect::kYaml12, text).kind == value::Kind::kFloat;
  return is_fraction ? Substitute("`{}` sets a string: use `--set-json`", flag.flag) : std::string();
}

}  // namespace

// Drops fixes of text that is not in a file as well.
void FlagHints::Consume(diag::Diagnostic diagnostic) {
  const source::Span place = diagnostic.labels.empty() ? source::Span() : diagnostic.labels[0].span;
  if (diagnostic.kind == diag::Kind::kTypeMismatch && sources_->Contains(place)) {
    if (const source::FlagSource* flag = flags_->Of(sources_->FileOf(place))) {
      if (std::string hint = HintFor(*flag, sources_->Text(place), diagnostic); !hint.empty()) {
        diagnostic.hint = std::move(hint);
      }
    }
  }
  std::vector<diag::Edit>& edits = diagnostic.fix.edits;
  if (std::any_of(edits.begin(), edits.end(),
                  [this](const diag::Edit& edit) { return !CanEdit(edit, *sources_, *flags_); })) {
    diagnostic.fix = {};
  }
  AddDashLabels(diagnostic, *sources_);
  next_->Consume(std::move(diagnostic));
}

}  // namespace kval::driver

#include "src/driver/flags/flag_hints.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/driver/flags/dash_labels.h"
#include "src/support/substitute.h"
#include "src/value/scalar_resolve.h"

namespace kval::driver {
namespace {

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

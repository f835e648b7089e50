#include "src/driver/flag_hints.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/support/substitute.h"
#include "src/value/scalar_resolve.h"

namespace kval::driver {
namespace {

struct FlagName {
  std::string_view file;  // how the name of the flag's text begins
  std::string_view flag;
  std::string_view other;  // the flag that reads YAML
};

constexpr FlagName kFlags[] = {
    {"(data-value arg)", "--data-value", "--data-value-yaml"},
    {"(data-values-env arg)", "--data-values-env", "--data-values-env-yaml"},
    {"(set-string arg)", "--set-string", "--set"},
};

// What a flag says is no file, and what stands for a node elsewhere is not the node.
bool CanEdit(const diag::Edit& edit, const source::SourceMap& sources) {
  if (!sources.Knows(edit.span)) {
    return false;
  }
  const std::string_view name = sources.FileOf(edit.span).name();
  const bool is_flag = name.starts_with('(') && name.find(" arg)") != std::string_view::npos;
  const bool is_alias = edit.span.size() > 0 && sources.Text(edit.span).starts_with('*');
  return !is_flag && !is_alias;
}

}  // namespace

// Repairs of what is no text of a file are dropped as well.
void FlagHints::Consume(diag::Diagnostic diagnostic) {
  const source::Span place = diagnostic.labels.empty() ? source::Span() : diagnostic.labels[0].span;
  if (diagnostic.kind == diag::Kind::kTypeMismatch && diagnostic.hint.empty() && sources_->Knows(place)) {
    const std::string_view name = sources_->FileOf(place).name();
    for (const FlagName& flag : kFlags) {
      if (name.starts_with(flag.file) &&
          value::Resolve(value::Dialect::kYtt, sources_->Text(place)).kind != value::Kind::kString) {
        diagnostic.hint = Substitute("`{}` always gives a string: use `{}`", flag.flag, flag.other);
      }
    }
  }
  std::vector<diag::Edit>& edits = diagnostic.fix.edits;
  if (std::any_of(edits.begin(), edits.end(),
                  [this](const diag::Edit& edit) { return !CanEdit(edit, *sources_); })) {
    diagnostic.fix = {};
  }
  next_->Consume(std::move(diagnostic));
}

}  // namespace kval::driver

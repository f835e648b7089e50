#include "src/driver/flag_hints.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "src/driver/item_dash.h"
#include "src/support/substitute.h"
#include "src/value/scalar_resolve.h"

namespace kval::driver {
namespace {

// What a flag says is no file, and what stands for a node elsewhere is not the node.
bool CanEdit(const diag::Edit& edit, const source::SourceMap& sources, const source::FlagTexts& flags) {
  if (!sources.Knows(edit.span)) {
    return false;
  }
  const bool is_alias = edit.span.size() > 0 && sources.Text(edit.span).starts_with('*');
  return flags.Of(sources.FileOf(edit.span)) == nullptr && !is_alias;
}

}  // namespace

// Repairs of what is no text of a file are dropped as well.
void FlagHints::Consume(diag::Diagnostic diagnostic) {
  const source::Span place = diagnostic.labels.empty() ? source::Span() : diagnostic.labels[0].span;
  if (diagnostic.kind == diag::Kind::kTypeMismatch && diagnostic.hint.empty() && sources_->Knows(place)) {
    const source::FlagText* flag = flags_->Of(sources_->FileOf(place));
    if (flag != nullptr && !flag->yaml_flag.empty() &&
        value::Resolve(value::Dialect::kYtt, sources_->Text(place)).kind != value::Kind::kString) {
      diagnostic.hint = Substitute("`{}` always gives a string: use `{}`", flag->flag, flag->yaml_flag);
    }
  }
  std::vector<diag::Edit>& edits = diagnostic.fix.edits;
  if (std::any_of(edits.begin(), edits.end(),
                  [this](const diag::Edit& edit) { return !CanEdit(edit, *sources_, *flags_); })) {
    diagnostic.fix = {};
  }
  ShowDashes(diagnostic, *sources_);
  next_->Consume(std::move(diagnostic));
}

}  // namespace kval::driver

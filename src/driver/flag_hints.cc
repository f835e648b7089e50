#include "src/driver/flag_hints.h"

#include <string>
#include <string_view>
#include <utility>

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

}  // namespace

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
  next_->Consume(std::move(diagnostic));
}

}  // namespace kval::driver

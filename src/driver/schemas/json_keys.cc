#include "src/driver/schemas/json_keys.h"

#include <string_view>

namespace kval::driver {
namespace {

constexpr diag::Def<std::string_view> kOneKey{diag::Kind::kDuplicateKey,
                                              "these keys are both \"{}\" in JSON"};

}  // namespace

const value::Value* JsonKeys::Of(const value::Value& root) {
  const auto report = [this](const value::Value& first, const value::Value& second) {
    if (reported_.insert(second.span.begin).second) {
      ReportDuplicate(first, second);
    }
  };
  return value::StringifyKeys(root, session_.arena, report, text_of_);
}

void JsonKeys::ReportDuplicate(const value::Value& first, const value::Value& second) {
  session_.emit.Report(second.span, kOneKey, second.raw.view())
      .Label("the second one")
      .Related(first.span, "the first one")
      .Hint("JSON keys are strings: which of two equal keys is used depends on the reader")
      .Emit();
}

}  // namespace kval::driver

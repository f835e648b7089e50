#include "schemas/kubernetes/decoded_strings.h"

#include <algorithm>

#include "src/formats/format.h"
#include "src/support/check.h"
#include "src/types/custom_diagnostic_kind.h"
#include "src/value/compare.h"

namespace kval::schemas::kubernetes {
namespace {

bool Is(std::string_view format, std::string_view text, std::string* why) {
  const formats::FormatEntry* entry = formats::Find(format);
  KVAL_CHECK(entry != nullptr);
  return entry->check(text, why);
}

bool IsBase64(std::string_view text, std::string* why) {
  std::string plain(text);
  plain.erase(std::remove_if(plain.begin(), plain.end(), [](char c) { return c == '\n' || c == '\r'; }),
              plain.end());
  return plain.empty() || Is("base64", plain, why);
}

class DecodedString final : public types::Predicate, public types::CustomDiagnosticKind {
 public:
  using Check = bool (*)(std::string_view text, std::string* why);
  DecodedString(std::string_view name, Check check) : name_(name), check_(check) {}

  types::PredicateResult Test(const value::Value& subject, const types::RuleScope& /*scope*/) const override {
    types::PredicateResult verdict;
    std::string why;
    if (!check_(subject.raw, &why)) {
      verdict.answer = types::PredicateResult::PredicateOutcome::kFails;
      verdict.found = value::Abbreviate(subject) + " (" + why + ")";
    }
    return verdict;
  }
  std::string Describe() const override { return "a valid " + std::string(name_); }
  diag::Kind error_kind() const override { return diag::Kind::kFormat; }

 private:
  std::string_view name_;
  Check check_;
};

}  // namespace

std::shared_ptr<const types::Predicate> MakeBase64Predicate() {
  return std::make_shared<DecodedString>("base64", IsBase64);
}

std::shared_ptr<const types::Predicate> MakeQuantityPredicate() {
  return std::make_shared<DecodedString>("quantity", IsDecodedQuantity);
}

bool IsDecodedQuantity(std::string_view text, std::string* why) {
  constexpr std::string_view kSpaces = " \t\r\n";
  text.remove_prefix(std::min(text.find_first_not_of(kSpaces), text.size()));
  text = text.substr(0, text.find_last_not_of(kSpaces) + 1);
  if (text.empty() || Is("quantity", text, why)) {
    if (text.empty()) {
      *why = "the string is empty";
    }
    return !text.empty();
  }
  // Without a digit it is 0, whatever the unit.
  std::string_view rest = text;
  rest.remove_prefix(rest.front() == '+' || rest.front() == '-' ? 1 : 0);
  rest.remove_prefix(rest.starts_with(".") ? 1 : 0);
  std::string unused;
  return rest.find_first_of("0123456789") == std::string_view::npos &&
         Is("quantity", "0" + std::string(rest), &unused);
}

}  // namespace kval::schemas::kubernetes

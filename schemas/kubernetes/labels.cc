#include "schemas/kubernetes/labels.h"

#include <string_view>

#include "src/formats/format.h"
#include "src/support/check.h"
#include "src/value/compare.h"

namespace kval::schemas::kubernetes {
namespace {

// What keeps a text from being of a format; empty when it is.
std::string WhyNot(std::string_view format, std::string_view text) {
  const formats::FormatEntry* entry = formats::Find(format);
  KVAL_CHECK(entry != nullptr);
  std::string why;
  return entry->check(text, &why) ? std::string() : why;
}

}  // namespace

types::PredicateResult Labels::Test(const value::Value& subject, const types::RuleScope& /*scope*/) const {
  types::PredicateResult verdict;
  const auto fail = [&](const value::Entry& entry, const value::Value& at, const std::string& message) {
    if (verdict.holds()) {
      verdict.answer = types::PredicateResult::PredicateOutcome::kFails;
      verdict.message = message;
    }
    verdict.parts.push_back({{diag::PathStep::Key(value::PlainText(*entry.key))},
                             at.span,
                             verdict.parts.empty() ? std::string() : std::string("and this is none")});
  };
  for (const value::Entry& entry : subject.entries()) {
    const std::string key = value::PlainText(*entry.key);
    if (const std::string why = WhyNot("qualified-name", key); !why.empty()) {
      fail(entry, *entry.key, "`" + key + "` cannot be the key of a label: " + why);
    }
    const bool is_text = entry.value->kind == value::Kind::kString;
    if (const std::string why = is_text ? WhyNot("label-value", entry.value->raw) : std::string();
        !why.empty()) {
      fail(entry, *entry.value,
           "`" + std::string(entry.value->raw) + "` cannot be the value of a label: " + why);
    }
  }
  return verdict;
}

}  // namespace kval::schemas::kubernetes

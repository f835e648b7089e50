#include <optional>
#include <string_view>

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/report_at.h"
#include "src/kubernetes/similar_key.h"
#include "src/kubernetes/structural.h"
#include "src/support/ascii.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;

constexpr diag::Def<> kSpaceMessage{diag::Kind::kBadCrd,
                                    "the message of a rule cannot consist of spaces only"};
constexpr diag::Def<> kLongMessage{diag::Kind::kBadCrd, "the message of a rule is one line"};
constexpr diag::Def<> kNoMessage{diag::Kind::kBadCrd,
                                 "required key `message` is missing: a multi-line rule requires a message"};

bool HasLines(Text text) {
  return text.find_first_of("\r\n") != Text::npos;
}

}  // namespace

// apiextensions-apiserver, pkg/apis/apiextensions/validation, ValidateCustomResourceDefinitionOpenAPISchema.
void CheckRuleStrings(const check::ValueCursor& schema, diag::Emitter& emit) {
  ForEachItemOf(schema, "x-kubernetes-validations", [&](const check::ValueCursor& item) {
    const Text rule = Trimmed(GetStringField(item, "rule"), kWhitespace);
    const std::optional<check::ValueCursor> stated = At(item, "message");
    if (rule.empty() || IsRecovered(*item.value) || (stated && stated->value->kind != Kind::kString)) {
      return;
    }
    const Text message = stated ? Trimmed(TextOf(*stated), kWhitespace) : Text();
    if (stated && message.empty() && !TextOf(*stated).empty()) {
      ReportAt(emit, *stated, kSpaceMessage).Emit();
    } else if (HasLines(message)) {
      ReportAt(emit, *stated, kLongMessage).Emit();
    } else if (HasLines(rule) && message.empty() &&
               (stated || !HasSimilarKey(item, "message", {"messageExpression"}))) {
      ReportMissing(emit, item, "message", kNoMessage).Emit();
    }
  });
}

}  // namespace kval::kubernetes

#include <optional>
#include <string_view>

#include "src/kubernetes/near_key.h"
#include "src/kubernetes/node.h"
#include "src/kubernetes/structural.h"
#include "src/kubernetes/tell.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;

constexpr diag::Def<> kBlankMessage{diag::Kind::kBadCrd, "the message of a rule cannot be blank"};
constexpr diag::Def<> kLongMessage{diag::Kind::kBadCrd, "the message of a rule is one line"};
constexpr diag::Def<> kNoMessage{diag::Kind::kBadCrd,
                                 "required key `message` is missing: a multi-line rule requires a message"};

Text Trimmed(Text text) {
  constexpr Text kBlanks = " \t\n\v\f\r";
  const size_t begin = text.find_first_not_of(kBlanks);
  return begin == Text::npos ? Text() : text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

bool HasLines(Text text) {
  return text.find_first_of("\r\n") != Text::npos;
}

}  // namespace

// apiextensions-apiserver, pkg/apis/apiextensions/validation, ValidateCustomResourceDefinitionOpenAPISchema.
void CheckRuleTexts(const check::Trail& schema, diag::Emitter& emit) {
  ForEachItemOf(schema, "x-kubernetes-validations", [&](const check::Trail& item) {
    const Text rule = Trimmed(TextAt(item, "rule"));
    const std::optional<check::Trail> stated = At(item, "message");
    if (rule.empty() || HasGap(*item.value) || (stated && stated->value->kind != Kind::kString)) {
      return;
    }
    const Text message = stated ? Trimmed(TextOf(*stated)) : Text();
    if (stated && message.empty() && !TextOf(*stated).empty()) {
      Tell(emit, *stated, kBlankMessage).Emit();
    } else if (HasLines(message)) {
      Tell(emit, *stated, kLongMessage).Emit();
    } else if (HasLines(rule) && message.empty() &&
               (stated || !HasMisspelt(item, "message", {"messageExpression"}))) {
      TellMissing(emit, item, "message", kNoMessage).Emit();
    }
  });
}

}  // namespace kval::kubernetes

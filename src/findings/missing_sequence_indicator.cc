#include "src/findings/missing_sequence_indicator.h"

#include "src/check/fields.h"

namespace kval::findings {

void LabelMissingSequenceIndicator(const value::Value& value, const types::Type& expected,
                                   const types::Model& model, diag::DiagnosticBuilder& builder) {
  const auto* list = std::get_if<types::List>(&expected.shape);
  const bool is_block =
      value.kind == value::Kind::kMapping && value.style == value::Style::kBlock && !value.entries().empty();
  if (list == nullptr || !is_block) {
    return;
  }
  const auto* item = std::get_if<types::Record>(&model.Resolve(list->item).shape);
  const value::Value& first = *value.entries().front().key;
  if (item != nullptr && first.span.has_value() && check::FieldCursor(model, *item).Find(first) != nullptr) {
    builder.Related(first.span, "a `- ` before this key makes it an item");
  }
}

}  // namespace kval::findings

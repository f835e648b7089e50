#include "src/lang/kcl/eval/required_attributes.h"

#include "src/lang/kcl/runtime/size_estimate.h"
#include "src/support/substitute.h"

namespace kval::kcl::eval {

using runtime::Kind;

void RequiredAttributes::CheckInstance(const runtime::Schema& schema, source::Span at, source::Span made_by) {
  const Layout& layout = context_.LayoutOf(SchemaOf(*schema.type));
  for (size_t index : layout.required_order) {
    const Member& member = layout.members[index];
    const Value value = layout.ValueIn(*schema.attributes, index);
    if (member.optional || !value.is_empty() || runtime::IsInvalidValue(value)) {
      continue;
    }
    // A None that was given for it.
    const bool is_given =
        value.is(Kind::kNone) && value.span.has_value() && schema.IsExplicitlySet(member.text);
    context_.trace().absent = {};
    context_.FailAt(is_given ? value.span : at,
                    Substitute("attribute '{}' of {} is required and can't be None or Undefined", member.text,
                               schema.type->name));
    diag::Diagnostic& failure = context_.failures().current();
    if (member.declaration != nullptr) {
      context_.failures().DiscardSince({});
      failure.labels.push_back({member.declaration->span, "it is declared here", diag::LabelRole::kSchema});
    }
    if (made_by.has_value() && made_by != at) {
      failure.labels.push_back({made_by, "this default has no value for it", diag::LabelRole::kRelated});
    }
    if (context_.collects()) {
      failure.kind = diag::Kind::kMissingRequired;
      failure.path = {diag::PathStep::Key(member.text)};
    }
    if (!context_.Recover()) {
      return;
    }
  }
}

// Null when the instance's further keys, if it may have any, have no default of an index signature.
const Layout* RequiredAttributes::WithSignatureDefault(const Value& instance) {
  if (!instance.is(Kind::kSchema)) {
    return nullptr;
  }
  const Layout& layout = context_.LayoutOf(SchemaOf(*instance.schema->type));
  const bool has_default =
      layout.index_owner != nullptr && layout.index_owner->stmt->index_signature->default_value != nullptr;
  return has_default ? &layout : nullptr;
}

void RequiredAttributes::Check(const Value& value, size_t depth, source::Span made_by) {
  if (context_.failed()) {
    return;
  }
  if (depth > runtime::kMaxNesting) {
    context_.FailLimit(runtime::Limit::kNesting, "the value is nested too deeply");
    return;
  }
  if (value.is(Kind::kSchema)) {
    CheckInstance(*value.schema, value.span, made_by);
    if (value.schema->united_keys != nullptr) {
      united_.push_back(value);
    }
  }
  if (value.is_config() && context_.ChargeItems(value.fields().entries.size())) {
    const Layout* const open = WithSignatureDefault(value);
    for (const Entry& entry : value.fields().entries) {
      const bool is_further = open != nullptr && open->MemberOf(entry.key) == Layout::kNoMember;
      Check(entry.value, depth + 1,
            is_further ? open->index_owner->stmt->index_signature->default_value->span : source::Span());
    }
  } else if (value.is(Kind::kList) && context_.ChargeItems(value.items().size())) {
    for (const Value& item : value.items()) {
      Check(item, depth + 1);
    }
  }
}

bool RequiredAttributes::IsIncomplete(const Value& instance) {
  if (!instance.is(Kind::kSchema)) {
    return false;
  }
  const Layout& layout = context_.LayoutOf(SchemaOf(*instance.schema->type));
  for (size_t i = 0; i < layout.members.size(); ++i) {
    const Member& member = layout.members[i];
    const Value value = layout.ValueIn(instance.fields(), i);
    if (member.is_declared && !member.optional && value.is_empty() && !runtime::IsInvalidValue(value)) {
      return true;
    }
  }
  return false;
}

}  // namespace kval::kcl::eval

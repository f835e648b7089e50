#include "src/lang/kcl/eval/required_attributes.h"

#include <algorithm>

#include "src/lang/kcl/runtime/extent.h"
#include "src/support/substitute.h"

namespace kval::kcl::eval {

using runtime::Kind;

void RequiredAttributes::CheckOwn(const runtime::Schema& schema, source::Span at, source::Span made_by) {
  const Layout& layout = context_.LayoutOf(SchemaOf(*schema.type));
  for (size_t index : layout.required_order) {
    const Member& member = layout.members[index];
    if (member.optional || !schema.attributes->Get(member.text).is_empty()) {
      continue;
    }
    const Entry* given = schema.config->Find(member.text);
    const bool is_given = given != nullptr && given->value.is(Kind::kNone) && given->value.span.has_value();
    context_.FailAt(is_given ? given->value.span : at,
                    Substitute("attribute '{}' of {} is required and can't be None or Undefined", member.text,
                               schema.type->name));
    diag::Diagnostic& failure = context_.failures().current();
    if (member.declaration != nullptr) {
      context_.failures().ForgetMeanwhile({});
      failure.labels.push_back({member.declaration->span, "it is declared here", diag::Role::kSchema});
    }
    if (made_by.has_value() && made_by != at) {
      failure.labels.push_back({made_by, "this default has no value for it", diag::Role::kRelated});
    }
    context_.NoteShapeError();
    if (context_.collects()) {
      failure.kind = diag::Kind::kMissingRequired;
      failure.path = {diag::PathStep::Key(member.text)};
    }
    if (!context_.Recover()) {
      return;
    }
  }
}

// The default that an index signature gives a further key of an instance.
source::Span RequiredAttributes::SignatureDefault(const Value& instance, std::string_view key) {
  if (!instance.is(Kind::kSchema)) {
    return {};
  }
  const Layout& layout = context_.LayoutOf(SchemaOf(*instance.schema->type));
  if (layout.index_owner == nullptr || layout.by_name.count(context_.program().ast.names.Find(key)) != 0) {
    return {};
  }
  const Expr* value = layout.index_owner->stmt->index_signature->default_value;
  return value == nullptr ? source::Span() : value->span;
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
    CheckOwn(*value.schema, value.span, made_by);
  }
  if (value.is_config() && context_.ChargeItems(value.fields().entries.size())) {
    for (const Entry& entry : value.fields().entries) {
      Check(entry.value, depth + 1, SignatureDefault(value, entry.key));
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
  return std::any_of(layout.members.begin(), layout.members.end(), [&](const Member& member) {
    return member.is_declared && !member.optional && instance.fields().Get(member.text).is_empty();
  });
}

}  // namespace kval::kcl::eval

#include "src/lang/kcl/sema/member_uses.h"

#include "src/lang/kcl/sema/type_kinds.h"

namespace kval::kcl::sema {

void NoteDeclaredMember(source::Span at, Symbol name, source::Span declared, Context& context) {
  if (context.program.records_member_uses && at.has_value() && name.has_value()) {
    context.program.member_uses.push_back({at, name, declared});
  }
}

void NoteMemberUse(source::Span at, Symbol name, const Type* object, Context& context) {
  if (!context.program.records_member_uses) {
    return;
  }
  if (object == nullptr || IsAny(object)) {
    NoteDeclaredMember(at, name, {}, context);
  } else if (IsSchema(object)) {
    // A key that an index signature allows is no attribute.
    const Attribute* attribute = object->schema->Find(name);
    NoteDeclaredMember(at, name, attribute != nullptr ? attribute->span : at, context);
  } else if (object->kind == TypeKind::kDict) {
    NoteDeclaredMember(at, name, at, context);
    for (const DictAttribute& key : object->attributes) {
      if (key.name == name) {
        NoteDeclaredMember(at, name, key.span, context);
      }
    }
  } else if (object->kind == TypeKind::kUnion) {
    for (const Type* member : object->members) {
      NoteMemberUse(at, name, member, context);
    }
  }
}

}  // namespace kval::kcl::sema

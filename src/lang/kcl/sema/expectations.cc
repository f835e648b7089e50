#include "src/lang/kcl/sema/expectations.h"

#include "src/lang/kcl/sema/program.h"
#include "src/lang/kcl/sema/type_kinds.h"

namespace kval::kcl::sema {

void Expectations::PushParts(const Type* type, source::Span at) {
  const bool has_parts = type->kind == TypeKind::kList || type->kind == TypeKind::kUnion || IsConfig(type);
  expected_.push_back(has_parts ? Expected{type, at} : Expected());
}

Expected Expectations::Of(const Expected& outer, Symbol key) {
  if (!outer.type) {
    return {};
  }
  switch (outer.type->kind) {
    case TypeKind::kList:
    case TypeKind::kDict:
      return {outer.type->element, outer.at};
    case TypeKind::kSchema:
    case TypeKind::kSchemaType: {
      const Schema& schema = *outer.type->schema;
      if (const Attribute* attribute = schema.Find(key)) {
        return {attribute->type, attribute->span};
      }
      return schema.has_index_signature ? Expected{schema.index_value, outer.at} : Expected();
    }
    case TypeKind::kUnion:
      return OfUnion(outer, key);
    default:
      return {};
  }
}

// Whatever a member of the union would expect.
Expected Expectations::OfUnion(const Expected& outer, Symbol key) {
  std::vector<const Type*> possible;
  for (const Type* member : outer.type->members) {
    if (member->kind == TypeKind::kDict) {
      possible.push_back(member->element);
    } else if (IsSchema(member)) {
      if (const Attribute* attribute = member->schema->Find(key)) {
        possible.push_back(attribute->type);
      } else if (member->schema->has_index_signature) {
        possible.push_back(member->schema->index_value);
      }
    }
  }
  return possible.empty() ? Expected() : Expected{types_.Sup(possible), outer.at};
}

}  // namespace kval::kcl::sema

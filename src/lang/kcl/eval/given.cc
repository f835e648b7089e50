#include "src/lang/kcl/eval/given.h"

#include <algorithm>

#include "src/lang/kcl/sema/type.h"

namespace kval::kcl::eval {
namespace {

bool IsPlain(const ConfigEntry& entry) {
  return entry.kind == EntryKind::kPair &&
         (entry.key.front().kind == KeyStepKind::kName || entry.key.front().kind == KeyStepKind::kString);
}

bool IsOneKey(const ConfigEntry& entry) {
  return IsPlain(entry) && entry.key.size() == 1;
}

}  // namespace

bool HasSignatureDefault(const GivenEntry& given) {
  if (!IsOneKey(*given.entry) || given.entry->op != EntryOp::kUnion) {
    return false;
  }
  for (const kcl::Schema* schema = given.of.schema; schema != nullptr; schema = schema->base) {
    if (schema->has_index_signature && schema->stmt != nullptr && schema->stmt->index_signature != nullptr) {
      return schema->stmt->index_signature->default_value != nullptr;
    }
  }
  return false;
}

bool HasOtherEntry(const GivenEntry& given, size_t& looked_at) {
  const ConfigEntry& own = *given.entry;
  const auto is_other = [&](const ConfigEntry& other) {
    return &other != &own && IsPlain(other) && other.key.front().name.symbol == own.key.front().name.symbol;
  };
  return IsOneKey(own) &&
         std::any_of(given.of.parts.begin(), given.of.parts.end(), [&](const ConfigExpr* part) {
           looked_at += part->entries.size();
           return std::any_of(part->entries.begin(), part->entries.end(), is_other);
         });
}

const kcl::Schema* SchemaOfValue(const Program& program, const Given& given, const ConfigEntry& entry) {
  const Type* type = nullptr;
  if (entry.value->kind == ExprKind::kSchemaInit) {
    type = program.TypeOf(*entry.value);
  } else if (given.schema != nullptr && IsOneKey(entry)) {
    const Attribute* attribute = given.schema->Find(entry.key.front().name.symbol);
    type = attribute == nullptr ? nullptr : attribute->type;
  }
  return type != nullptr && type->kind == TypeKind::kSchema ? type->schema : nullptr;
}

}  // namespace kval::kcl::eval

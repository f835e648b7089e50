#include "src/lang/kcl/sema/schema_attributes.h"

#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "src/lang/kcl/sema/assignment_targets.h"
#include "src/lang/kcl/sema/decorator_checker.h"
#include "src/lang/kcl/sema/subsumption.h"
#include "src/lang/kcl/sema/type_kinds.h"
#include "src/lang/kcl/sema/type_resolver.h"

// Source: KCL's resolver/global.rs.
namespace kval::kcl::sema {

void SchemaAttributes::BuildSchema(Schema& schema) {
  if (schema.rule) {
    schema.params = written_types_.ParamsOf(schema.rule->params);
    decorators_.CheckDecorators(schema.rule->decorators);
    if (schema.protocol) {
      schema.has_index_signature = schema.protocol->has_index_signature;
      schema.index_key = schema.protocol->index_key;
      schema.index_value = schema.protocol->index_value;
    }
    return;
  }
  schema.params = written_types_.ParamsOf(schema.stmt->params);
  decorators_.CheckDecorators(schema.stmt->decorators);
  BuildIndexSignature(schema);
  for (const Stmt* stmt : schema.stmt->body) {
    BuildAttribute(schema, stmt);
  }
  const std::unordered_set<Symbol> names = CollectAssignedNames(schema.stmt->body);
  for (const Parameter& param : schema.stmt->params) {
    if (names.count(param.name.symbol) > 0) {
      diagnostics_.Report(diag::Kind::kKclCompile, param.name.span,
                          "Unexpected parameter name " + context_.Quoted(param.name.symbol) +
                              " with the same name as the schema attribute");
    }
  }
}

void SchemaAttributes::BuildIndexSignature(Schema& schema) {
  const IndexSignature* signature = schema.stmt->index_signature;
  if (!signature) {
    return;
  }
  schema.has_index_signature = true;
  schema.index_any_other = signature->any_other;
  schema.index_alias = signature->has_alias ? signature->alias.symbol : Symbol();
  schema.index_key = written_types_.ResolveType(signature->key_type);
  schema.index_value = written_types_.ResolveType(signature->value_type);
  if (!IsKey(schema.index_key) && schema.index_key->kind != TypeKind::kInvalid) {
    diagnostics_.Report(diag::Kind::kKclIndexSignature, signature->key_type->span,
                        "invalid index signature key type: '" + types_.Text(schema.index_key) + "'",
                        {{schema.stmt->name.span, "of this schema"}});
  }
  const std::unordered_set<Symbol> names = CollectAssignedNames(schema.stmt->body);
  if (signature->has_alias && names.count(signature->alias.symbol) > 0) {
    diagnostics_.Report(diag::Kind::kKclIndexSignature, signature->span,
                        "index signature attribute name " + context_.Quoted(signature->alias.symbol) +
                            " cannot have the same name as schema attributes");
  }
}

void SchemaAttributes::BuildAttribute(Schema& schema, const Stmt* stmt) {
  Attribute attribute;
  attribute.owner = &schema;
  if (const AttributeStmt* decl = stmt->As<AttributeStmt>()) {
    attribute.name = decl->name.symbol;
    attribute.span = decl->name.span;
    attribute.type = written_types_.ResolveType(decl->type);
    attribute.optional = decl->optional;
    attribute.has_default = decl->value || (decl->type->kind == TypeExprKind::kLiteral && !decl->optional);
    attribute.decl = decl;
    decorators_.CheckDecorators(decl->decorators);
  } else if (const UnificationStmt* unification = stmt->As<UnificationStmt>()) {
    diagnostics_.Silence(true);
    const Type* type = walker_.WalkPlain(unification->value->schema);
    diagnostics_.Silence(false);
    attribute.name = unification->target.name.symbol;
    attribute.span = unification->target.name.span;
    attribute.type = type->kind == TypeKind::kSchemaType ? types_.OfSchema(type->schema, true) : type;
    attribute.has_default = true;
  } else {
    return;
  }
  schema.by_name.emplace(attribute.name, schema.attributes.size());
  schema.attributes.push_back(attribute);
}

// Source: the historic documentation, "unless the schema (or one of the schemas) is a relaxed schema".
void SchemaAttributes::InheritRelaxation(Schema& schema) {
  if (schema.has_index_signature) {
    return;
  }
  if (const Schema* base = FindNearestRelaxed(schema.base)) {
    schema.has_index_signature = true;
    schema.index_any_other = true;
    schema.index_key = base->index_key;
    schema.index_value = base->index_value;
  }
}

// Returns the schema, or its nearest base, whose index signature derived schemas inherit. The result is
// cached for all schemas on the way.
const Schema* SchemaAttributes::FindNearestRelaxed(const Schema* schema) {
  std::vector<const Schema*> way;
  const Schema* found = nullptr;
  for (; schema != nullptr; schema = schema->base) {
    const auto known = relaxed_.find(schema);
    const IndexSignature* signature = schema->stmt != nullptr ? schema->stmt->index_signature : nullptr;
    if (known != relaxed_.end() || (signature != nullptr && signature->is_inherited)) {
      found = known != relaxed_.end() ? known->second : schema;
      break;
    }
    way.push_back(schema);
  }
  for (const Schema* passed : way) {
    relaxed_[passed] = found;
  }
  return found;
}

void SchemaAttributes::CheckAttributes(Schema& schema) {
  InheritRelaxation(schema);
  std::vector<Attribute> kept;
  std::unordered_map<Symbol, size_t> first;
  for (const Attribute& attribute : schema.attributes) {
    const auto [place, added] = first.emplace(attribute.name, kept.size());
    CheckAttributeRules(schema, attribute, added ? nullptr : &kept[place->second],
                        schema.base ? schema.base->Find(attribute.name) : nullptr);
    if (added) {
      kept.push_back(attribute);
    } else {
      kept[place->second].has_default = kept[place->second].has_default || attribute.has_default;
    }
  }
  schema.attributes = std::move(kept);
  schema.by_name = std::move(first);
}

namespace {

// Whether an attribute may be left out is what its first declaration says, for all those below (KCL's
// resolver/global.rs, build_schema_type). Cycles were cut.
const Attribute* FirstDeclaration(const Attribute* attribute) {
  while (attribute->owner != nullptr && attribute->owner->base != nullptr) {
    const Attribute* above = attribute->owner->base->Find(attribute->name);
    if (above == nullptr || above == attribute) {
      break;
    }
    attribute = above;
  }
  return attribute;
}

}  // namespace

void SchemaAttributes::CheckAttributeRules(const Schema& schema, const Attribute& attribute,
                                           const Attribute* earlier, const Attribute* inherited) {
  for (const Attribute* before : {earlier, inherited}) {
    if (before && !Subsumes(attribute.type, before->type, false)) {
      diagnostics_.Report(diag::Kind::kKclType, attribute.span,
                          "can't change schema field type of " + context_.Quoted(attribute.name) + " from " +
                              types_.Text(before->type) + " to " + types_.Text(attribute.type),
                          {{before->span, "the attribute is declared here"}});
      break;
    }
  }
  const Attribute* first = inherited ? FirstDeclaration(inherited) : earlier;
  if (first && attribute.optional && !first->optional) {
    diagnostics_.Report(
        diag::Kind::kKclType, attribute.span,
        "can't change the required schema attribute of " + context_.Quoted(attribute.name) + " to optional",
        {{first->span, "the attribute is declared here"}});
  }
  if (schema.has_index_signature && !schema.index_any_other &&
      !Subsumes(attribute.type, schema.index_value, false)) {
    const std::string alias = schema.index_alias.has_value()
                                  ? std::string(context_.Text(schema.index_alias)) + ": "
                                  : std::string();
    diagnostics_.Report(diag::Kind::kKclIndexSignature, attribute.span,
                        "the type '" + types_.Text(attribute.type) + "' of schema attribute " +
                            context_.Quoted(attribute.name) +
                            " does not meet the index signature definition [" + alias +
                            types_.Text(schema.index_key) + "]: " + types_.Text(schema.index_value));
  }
}

}  // namespace kval::kcl::sema

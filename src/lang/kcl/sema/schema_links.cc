#include "src/lang/kcl/sema/schema_links.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "src/lang/kcl/sema/attributes.h"
#include "src/lang/kcl/sema/name_resolver.h"
#include "src/lang/kcl/sema/reserved.h"
#include "src/lang/kcl/syntax/schema_suffixes.h"

// Source: KCL's resolver/global.rs.
namespace kval::kcl::sema {
namespace {}  // namespace

const Schema* SchemaLinks::ResolveSchemaRef(const SchemaRef& ref, const Type*& type) {
  type = names_.Resolve(
      ref.names[0],
      "IllegalInheritError: only a schema, mixin or protocol that exists can be inherited from");
  for (size_t i = 1; i < ref.names.size(); ++i) {
    type = attributes_.LoadAttribute(type, ref.names[i], ref.span);
  }
  return type->kind == TypeKind::kSchemaType ? type->schema : nullptr;
}

const Schema* SchemaLinks::LinkProtocol(const SchemaRef& ref) {
  const Type* type = nullptr;
  const Schema* schema = ResolveSchemaRef(ref, type);
  if (schema && schema->stmt && schema->stmt->schema_kind == SchemaKind::kProtocol) {
    return schema;
  }
  if (type->kind != TypeKind::kInvalid) {
    diagnostics_.Report(
        diag::Kind::kKclInherit, ref.span,
        "invalid schema inherit object type, expect protocol, got '" + types_.Text(type) + "'");
  }
  return nullptr;
}

void SchemaLinks::LinkSchema(Schema& schema) {
  const SchemaStmt& stmt = *schema.stmt;
  CheckSchemaName(schema);
  if (stmt.base) {
    const Type* type = nullptr;
    const Schema* base = ResolveSchemaRef(*stmt.base, type);
    if (base && base->stmt && base->stmt->schema_kind == SchemaKind::kSchema) {
      schema.base = base;
    } else if (type->kind != TypeKind::kInvalid) {
      diagnostics_.Report(
          diag::Kind::kKclInherit, stmt.base->span,
          "invalid schema inherit object type, expect schema, got '" + types_.Text(type) + "'");
    }
  }
  if (stmt.for_protocol) {
    if (stmt.schema_kind == SchemaKind::kMixin) {
      schema.protocol = LinkProtocol(*stmt.for_protocol);
    } else {
      diagnostics_.Report(diag::Kind::kKclInherit, stmt.for_protocol->span,
                          "only schema mixin can inherit from protocol");
    }
  }
  for (const SchemaRef& ref : stmt.mixins) {
    const std::string_view last = context_.Text(ref.names.back().symbol);
    if (!last.ends_with(kMixinSuffix)) {
      diagnostics_.Report(diag::Kind::kKclName, ref.span,
                          "a valid mixin name should end with 'Mixin', got '" + std::string(last) + "'");
    }
    const Type* type = nullptr;
    const Schema* mixin = ResolveSchemaRef(ref, type);
    if (mixin && mixin->stmt && mixin->stmt->schema_kind == SchemaKind::kMixin) {
      schema.mixins.push_back(mixin);
    } else if (type->kind != TypeKind::kInvalid) {
      diagnostics_.Report(
          diag::Kind::kKclInherit, ref.span,
          "illegal schema mixin object type, expected mixin, got '" + types_.Text(type) + "'");
    }
  }
}

void SchemaLinks::LinkRule(Schema& schema) {
  const RuleStmt& stmt = *schema.rule;
  CheckSchemaName(schema);
  for (const SchemaRef& ref : stmt.bases) {
    const Type* type = nullptr;
    const Schema* base = ResolveSchemaRef(ref, type);
    if (base && base->rule) {
      schema.rule_bases.push_back(base);
    } else if (type->kind != TypeKind::kInvalid) {
      diagnostics_.Report(diag::Kind::kKclInherit, ref.span, "illegal rule type '" + types_.Text(type) + "'");
    }
  }
  if (stmt.for_protocol) {
    schema.protocol = LinkProtocol(*stmt.for_protocol);
  }
}

void SchemaLinks::CheckSchemaName(const Schema& schema) {
  const Name& name = schema.stmt ? schema.stmt->name : schema.rule->name;
  if (IsReserved(context_.Text(name.symbol))) {
    diagnostics_.Report(diag::Kind::kKclCompile, name.span,
                        (schema.stmt ? "schema name " : "rule name ") + context_.Quoted(name.symbol) +
                            " cannot be the same as the built-in types (" + std::string(kReservedTypesText) +
                            ")");
  }
  if (!schema.stmt || schema.stmt->schema_kind != SchemaKind::kProtocol) {
    return;
  }
  if (!context_.Text(name.symbol).ends_with(kProtocolSuffix)) {
    diagnostics_.Report(diag::Kind::kKclCompile, name.span, "schema protocol name must end with 'Protocol'");
  }
  const bool only_attributes =
      std::all_of(schema.stmt->body.begin(), schema.stmt->body.end(),
                  [](const Stmt* stmt) { return stmt->kind == StmtKind::kAttribute; }) &&
      schema.stmt->checks.empty() && schema.stmt->mixins.empty();
  if (!only_attributes) {
    diagnostics_.Report(diag::Kind::kKclCompile, name.span,
                        "a protocol is only allowed to define attributes in it");
  }
}

}  // namespace kval::kcl::sema

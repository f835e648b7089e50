#include "src/lang/kcl/sema/schema_bodies.h"

#include "src/lang/kcl/sema/assignability.h"
#include "src/lang/kcl/sema/assignment_targets.h"
#include "src/lang/kcl/sema/expectations.h"
#include "src/lang/kcl/sema/name_resolver.h"
#include "src/lang/kcl/sema/operations.h"
#include "src/lang/kcl/sema/parameters.h"
#include "src/lang/kcl/sema/scopes.h"

// Source: KCL's resolver/schema.rs.
namespace kval::kcl::sema {

void SchemaBodies::CheckUniqueKey(const Name& name) {
  const auto earlier = context_.assigned.find(name.symbol);
  if (earlier != context_.assigned.end()) {
    diagnostics_.Report(
        diag::Kind::kKclUniqueKey, name.span, "Unique key error name " + context_.Quoted(name.symbol),
        {{earlier->second, "The variable " + context_.Quoted(name.symbol) + " is declared here"}});
  }
  context_.assigned[name.symbol] = name.span;
}

void SchemaBodies::WalkSchema(const Stmt* stmt) {
  const auto found = context_.program.schema_of.find(stmt);
  if (!scopes_.empty()) {
    diagnostics_.Report(diag::Kind::kKclCompile, stmt->span, "a schema is only allowed at the top level");
    return;
  }
  if (found == context_.program.schema_of.end()) {
    return;  // its name is taken, which was reported
  }
  Schema& schema = *found->second;
  CheckUniqueKey(schema.stmt ? schema.stmt->name : schema.rule->name);
  context_.body.schema = &schema;
  context_.body.types.clear();
  if (schema.stmt) {
    for (const Symbol name : CollectAssignedNames(schema.stmt->body)) {
      context_.body.types[name] = types_.any();
    }
  }
  scopes_.Enter(ScopeKind::kSchema);
  parameters_.WalkParams(schema.stmt ? schema.stmt->params : schema.rule->params, schema.params);
  if (schema.stmt) {
    if (const IndexSignature* signature = schema.stmt->index_signature) {
      if (signature->has_alias) {
        names_.Bind(signature->alias, schema.index_key);
      }
      if (signature->default_value) {
        walker_.WalkExpecting(signature->default_value, schema.index_value, {});
      }
    }
    walker_.WalkStmts(schema.stmt->body);
    WalkCheckLines(schema.stmt->checks);
  } else {
    WalkCheckLines(schema.rule->checks);
  }
  scopes_.Leave();
  context_.body.schema = nullptr;
}

void SchemaBodies::WalkCheckLines(std::span<const CheckLine> lines) {
  for (const CheckLine& line : lines) {
    if (line.message) {
      walker_.WalkExpecting(line.message, types_.string(), {});
    }
    if (line.guard) {
      walker_.WalkPlain(line.guard);
    }
    walker_.WalkPlain(line.condition);
  }
}

void SchemaBodies::WalkAttribute(const AttributeStmt& stmt) {
  const Attribute* attribute = context_.body.schema ? context_.body.schema->Find(stmt.name.symbol) : nullptr;
  const Type* known = context_.body.TypeOf(stmt.name.symbol);
  const Type* expected = known ? known : types_.any();
  context_.SetRef(stmt.name, names_.LookupAttribute(stmt.name.symbol).ref);
  if (!stmt.value) {
    return;
  }
  const size_t before = diagnostics_.count();
  expectations_.PushParts(expected, stmt.name.span);
  const Type* value = walker_.Walk(stmt.value);
  expectations_.Pop();
  if (diagnostics_.count() > before) {
    return;
  }
  if (stmt.has_aug_op && stmt.aug_op == BinaryOp::kBitOr) {
    value = operations_.Binary(value, expected, BinaryOp::kBitOr, stmt.name.span);
  }
  assignability_.CheckValue(*stmt.value, value, expected, attribute->span);
}

}  // namespace kval::kcl::sema

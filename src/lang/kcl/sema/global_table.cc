#include "src/lang/kcl/sema/global_table.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "src/lang/kcl/sema/name_resolver.h"
#include "src/lang/kcl/sema/subsumption.h"
#include "src/lang/kcl/sema/type_aliases.h"
#include "src/lang/kcl/sema/type_resolver.h"

// Source: KCL's resolver/global.rs.
namespace kval::kcl::sema {
namespace {

// KCL reports a second error for a value that replaces something other than a value.
std::string NoteOnKind(GlobalKind kind) {
  switch (kind) {
    case GlobalKind::kVariable:
      return {};
    case GlobalKind::kSchema:
    case GlobalKind::kRule:
      return "TypeError: the name of a schema cannot be declared again";
    case GlobalKind::kTypeAlias:
      return "TypeError: the name of a type cannot be declared again";
  }
  return {};
}

}  // namespace

void GlobalTable::DeclareGlobals() {
  early_lambdas_.clear();
  fixed_.clear();
  context_.ForEachStmt([&](const Stmt* stmt) {
    if (const SchemaStmt* schema = stmt->As<SchemaStmt>()) {
      DeclareSchema(stmt, schema->name, GlobalKind::kSchema);
    } else if (const RuleStmt* rule = stmt->As<RuleStmt>()) {
      DeclareSchema(stmt, rule->name, GlobalKind::kRule);
    }
  });
  aliases_.ForgetPackage();
  context_.ForEachStmt([&](const Stmt* stmt) {
    if (const TypeAliasStmt* alias = stmt->As<TypeAliasStmt>()) {
      aliases_.DeclareAlias(*alias);
    }
  });
  context_.ForEachFile([&](Stmts body) { DeclareStatements(body, false); });
  context_.ForEachFile([&](Stmts body) { CollectSetters(body); });
}

void GlobalTable::DeclareSchema(const Stmt* stmt, const Name& name, GlobalKind kind) {
  const auto found = context_.package().by_name.find(name.symbol);
  // Of two schemas the later one is used, so that its instances are no further mistakes.
  int32_t index = found != context_.package().by_name.end() ? found->second : -1;
  if (index >= 0) {
    const Global& earlier = context_.package().globals[static_cast<size_t>(index)];
    diagnostics_.Report(
        diag::Kind::kKclUniqueKey, name.span, "Unique key error name " + context_.Quoted(name.symbol),
        {{earlier.span, "The variable " + context_.Quoted(name.symbol) + " is declared here"}});
  } else {
    if (names_.FindImport(name.symbol)) {
      diagnostics_.Report(diag::Kind::kKclUniqueKey, name.span,
                          "Unique key error name " + context_.Quoted(name.symbol));
    }
    index = context_.AddGlobal(name, kind);
  }
  auto schema = std::make_unique<Schema>();
  schema->index = static_cast<int32_t>(context_.program.schemas.size());
  schema->package = static_cast<int32_t>(context_.package_index);
  schema->global = index;
  schema->name = name.symbol;
  schema->stmt = stmt->As<SchemaStmt>();
  schema->rule = stmt->As<RuleStmt>();
  schema->instance_type = types_.OfSchema(schema.get(), true);
  schema->schema_type = types_.OfSchema(schema.get(), false);
  Global& global = context_.package().globals[static_cast<size_t>(index)];
  global.schema = schema.get();
  global.type = schema->schema_type;
  global.setters.push_back(stmt);
  context_.program.schema_of[stmt] = schema.get();
  context_.program.schemas.push_back(std::move(schema));
}

void GlobalTable::DeclareStatements(Stmts stmts, bool is_branch) {
  for (const Stmt* stmt : stmts) {
    if (const AssignStmt* assign = stmt->As<AssignStmt>()) {
      for (const Target& target : assign->targets) {
        DeclareTarget(target, false);
        Place(target.name.symbol, is_branch || assign->value->kind != ExprKind::kSchemaInit);
      }
    } else if (const UnificationStmt* unification = stmt->As<UnificationStmt>()) {
      DeclareTarget(unification->target, true);
      Place(unification->target.name.symbol, is_branch);
    } else if (const IfStmt* condition = stmt->As<IfStmt>()) {
      for (const IfBranch& branch : condition->branches) {
        DeclareStatements(branch.body, true);
      }
    }
  }
}

// The configurations of one name are one at the place of the last (config.rs of KCL's pre_process), those in
// branches and other values are not.
void GlobalTable::Place(Symbol name, bool is_fixed) {
  const auto found = context_.package().by_name.find(name);
  if (found == context_.package().by_name.end() || fixed_.count(name) > 0) {
    return;
  }
  Global& global = context_.package().globals[static_cast<size_t>(found->second)];
  if (!is_fixed || global.place == 0) {
    global.place = ++next_place_;
  }
  if (is_fixed) {
    fixed_.insert(name);
  }
}

// A public name has one value; a unification may be repeated, a private name reassigned.
void GlobalTable::DeclareTarget(const Target& target, bool may_repeat) {
  const Symbol name = target.name.symbol;
  const bool is_private = context_.Text(name).starts_with('_');
  const auto found = context_.package().by_name.find(name);
  const bool is_import = names_.FindImport(name) != nullptr;
  if (found == context_.package().by_name.end() && !is_import) {
    context_.AddGlobal(target.name, GlobalKind::kVariable);
    return;
  }
  const bool is_variable =
      found != context_.package().by_name.end() &&
      context_.package().globals[static_cast<size_t>(found->second)].kind == GlobalKind::kVariable;
  if ((may_repeat || is_private) && (is_variable || found == context_.package().by_name.end())) {
    if (!is_variable) {
      context_.AddGlobal(target.name, GlobalKind::kVariable);
    }
    return;
  }
  source::Span declared;
  if (found != context_.package().by_name.end()) {
    declared = context_.package().globals[static_cast<size_t>(found->second)].span;
  } else {
    for (const FileAst& file : context_.package().files) {
      for (const Stmt* stmt : file.body) {
        const ImportStmt* candidate = stmt->As<ImportStmt>();
        declared = candidate && candidate->bound.symbol == name ? candidate->span : declared;
      }
    }
  }
  std::string note = "TypeError: the name of a module cannot be declared again";
  if (!is_import) {
    note = NoteOnKind(context_.package().globals[static_cast<size_t>(found->second)].kind);
  }
  diagnostics_.ReportWith(
      diag::Kind::kKclImmutable, target.span,
      "Can not change the value of " + context_.Quoted(name) + ", because it was declared immutable",
      {{},
       {{declared, "The variable " + context_.Quoted(name) + " is declared here"}},
       note,
       is_variable
           ? "change the variable name to '_" + std::string(context_.Text(name)) + "' to make it mutable"
           : std::string()});
}

void GlobalTable::CollectSetters(Stmts stmts) {
  const auto add = [&](const Target& target, const Stmt* stmt) {
    const auto found = context_.package().by_name.find(target.name.symbol);
    if (found != context_.package().by_name.end()) {
      Global& global = context_.package().globals[static_cast<size_t>(found->second)];
      if (global.setters.empty() || global.setters.back() != stmt) {
        global.setters.push_back(stmt);
      }
    }
  };
  for (const Stmt* stmt : stmts) {
    if (const AssignStmt* assign = stmt->As<AssignStmt>()) {
      for (const Target& target : assign->targets) {
        add(target, stmt);
      }
    } else if (const AugAssignStmt* augmented = stmt->As<AugAssignStmt>()) {
      add(augmented->target, stmt);
    } else if (const UnificationStmt* unification = stmt->As<UnificationStmt>()) {
      add(unification->target, stmt);
    } else if (const IfStmt* condition = stmt->As<IfStmt>()) {
      for (const IfBranch& branch : condition->branches) {
        CollectSetters(branch.body);
      }
    }
  }
}

void GlobalTable::TypeAll() {
  context_.ForEachFile([&](Stmts body) { TypeGlobals(body); });
}

// The types that globals are declared with; what has none is any until it is assigned.
void GlobalTable::TypeGlobals(Stmts stmts) {
  for (const Stmt* stmt : stmts) {
    if (const AssignStmt* assign = stmt->As<AssignStmt>(); assign && assign->type) {
      for (const Target& target : assign->targets) {
        TypeTarget(target, *assign->type);
      }
    } else if (assign) {
      NoteLambda(*assign);
    } else if (const UnificationStmt* unification = stmt->As<UnificationStmt>()) {
      const auto found = context_.package().by_name.find(unification->target.name.symbol);
      const NameExpr* schema = unification->value->schema->As<NameExpr>();
      if (schema != nullptr && found != context_.package().by_name.end()) {
        written_types_.CheckDeclaredBefore(schema->name, found->second);
      }
      diagnostics_.Silence(true);
      const Type* type = walker_.WalkPlain(unification->value->schema);
      diagnostics_.Silence(false);
      if (found != context_.package().by_name.end() && type->kind == TypeKind::kSchemaType) {
        Global& global = context_.package().globals[static_cast<size_t>(found->second)];
        global.type = global.type ? global.type : types_.OfSchema(type->schema, true);
      }
    } else if (const IfStmt* condition = stmt->As<IfStmt>()) {
      for (const IfBranch& branch : condition->branches) {
        TypeGlobals(branch.body);
      }
    }
  }
}

// Records the parameters of a global lambda, for calls before its statement.
void GlobalTable::NoteLambda(const AssignStmt& stmt) {
  const LambdaExpr* lambda = stmt.value->As<LambdaExpr>();
  if (!lambda || stmt.targets.size() != 1 || !stmt.targets[0].path.empty()) {
    return;
  }
  const std::vector<FunctionParam> params = written_types_.ParamsOf(lambda->params);
  FunctionType function;
  function.params = params;
  function.result = types_.any();
  early_lambdas_[stmt.targets[0].name.symbol] = types_.Function(function);
}

void GlobalTable::TypeTarget(const Target& target, const TypeExpr& type_expr) {
  const auto found = context_.package().by_name.find(target.name.symbol);
  if (found == context_.package().by_name.end() || !target.path.empty()) {
    return;
  }
  const Type* type = written_types_.ResolveTypeBefore(&type_expr, found->second);
  Global& global = context_.package().globals[static_cast<size_t>(found->second)];
  if (!global.has_declared_type) {
    global.has_declared_type = true;
    global.type = global.type ? global.type : type;
    global.type_expr = &type_expr;
    return;
  }
  if (!Subsumes(type, global.type, false)) {
    diagnostics_.Report(
        diag::Kind::kKclType, target.span,
        "can not change the type of " + context_.Quoted(target.name.symbol) + " to " + types_.Text(type),
        {{global.span, "expected " + types_.Text(global.type)}});
  }
}

const Type* GlobalTable::LambdaOf(Symbol name) const {
  const auto found = early_lambdas_.find(name);
  return found == early_lambdas_.end() ? nullptr : found->second;
}

}  // namespace kval::kcl::sema

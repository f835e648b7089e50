#include <algorithm>
#include <utility>

#include "src/lang/kcl/sema/checker.h"
#include "src/lang/kcl/sema/reserved.h"

// The names of a package. Source: KCL's resolver/global.rs.
namespace kval::kcl {

int32_t Checker::AddGlobal(const Name& name, GlobalKind kind) {
  const int32_t index = static_cast<int32_t>(package().globals.size());
  Global global;
  global.name = name.symbol;
  global.kind = kind;
  global.span = name.span;
  package().globals.push_back(std::move(global));
  package().by_name[name.symbol] = index;
  Ref ref;
  ref.kind = RefKind::kGlobal;
  ref.package = static_cast<int32_t>(package_);
  ref.index = index;
  SetRef(name, ref);
  return index;
}

void Checker::DeclareGlobals() {
  ForEachStmt([&](const Stmt* stmt) {
    if (const SchemaStmt* schema = stmt->As<SchemaStmt>()) {
      DeclareSchema(stmt, schema->name, GlobalKind::kSchema);
    } else if (const RuleStmt* rule = stmt->As<RuleStmt>()) {
      DeclareSchema(stmt, rule->name, GlobalKind::kRule);
    }
  });
  ForEachStmt([&](const Stmt* stmt) {
    if (const TypeAliasStmt* alias = stmt->As<TypeAliasStmt>()) {
      DeclareAlias(*alias);
    }
  });
  ForEachFile([&](Stmts body) { DeclareStatements(body); });
  ForEachFile([&](Stmts body) { CollectSetters(body); });
  DefineSchemas();
  ForEachFile([&](Stmts body) { TypeGlobals(body); });
}

void Checker::DeclareAlias(const TypeAliasStmt& alias) {
  if (package().by_name.count(alias.name.symbol) > 0) {
    return;
  }
  const int32_t index = AddGlobal(alias.name, GlobalKind::kTypeAlias);
  Global& global = package().globals[static_cast<size_t>(index)];
  global.type_expr = alias.type;
  global.setters.push_back(&alias);
  alias_files_[index] = file_;
}

void Checker::DeclareSchema(const Stmt* stmt, const Name& name, GlobalKind kind) {
  const auto found = package().by_name.find(name.symbol);
  // Of two schemas the later one is used, so that its instances are no further mistakes.
  int32_t index = found != package().by_name.end() ? found->second : -1;
  if (index >= 0) {
    const Global& earlier = package().globals[static_cast<size_t>(index)];
    diagnostics_.Report(diag::Kind::kKclUniqueKey, name.span, "Unique key error name " + Quoted(name.symbol),
                        {{earlier.span, "The variable " + Quoted(name.symbol) + " is declared here"}});
  } else {
    if (FindImport(name.symbol)) {
      diagnostics_.Report(diag::Kind::kKclUniqueKey, name.span,
                          "Unique key error name " + Quoted(name.symbol));
    }
    index = AddGlobal(name, kind);
  }
  auto schema = std::make_unique<Schema>();
  schema->index = static_cast<int32_t>(program_.schemas.size());
  schema->package = static_cast<int32_t>(package_);
  schema->global = index;
  schema->name = name.symbol;
  schema->stmt = stmt->As<SchemaStmt>();
  schema->rule = stmt->As<RuleStmt>();
  schema->instance_type = types_.OfSchema(schema.get(), true);
  schema->schema_type = types_.OfSchema(schema.get(), false);
  Global& global = package().globals[static_cast<size_t>(index)];
  global.schema = schema.get();
  global.type = schema->schema_type;
  global.setters.push_back(stmt);
  program_.schema_of[stmt] = schema.get();
  program_.schemas.push_back(std::move(schema));
}

void Checker::DeclareStatements(Stmts stmts) {
  for (const Stmt* stmt : stmts) {
    if (const AssignStmt* assign = stmt->As<AssignStmt>()) {
      for (const Target& target : assign->targets) {
        DeclareTarget(target, false);
      }
    } else if (const UnificationStmt* unification = stmt->As<UnificationStmt>()) {
      DeclareTarget(unification->target, true);
    } else if (const IfStmt* condition = stmt->As<IfStmt>()) {
      for (const IfBranch& branch : condition->branches) {
        DeclareStatements(branch.body);
      }
    }
  }
}

// A public name has one value; a unification may be repeated, a private name reassigned.
void Checker::DeclareTarget(const Target& target, bool may_repeat) {
  const Symbol name = target.name.symbol;
  const bool is_private = Text(name).starts_with('_');
  const auto found = package().by_name.find(name);
  const bool is_import = FindImport(name) != nullptr;
  if (found == package().by_name.end() && !is_import) {
    AddGlobal(target.name, GlobalKind::kVariable);
    return;
  }
  if (may_repeat || is_private) {
    if (found == package().by_name.end()) {
      AddGlobal(target.name, GlobalKind::kVariable);
    }
    return;
  }
  source::Span declared;
  const bool is_variable =
      found != package().by_name.end() &&
      package().globals[static_cast<size_t>(found->second)].kind == GlobalKind::kVariable;
  if (found != package().by_name.end()) {
    declared = package().globals[static_cast<size_t>(found->second)].span;
  } else {
    for (const FileAst& file : package().files) {
      for (const Stmt* stmt : file.body) {
        const ImportStmt* candidate = stmt->As<ImportStmt>();
        declared = candidate && candidate->bound.symbol == name ? candidate->span : declared;
      }
    }
  }
  diagnostics_.ReportWith(
      diag::Kind::kKclImmutable, target.span,
      "Can not change the value of " + Quoted(name) + ", because it was declared immutable",
      {{},
       {{declared, "The variable " + Quoted(name) + " is declared here"}},
       {},
       is_variable ? "change the variable name to '_" + std::string(Text(name)) + "' to make it mutable"
                   : std::string()});
}

void Checker::CollectSetters(Stmts stmts) {
  const auto add = [&](const Target& target, const Stmt* stmt) {
    const auto found = package().by_name.find(target.name.symbol);
    if (found != package().by_name.end()) {
      Global& global = package().globals[static_cast<size_t>(found->second)];
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

// The types that globals are declared with; what has none is any until it is assigned.
void Checker::TypeGlobals(Stmts stmts) {
  for (const Stmt* stmt : stmts) {
    if (const AssignStmt* assign = stmt->As<AssignStmt>(); assign && assign->type) {
      for (const Target& target : assign->targets) {
        TypeTarget(target, *assign->type);
      }
    } else if (assign) {
      NoteLambda(*assign);
    } else if (const UnificationStmt* unification = stmt->As<UnificationStmt>()) {
      const auto found = package().by_name.find(unification->target.name.symbol);
      diagnostics_.Silence(true);
      const Type* type = WalkPlain(unification->value->schema);
      diagnostics_.Silence(false);
      if (found != package().by_name.end() && type->kind == TypeKind::kSchemaType) {
        Global& global = package().globals[static_cast<size_t>(found->second)];
        global.type = global.type ? global.type : types_.OfSchema(type->schema, true);
      }
    } else if (const IfStmt* condition = stmt->As<IfStmt>()) {
      for (const IfBranch& branch : condition->branches) {
        TypeGlobals(branch.body);
      }
    }
  }
}

// The parameters of a global lambda, for calls that stand before it.
void Checker::NoteLambda(const AssignStmt& stmt) {
  const LambdaExpr* lambda = stmt.value->As<LambdaExpr>();
  if (!lambda || stmt.targets.size() != 1 || !stmt.targets[0].path.empty()) {
    return;
  }
  std::vector<FunctionParam> params;
  for (const Parameter& param : lambda->params) {
    params.push_back(
        {param.name.symbol, param.name.span, ResolveType(param.type), param.default_value != nullptr});
  }
  FunctionType function;
  function.params = params;
  function.result = types_.any();
  lambdas_[stmt.targets[0].name.symbol] = types_.Function(function);
}

void Checker::TypeTarget(const Target& target, const TypeExpr& type_expr) {
  const auto found = package().by_name.find(target.name.symbol);
  if (found == package().by_name.end() || !target.path.empty()) {
    return;
  }
  const Type* type = ResolveType(&type_expr);
  Global& global = package().globals[static_cast<size_t>(found->second)];
  if (!global.has_declared_type) {
    global.has_declared_type = true;
    global.type = global.type ? global.type : type;
    global.type_expr = &type_expr;
    return;
  }
  if (!types_.Subsumes(type, global.type, false)) {
    diagnostics_.Report(diag::Kind::kKclType, target.span,
                        "can not change the type of " + Quoted(target.name.symbol) + " to " + TypeText(type),
                        {{global.span, "expected " + TypeText(global.type)}});
  }
}

// An alias that is in work already is any here.
void Checker::ReportAliasCycle(int32_t index) {
  const auto first = std::find(open_aliases_.begin(), open_aliases_.end(), index);
  if (first == open_aliases_.end()) {
    return;
  }
  std::string names;
  for (auto alias = first; alias != open_aliases_.end(); ++alias) {
    const Symbol name = package().globals[static_cast<size_t>(*alias)].name;
    names.append(names.empty() ? "" : ", ").append(Text(name));
  }
  const bool is_alone = std::next(first) == open_aliases_.end();
  diagnostics_.Report(diag::Kind::kKclCompile, package().globals[static_cast<size_t>(index)].span,
                      is_alone ? "the type alias " + names + " is defined by itself"
                               : "There is a circular reference between type aliases " + names);
}

void Checker::ResolveAlias(int32_t index) {
  if (package().globals[static_cast<size_t>(index)].kind != GlobalKind::kTypeAlias) {
    return;
  }
  if (!seen_aliases_.insert(index).second) {
    ReportAliasCycle(index);
    return;
  }
  open_aliases_.push_back(index);
  const TypeAliasStmt* alias = package().globals[static_cast<size_t>(index)].setters[0]->As<TypeAliasStmt>();
  if (IsReserved(Text(alias->name.symbol))) {
    diagnostics_.Report(diag::Kind::kKclType, alias->name.span,
                        "type alias " + Quoted(alias->name.symbol) +
                            " cannot be the same as the built-in types (" + std::string(kReservedTypesText) +
                            ")");
  }
  const size_t file = std::exchange(file_, alias_files_[index]);
  const Type* type = ResolveType(alias->type);
  file_ = file;
  open_aliases_.pop_back();
  Global& global = package().globals[static_cast<size_t>(index)];
  global.has_declared_type = true;
  global.schema = type->kind == TypeKind::kSchema ? type->schema : nullptr;
  // As a value the alias of a schema is the schema.
  global.type = global.schema ? types_.OfSchema(type->schema, false) : type;
}

}  // namespace kval::kcl

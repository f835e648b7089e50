#include "src/lang/kcl/sema/checker.h"

// Statements. Source: KCL's resolver/node.rs, var.rs and schema.rs.
namespace kval::kcl {
namespace {

bool IsContainer(const Type* type) {
  return type->kind == TypeKind::kList || type->kind == TypeKind::kUnion || IsConfig(type);
}

}  // namespace

const Type* Checker::WalkStmts(Stmts stmts) {
  const Type* last = types_.any();
  for (const Stmt* stmt : stmts) {
    last = WalkStmt(stmt);
  }
  return last;
}

// The type of the value that the statement leaves behind; matters at the end of a lambda only.
const Type* Checker::WalkStmt(const Stmt* stmt) {
  switch (stmt->kind) {
    case StmtKind::kImport:
      break;
    case StmtKind::kAssign:
      return WalkAssign(*stmt->As<AssignStmt>());
    case StmtKind::kAugAssign:
      return WalkAugAssign(*stmt->As<AugAssignStmt>());
    case StmtKind::kUnification:
      return WalkUnification(*stmt->As<UnificationStmt>());
    case StmtKind::kIf:
      return WalkIf(*stmt->As<IfStmt>());
    case StmtKind::kAssert:
      WalkAssert(*stmt->As<AssertStmt>());
      break;
    case StmtKind::kExpr: {
      const Type* last = types_.any();
      for (const Expr* expr : stmt->As<ExprStmt>()->exprs) {
        last = WalkPlain(expr);
        NoteInstance(expr, nullptr);
      }
      return last;
    }
    case StmtKind::kTypeAlias:
      if (!scopes_.empty()) {
        diagnostics_.Report(diag::Kind::kKclCompile, stmt->span,
                            "a type alias is only allowed at the top level");
      }
      break;
    case StmtKind::kSchema:
    case StmtKind::kRule:
      WalkSchema(stmt);
      break;
    case StmtKind::kAttribute:
      WalkAttribute(*stmt->As<AttributeStmt>());
      break;
  }
  return types_.any();
}

// What a target's name is now; declares it in a lambda.
const Type* Checker::StoreName(const Target& target) {
  const Symbol name = target.name.symbol;
  Found found;
  if (!scopes_.empty() && scopes_.back().kind == ScopeKind::kLambda) {
    const auto local = scopes_.back().names.find(name);
    if (local == scopes_.back().names.end()) {
      Declare(name, types_.any(), target.name.span);
    }
    found = Lookup(name);
  } else if (!scopes_.empty() && scopes_.back().kind == ScopeKind::kSchema) {
    found = LookupInSchema(name, scopes_.size() - 1, 0);
    const auto body = body_types_.find(name);
    const Attribute* attribute = schema_->Find(name);
    found.type = attribute ? attribute->type : body != body_types_.end() ? body->second : types_.any();
    if (attribute && IsAny(attribute->type) && body != body_types_.end()) {
      found.type = attribute->type;
    }
  } else {
    found = LookupGlobal(name);
  }
  SetRef(target.name, found.ref);
  return found.ok ? found.type : types_.any();
}

const Type* Checker::WalkTargetPath(const Type* type, const Target& target) {
  for (const KeyStep& step : target.path) {
    if (step.kind == KeyStepKind::kIndex) {
      if (const StringExpr* key = step.expr->As<StringExpr>()) {
        CheckMember(program_.ast.names.Intern(key->value), type, target.span, {});
      }
      type = IndexType(type, step.expr, target.span);
    } else {
      CheckMember(step.name.symbol, type, target.span, {});
      type = LoadAttribute(type, step.name, target.span);
    }
  }
  return type;
}

const Type* Checker::TargetType(const Target& target, bool store) {
  const Type* type = store ? StoreName(target) : Resolve(target.name);
  return WalkTargetPath(type, target);
}

const Type* Checker::WalkAssign(const AssignStmt& stmt) {
  const Type* value = nullptr;
  const Type* annotation = stmt.type ? ResolveType(stmt.type) : nullptr;
  const size_t before = diagnostics_.count();
  for (const Target& target : stmt.targets) {
    if (scopes_.empty()) {
      assigned_[target.name.symbol] = target.span;
    }
    const Type* expected = TargetType(target, true);
    if (annotation && target.path.empty() && IsAny(expected)) {
      expected = annotation;
    }
    if (!value) {
      expected_.push_back(IsContainer(expected) && target.path.empty() ? Expected{expected, target.span}
                                                                       : Expected());
      value = Walk(stmt.value);
      expected_.pop_back();
      NoteInstance(stmt.value, &target);
    }
    const bool sound = diagnostics_.count() == before;
    // That a schema or a module cannot be changed was said.
    const bool is_variable = expected->kind != TypeKind::kSchemaType && expected->kind != TypeKind::kModule;
    if (sound && is_variable) {
      MustHold(*stmt.value, value, expected, stmt.type ? stmt.type->span : source::Span());
    }
    if (!target.path.empty()) {
      continue;
    }
    if (annotation) {
      SetInferred(target, expected);
    } else if (IsAny(expected) && !IsAny(value)) {
      SetInferred(target, types_.Widen(value));
    }
  }
  return value;
}

// The type of a variable that was declared without one.
void Checker::SetInferred(const Target& target, const Type* type) {
  const Symbol name = target.name.symbol;
  if (scopes_.empty()) {
    const auto found = package().by_name.find(name);
    if (found != package().by_name.end()) {
      Global& global = package().globals[static_cast<size_t>(found->second)];
      if (!global.has_declared_type && global.kind == GlobalKind::kVariable) {
        global.type = type;
      }
    }
    return;
  }
  if (scopes_.back().kind == ScopeKind::kLambda) {
    scopes_.back().names[name].type = type;
  } else {
    body_types_[name] = type;
  }
}

const Type* Checker::WalkAugAssign(const AugAssignStmt& stmt) {
  const Symbol name = stmt.target.name.symbol;
  if (scopes_.empty()) {
    const auto earlier = assigned_.find(name);
    const bool is_private = Text(name).starts_with('_');
    if (earlier != assigned_.end() && !is_private && stmt.value->kind != ExprKind::kSchemaInit) {
      diagnostics_.ReportWith(
          diag::Kind::kKclImmutable, stmt.target.span,
          "Immutable variable " + Quoted(name) + " is modified during compiling",
          {{},
           {{earlier->second, "The variable " + Quoted(name) + " is declared here firstly"}},
           {},
           "change the variable name to '_" + std::string(Text(name)) + "' to make it mutable"});
    }
    assigned_[name] = stmt.target.span;
  }
  const Type* left = TargetType(stmt.target, false);
  const size_t before = diagnostics_.count();
  const Type* right = WalkPlain(stmt.value);
  if (diagnostics_.count() > before) {
    StoreName(stmt.target);
    return types_.invalid();
  }
  const Type* result = Binary(left, right, stmt.op, stmt.target.span);
  const Type* stored = StoreName(stmt.target);
  if (stmt.target.path.empty()) {
    MustAssign(result, stored, stmt.target.span);
  }
  return result;
}

const Type* Checker::WalkUnification(const UnificationStmt& stmt) {
  if (!stmt.target.path.empty()) {
    diagnostics_.Report(diag::Kind::kKclCompile, stmt.target.span,
                        "unification identifier can not be selected");
  }
  if (scopes_.empty()) {
    assigned_[stmt.target.name.symbol] = stmt.target.span;
  }
  const Type* expected = StoreName(stmt.target);
  const size_t before = diagnostics_.count();
  expected_.push_back({expected, stmt.value->span});
  const Type* type = Walk(stmt.value);
  expected_.pop_back();
  NoteInstance(stmt.value, &stmt.target);
  if (diagnostics_.count() == before) {
    MustAssign(type, expected, stmt.target.span);
  }
  if (IsAny(expected) && !IsAny(type)) {
    SetInferred(stmt.target, type);
  }
  return expected;
}

const Type* Checker::WalkIf(const IfStmt& stmt) {
  std::vector<const Type*> types;
  for (const IfBranch& branch : stmt.branches) {
    if (branch.condition) {
      WalkPlain(branch.condition);
    }
    types.push_back(WalkStmts(branch.body));
  }
  return types_.Sup(types);
}

void Checker::WalkAssert(const AssertStmt& stmt) {
  WalkPlain(stmt.condition);
  if (stmt.guard) {
    WalkPlain(stmt.guard);
  }
  if (stmt.message) {
    WalkExpecting(stmt.message, types_.string(), {});
  }
}

void Checker::CheckUniqueKey(const Name& name) {
  const auto earlier = assigned_.find(name.symbol);
  if (earlier != assigned_.end()) {
    diagnostics_.Report(diag::Kind::kKclUniqueKey, name.span, "Unique key error name " + Quoted(name.symbol),
                        {{earlier->second, "The variable " + Quoted(name.symbol) + " is declared here"}});
  }
  assigned_[name.symbol] = name.span;
}

// Defaults must not be followed by parameters without; declares the parameters in their order.
void Checker::WalkParams(std::span<const Parameter> params, std::span<const FunctionParam> types) {
  const Parameter* with_default = nullptr;
  for (const Parameter& param : params) {
    if (param.default_value) {
      with_default = with_default ? with_default : &param;
    } else if (with_default) {
      diagnostics_.ReportWith(diag::Kind::kKclParameter, param.span,
                              "non-default argument follows default argument",
                              {{},
                               {{with_default->span, "a default argument"}},
                               {},
                               "move it to the front, or give it a default"});
      break;
    }
  }
  for (size_t i = 0; i < params.size(); ++i) {
    if (params[i].default_value) {
      const Type* type = types[i].type;
      expected_.push_back(IsContainer(type) ? Expected{type, params[i].name.span} : Expected());
      Walk(params[i].default_value);
      expected_.pop_back();
    }
  }
  for (size_t i = 0; i < params.size(); ++i) {
    const Local& local = Declare(params[i].name.symbol, types[i].type, params[i].name.span);
    Ref ref;
    ref.kind = RefKind::kLocal;
    ref.index = local.slot;
    SetRef(params[i].name, ref);
  }
}

void Checker::WalkSchema(const Stmt* stmt) {
  const auto found = program_.schema_of.find(stmt);
  if (!scopes_.empty()) {
    diagnostics_.Report(diag::Kind::kKclCompile, stmt->span, "a schema is only allowed at the top level");
    return;
  }
  if (found == program_.schema_of.end()) {
    return;  // its name is taken, which was reported
  }
  Schema& schema = *found->second;
  CheckUniqueKey(schema.stmt ? schema.stmt->name : schema.rule->name);
  schema_ = &schema;
  body_types_.clear();
  if (schema.stmt) {
    std::unordered_set<Symbol> names;
    CollectAssigned(schema.stmt->body, names);
    for (const Symbol name : names) {
      body_types_[name] = types_.any();
    }
  }
  Enter(ScopeKind::kSchema);
  WalkParams(schema.stmt ? schema.stmt->params : schema.rule->params, schema.params);
  if (schema.stmt) {
    if (const IndexSignature* signature = schema.stmt->index_signature) {
      if (signature->has_alias) {
        const Local& local = Declare(signature->alias.symbol, schema.index_key, signature->alias.span);
        Ref ref;
        ref.kind = RefKind::kLocal;
        ref.index = local.slot;
        SetRef(signature->alias, ref);
      }
      if (signature->default_value) {
        WalkExpecting(signature->default_value, schema.index_value, {});
      }
    }
    WalkStmts(schema.stmt->body);
    WalkCheckLines(schema.stmt->checks);
  } else {
    WalkCheckLines(schema.rule->checks);
  }
  Leave();
  schema_ = nullptr;
}

void Checker::WalkCheckLines(std::span<const CheckLine> lines) {
  for (const CheckLine& line : lines) {
    if (line.message) {
      WalkExpecting(line.message, types_.string(), {});
    }
    if (line.guard) {
      WalkPlain(line.guard);
    }
    WalkPlain(line.condition);
  }
}

void Checker::WalkAttribute(const AttributeStmt& stmt) {
  const Attribute* attribute = schema_ ? schema_->Find(stmt.name.symbol) : nullptr;
  const Type* expected = attribute ? attribute->type : types_.any();
  SetRef(stmt.name, LookupInSchema(stmt.name.symbol, scopes_.size() - 1, 0).ref);
  if (!stmt.value) {
    return;
  }
  const size_t before = diagnostics_.count();
  expected_.push_back(IsContainer(expected) ? Expected{expected, stmt.name.span} : Expected());
  const Type* value = Walk(stmt.value);
  expected_.pop_back();
  if (diagnostics_.count() > before) {
    return;
  }
  if (stmt.has_aug_op && stmt.aug_op == BinaryOp::kBitOr) {
    value = Binary(value, expected, BinaryOp::kBitOr, stmt.name.span);
  }
  MustHold(*stmt.value, value, expected, attribute->span);
}

}  // namespace kval::kcl

#include <algorithm>
#include <utility>

#include "src/lang/kcl/sema/checker.h"

// The names of a package and the headers and attributes of its schemas. Source: KCL's resolver/global.rs.
namespace kval::kcl {
namespace {

constexpr std::string_view kMixinSuffix = "Mixin";
constexpr std::string_view kProtocolSuffix = "Protocol";
constexpr std::string_view kReservedTypes[] = {"any", "bool", "int", "float", "str"};
constexpr std::string_view kReservedTypesText = R"(["any", "int", "float", "str", "bool"])";

bool IsReserved(std::string_view name) {
  return std::find(std::begin(kReservedTypes), std::end(kReservedTypes), name) != std::end(kReservedTypes);
}

}  // namespace

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
  for (file_ = 0; file_ < package().files.size(); ++file_) {
    for (const Stmt* stmt : package().files[file_].body) {
      if (const SchemaStmt* schema = stmt->As<SchemaStmt>()) {
        DeclareSchema(stmt, schema->name, GlobalKind::kSchema);
      } else if (const RuleStmt* rule = stmt->As<RuleStmt>()) {
        DeclareSchema(stmt, rule->name, GlobalKind::kRule);
      }
    }
  }
  for (file_ = 0; file_ < package().files.size(); ++file_) {
    for (const Stmt* stmt : package().files[file_].body) {
      const TypeAliasStmt* alias = stmt->As<TypeAliasStmt>();
      if (alias && package().by_name.count(alias->name.symbol) == 0) {
        const int32_t index = AddGlobal(alias->name, GlobalKind::kTypeAlias);
        package().globals[static_cast<size_t>(index)].type_expr = alias->type;
        alias_files_[index] = file_;
        package().globals[static_cast<size_t>(index)].setters.push_back(stmt);
      }
    }
  }
  for (file_ = 0; file_ < package().files.size(); ++file_) {
    DeclareStatements(package().files[file_].body);
  }
  for (file_ = 0; file_ < package().files.size(); ++file_) {
    CollectSetters(package().files[file_].body);
  }
  std::vector<Schema*> own;
  for (file_ = 0; file_ < package().files.size(); ++file_) {
    for (const Stmt* stmt : package().files[file_].body) {
      const auto found = program_.schema_of.find(stmt);
      if (found != program_.schema_of.end()) {
        found->second->stmt ? LinkSchema(*found->second) : LinkRule(*found->second);
        own.push_back(found->second);
      }
    }
  }
  CutCycles();
  for (size_t i = 0; i < package().globals.size(); ++i) {
    ResolveAlias(static_cast<int32_t>(i));
  }
  for (file_ = 0; file_ < package().files.size(); ++file_) {
    for (const Stmt* stmt : package().files[file_].body) {
      const auto found = program_.schema_of.find(stmt);
      if (found != program_.schema_of.end()) {
        BuildSchema(*found->second);
      }
    }
  }
  // What is compared with a base's attributes needs all attributes.
  for (Schema* schema : own) {
    if (!schema->stmt) {
      continue;
    }
    std::unordered_map<Symbol, size_t> first;
    for (size_t i = 0; i < schema->attributes.size(); ++i) {
      const Attribute& attribute = schema->attributes[i];
      const auto [place, added] = first.emplace(attribute.name, i);
      const Schema* above = schema->base;
      CheckAttributeRules(*schema, attribute, added ? nullptr : &schema->attributes[place->second],
                          above ? above->Find(attribute.name) : nullptr, nullptr);
    }
    // Later declarations of a name only add a default.
    std::vector<Attribute> kept;
    schema->by_name.clear();
    for (Attribute& attribute : schema->attributes) {
      const auto [place, added] = schema->by_name.emplace(attribute.name, kept.size());
      if (added) {
        kept.push_back(attribute);
      } else {
        kept[place->second].has_default = kept[place->second].has_default || attribute.has_default;
      }
    }
    schema->attributes = std::move(kept);
  }
  for (file_ = 0; file_ < package().files.size(); ++file_) {
    TypeGlobals(package().files[file_].body);
  }
}

void Checker::DeclareSchema(const Stmt* stmt, const Name& name, GlobalKind kind) {
  const auto found = package().by_name.find(name.symbol);
  if (found != package().by_name.end()) {
    const Global& earlier = package().globals[static_cast<size_t>(found->second)];
    diagnostics_.Report(diag::Kind::kKclUniqueKey, name.span, "Unique key error name " + Quoted(name.symbol),
                        {{earlier.span, "The variable " + Quoted(name.symbol) + " is declared here"}});
    return;
  }
  if (package().imports[file_].count(name.symbol) > 0) {
    diagnostics_.Report(diag::Kind::kKclUniqueKey, name.span, "Unique key error name " + Quoted(name.symbol));
  }
  const int32_t index = AddGlobal(name, kind);
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
  const auto import = package().imports[file_].find(name);
  const bool is_import = import != package().imports[file_].end();
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
  if (found != package().by_name.end()) {
    declared = package().globals[static_cast<size_t>(found->second)].span;
  } else {
    for (const Stmt* stmt : package().files[file_].body) {
      const ImportStmt* candidate = stmt->As<ImportStmt>();
      declared = candidate && candidate->bound.symbol == name ? candidate->span : declared;
    }
  }
  diagnostics_.Report(diag::Kind::kKclImmutable, target.span,
                      "Can not change the value of " + Quoted(name) + ", because it was declared immutable",
                      {{declared, "The variable " + Quoted(name) + " is declared here"}},
                      "change the variable name to '_" + std::string(Text(name)) + "' to make it mutable");
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

void Checker::ResolveAlias(int32_t index) {
  if (package().globals[static_cast<size_t>(index)].kind != GlobalKind::kTypeAlias) {
    return;
  }
  if (!alias_states_.emplace(index, false).second) {
    return;
  }
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
  Global& global = package().globals[static_cast<size_t>(index)];
  global.has_declared_type = true;
  global.schema = type->kind == TypeKind::kSchema ? type->schema : nullptr;
  // As a value the alias of a schema is the schema.
  global.type = global.schema ? types_.OfSchema(type->schema, false) : type;
}

const Schema* Checker::ResolveSchemaRef(const SchemaRef& ref, const Type*& type) {
  type = Resolve(ref.names[0],
                 "IllegalInheritError: only a schema, mixin or protocol that exists can be inherited from");
  for (size_t i = 1; i < ref.names.size(); ++i) {
    type = LoadAttribute(type, ref.names[i], ref.span);
  }
  return type->kind == TypeKind::kSchemaType ? type->schema : nullptr;
}

const Schema* Checker::LinkProtocol(const SchemaRef& ref) {
  const Type* type = nullptr;
  const Schema* schema = ResolveSchemaRef(ref, type);
  if (schema && schema->stmt && schema->stmt->schema_kind == SchemaKind::kProtocol) {
    return schema;
  }
  if (type->kind != TypeKind::kInvalid) {
    diagnostics_.Report(diag::Kind::kKclInherit, ref.span,
                        "invalid schema inherit object type, expect protocol, got '" + TypeText(type) + "'");
  }
  return nullptr;
}

void Checker::LinkSchema(Schema& schema) {
  const SchemaStmt& stmt = *schema.stmt;
  CheckSchemaName(schema);
  if (stmt.base) {
    const Type* type = nullptr;
    const Schema* base = ResolveSchemaRef(*stmt.base, type);
    if (base && base->stmt && base->stmt->schema_kind == SchemaKind::kSchema) {
      schema.base = base;
    } else if (type->kind != TypeKind::kInvalid) {
      diagnostics_.Report(diag::Kind::kKclInherit, stmt.base->span,
                          "invalid schema inherit object type, expect schema, got '" + TypeText(type) + "'");
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
    const std::string_view last = Text(ref.names.back().symbol);
    if (!last.ends_with(kMixinSuffix)) {
      diagnostics_.Report(diag::Kind::kKclName, ref.span,
                          "a valid mixin name should end with 'Mixin', got '" + std::string(last) + "'");
    }
    const Type* type = nullptr;
    const Schema* mixin = ResolveSchemaRef(ref, type);
    if (mixin && mixin->stmt && mixin->stmt->schema_kind == SchemaKind::kMixin) {
      schema.mixins.push_back(mixin);
    } else if (type->kind != TypeKind::kInvalid) {
      diagnostics_.Report(diag::Kind::kKclInherit, ref.span,
                          "illegal schema mixin object type, expected mixin, got '" + TypeText(type) + "'");
    }
  }
}

void Checker::LinkRule(Schema& schema) {
  const RuleStmt& stmt = *schema.rule;
  CheckSchemaName(schema);
  for (const SchemaRef& ref : stmt.bases) {
    const Type* type = nullptr;
    const Schema* base = ResolveSchemaRef(ref, type);
    if (base && base->rule) {
      schema.rule_bases.push_back(base);
    } else if (type->kind != TypeKind::kInvalid) {
      diagnostics_.Report(diag::Kind::kKclInherit, ref.span, "illegal rule type '" + TypeText(type) + "'");
    }
  }
  if (stmt.for_protocol) {
    schema.protocol = LinkProtocol(*stmt.for_protocol);
  }
}

void Checker::CheckSchemaName(const Schema& schema) {
  const Name& name = schema.stmt ? schema.stmt->name : schema.rule->name;
  if (IsReserved(Text(name.symbol))) {
    diagnostics_.Report(diag::Kind::kKclCompile, name.span,
                        (schema.stmt ? "schema name " : "rule name ") + Quoted(name.symbol) +
                            " cannot be the same as the built-in types (" + std::string(kReservedTypesText) +
                            ")");
  }
  if (!schema.stmt || schema.stmt->schema_kind != SchemaKind::kProtocol) {
    return;
  }
  if (!Text(name.symbol).ends_with(kProtocolSuffix)) {
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

std::string Checker::QualifiedName(const Schema& schema) const {
  const std::string name(Text(schema.name));
  return schema.package == 0 ? name
                             : program_.packages[static_cast<size_t>(schema.package)]->path + "." + name;
}

// Reports circles of bases, of mixins and of rules, and opens them.
void Checker::CutCycles() {
  const auto edges = [](const Schema* schema) {
    std::vector<const Schema*> next = schema->mixins;
    next.insert(next.end(), schema->rule_bases.begin(), schema->rule_bases.end());
    if (schema->base) {
      next.push_back(schema->base);
    }
    return next;
  };
  std::vector<Schema*> circular;
  std::vector<std::string> texts;
  for (const std::unique_ptr<Schema>& schema : program_.schemas) {
    if (schema->package != static_cast<int32_t>(package_)) {
      continue;
    }
    // What the schema reaches, and from there whether the schema is reached: its circle.
    std::unordered_set<const Schema*> reached;
    std::vector<const Schema*> open = edges(schema.get());
    while (!open.empty()) {
      const Schema* next = open.back();
      open.pop_back();
      if (reached.insert(next).second) {
        const std::vector<const Schema*> further = edges(next);
        open.insert(open.end(), further.begin(), further.end());
      }
    }
    if (reached.count(schema.get()) == 0) {
      continue;
    }
    std::string names;
    for (const std::unique_ptr<Schema>& other : program_.schemas) {
      if (reached.count(other.get()) > 0) {
        names.append(names.empty() ? "" : ", ").append(QualifiedName(*other));
      }
    }
    circular.push_back(schema.get());
    texts.push_back(names);
  }
  for (size_t i = 0; i < circular.size(); ++i) {
    const Schema& schema = *circular[i];
    diagnostics_.Report(diag::Kind::kKclCompile,
                        schema.stmt ? schema.stmt->name.span : schema.rule->name.span,
                        std::string("There is a circular reference between ") +
                            (schema.stmt ? "schemas " : "rules ") + texts[i]);
  }
  for (Schema* schema : circular) {
    schema->base = nullptr;
    schema->mixins.clear();
    schema->rule_bases.clear();
  }
}

void Checker::BuildSchema(Schema& schema) {
  if (schema.rule) {
    BuildParams(schema, schema.rule->params);
    CheckDecorators(schema.rule->decorators);
    if (schema.protocol) {
      schema.has_index_signature = schema.protocol->has_index_signature;
      schema.index_key = schema.protocol->index_key;
      schema.index_value = schema.protocol->index_value;
    }
    return;
  }
  BuildParams(schema, schema.stmt->params);
  CheckDecorators(schema.stmt->decorators);
  BuildIndexSignature(schema);
  for (const Stmt* stmt : schema.stmt->body) {
    BuildAttribute(schema, stmt);
  }
  std::unordered_set<Symbol> names;
  CollectAssigned(schema.stmt->body, names);
  for (const Parameter& param : schema.stmt->params) {
    if (names.count(param.name.symbol) > 0) {
      diagnostics_.Report(diag::Kind::kKclCompile, param.name.span,
                          "Unexpected parameter name " + Quoted(param.name.symbol) +
                              " with the same name as the schema attribute");
    }
  }
}

void Checker::BuildParams(Schema& schema, std::span<const Parameter> params) {
  for (const Parameter& param : params) {
    schema.params.push_back(
        {param.name.symbol, param.name.span, ResolveType(param.type), param.default_value != nullptr});
  }
}

void Checker::BuildIndexSignature(Schema& schema) {
  const IndexSignature* signature = schema.stmt->index_signature;
  if (!signature) {
    return;
  }
  schema.has_index_signature = true;
  schema.index_any_other = signature->any_other;
  schema.index_alias = signature->has_alias ? signature->alias.symbol : Symbol();
  schema.index_key = ResolveType(signature->key_type);
  schema.index_value = ResolveType(signature->value_type);
  if (!IsKey(schema.index_key) && schema.index_key->kind != TypeKind::kInvalid) {
    diagnostics_.Report(diag::Kind::kKclIndexSignature, schema.stmt->name.span,
                        "invalid index signature key type: '" + TypeText(schema.index_key) + "'");
  }
  std::unordered_set<Symbol> names;
  CollectAssigned(schema.stmt->body, names);
  if (signature->has_alias && names.count(signature->alias.symbol) > 0) {
    diagnostics_.Report(diag::Kind::kKclIndexSignature, signature->span,
                        "index signature attribute name " + Quoted(signature->alias.symbol) +
                            " cannot have the same name as schema attributes");
  }
}

void Checker::BuildAttribute(Schema& schema, const Stmt* stmt) {
  Attribute attribute;
  attribute.owner = &schema;
  if (const AttributeStmt* decl = stmt->As<AttributeStmt>()) {
    attribute.name = decl->name.symbol;
    attribute.span = decl->name.span;
    attribute.type = ResolveType(decl->type);
    attribute.optional = decl->optional;
    attribute.has_default = decl->value || (decl->type->kind == TypeExprKind::kLiteral && !decl->optional);
    attribute.decl = decl;
    CheckDecorators(decl->decorators);
  } else if (const UnificationStmt* unification = stmt->As<UnificationStmt>()) {
    diagnostics_.Silence(true);
    const Type* type = WalkPlain(unification->value->schema);
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

void Checker::CheckAttributeRules(const Schema& schema, const Attribute& attribute, const Attribute* earlier,
                                  const Attribute* inherited, const Stmt*) {
  for (const Attribute* before : {earlier, inherited}) {
    if (before && !types_.Subsumes(attribute.type, before->type, false)) {
      diagnostics_.Report(diag::Kind::kKclType, attribute.span,
                          "can't change schema field type of " + Quoted(attribute.name) + " from " +
                              TypeText(before->type) + " to " + TypeText(attribute.type),
                          {{before->span, "the attribute is declared here"}});
      break;
    }
  }
  const Attribute* first = inherited ? inherited : earlier;
  if (first && attribute.optional && !first->optional) {
    diagnostics_.Report(
        diag::Kind::kKclType, attribute.span,
        "can't change the required schema attribute of " + Quoted(attribute.name) + " to optional",
        {{first->span, "the attribute is declared here"}});
  }
  if (schema.has_index_signature && !schema.index_any_other &&
      !types_.Subsumes(attribute.type, schema.index_value, false)) {
    const std::string alias =
        schema.index_alias.has_value() ? std::string(Text(schema.index_alias)) + ": " : std::string();
    diagnostics_.Report(diag::Kind::kKclIndexSignature, attribute.span,
                        "the type '" + TypeText(attribute.type) + "' of schema attribute " +
                            Quoted(attribute.name) + " does not meet the index signature definition [" +
                            alias + TypeText(schema.index_key) + "]: " + TypeText(schema.index_value));
  }
}

void Checker::CheckDecorators(std::span<const Decorator> decorators) {
  const FunctionParam deprecated[] = {
      {program_.ast.names.Intern("version"), {}, types_.string(), true},
      {program_.ast.names.Intern("reason"), {}, types_.string(), true},
      {program_.ast.names.Intern("strict"), {}, types_.boolean(), true},
  };
  for (const Decorator& decorator : decorators) {
    const NameExpr* name = decorator.callee->As<NameExpr>();
    FunctionType function;
    function.result = types_.any();
    if (!name) {
      diagnostics_.Report(diag::Kind::kKclType, decorator.span, "decorator name must be a single identifier");
      continue;
    }
    if (Text(name->name.symbol) == "deprecated") {
      function.params = deprecated;
    } else if (Text(name->name.symbol) == "info") {
      function.variadic = true;
    } else {
      diagnostics_.Report(diag::Kind::kKclCompile, decorator.span,
                          "UnKnown decorator " + std::string(Text(name->name.symbol)));
      continue;
    }
    CheckArguments(decorator.callee, decorator.args, function);
  }
}

// The names that the statements of a schema give a value or declare.
void Checker::CollectAssigned(Stmts body, std::unordered_set<Symbol>& names) const {
  for (const Stmt* stmt : body) {
    if (const AttributeStmt* attribute = stmt->As<AttributeStmt>()) {
      names.insert(attribute->name.symbol);
    } else if (const AssignStmt* assign = stmt->As<AssignStmt>()) {
      for (const Target& target : assign->targets) {
        names.insert(target.name.symbol);
      }
    } else if (const AugAssignStmt* augmented = stmt->As<AugAssignStmt>()) {
      names.insert(augmented->target.name.symbol);
    } else if (const UnificationStmt* unification = stmt->As<UnificationStmt>()) {
      names.insert(unification->target.name.symbol);
    } else if (const IfStmt* condition = stmt->As<IfStmt>()) {
      for (const IfBranch& branch : condition->branches) {
        CollectAssigned(branch.body, names);
      }
    }
  }
}

}  // namespace kval::kcl

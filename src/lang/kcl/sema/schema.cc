#include <algorithm>
#include <utility>

#include "src/lang/kcl/sema/checker.h"
#include "src/lang/kcl/sema/reserved.h"

// The headers and attributes of schemas and rules. Source: KCL's resolver/global.rs.
namespace kval::kcl {
namespace {

constexpr std::string_view kMixinSuffix = "Mixin";
constexpr std::string_view kProtocolSuffix = "Protocol";

}  // namespace

// Links first, so that attributes may be of any schema; then the aliases, the attributes, and what bases ask
// of them.
void Checker::DefineSchemas() {
  std::vector<Schema*> own;
  ForEachStmt([&](const Stmt* stmt) {
    const auto found = program_.schema_of.find(stmt);
    if (found != program_.schema_of.end()) {
      found->second->stmt ? LinkSchema(*found->second) : LinkRule(*found->second);
      own.push_back(found->second);
    }
  });
  CutCycles();
  for (size_t i = 0; i < package().globals.size(); ++i) {
    ResolveAlias(static_cast<int32_t>(i));
  }
  ForEachStmt([&](const Stmt* stmt) {
    const auto found = program_.schema_of.find(stmt);
    if (found != program_.schema_of.end()) {
      BuildSchema(*found->second);
    }
  });
  for (Schema* schema : own) {
    CheckAttributes(*schema);
  }
}

// Of the historic texts: "unless the schema (or one of the schemas) is a relaxed schema".
void Checker::InheritRelaxation(Schema& schema) const {
  const Schema* base = schema.base;
  while (base != nullptr && !schema.has_index_signature) {
    const IndexSignature* signature = base->stmt != nullptr ? base->stmt->index_signature : nullptr;
    if (signature != nullptr && signature->is_inherited) {
      schema.has_index_signature = true;
      schema.index_any_other = true;
      schema.index_key = base->index_key;
      schema.index_value = base->index_value;
    }
    base = base->base;
  }
}

// Compares attributes with earlier ones of their name, here and in the bases. Later declarations of a name
// only add a default.
void Checker::CheckAttributes(Schema& schema) {
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

namespace {

// What a schema is made of: its base, its mixins, the bases of a rule.
std::vector<const Schema*> PartsOf(const Schema* schema) {
  std::vector<const Schema*> parts = schema->mixins;
  parts.insert(parts.end(), schema->rule_bases.begin(), schema->rule_bases.end());
  if (schema->base) {
    parts.push_back(schema->base);
  }
  return parts;
}

}  // namespace

// The schemas of the package that are part of a circle or made of one: those that remain when whatever is
// made of nothing that remains is taken away.
std::unordered_set<const Schema*> Checker::PossiblyCircular() const {
  std::unordered_map<const Schema*, size_t> remaining;
  std::unordered_map<const Schema*, std::vector<const Schema*>> users;
  std::vector<const Schema*> settled;
  for (const std::unique_ptr<Schema>& schema : program_.schemas) {
    if (schema->package == static_cast<int32_t>(package_)) {
      remaining[schema.get()] = 0;
    }
  }
  for (auto& [schema, count] : remaining) {
    for (const Schema* part : PartsOf(schema)) {
      if (remaining.count(part) > 0) {
        ++count;
        users[part].push_back(schema);
      }
    }
    if (count == 0) {
      settled.push_back(schema);
    }
  }
  std::unordered_set<const Schema*> result;
  while (!settled.empty()) {
    const Schema* schema = settled.back();
    settled.pop_back();
    for (const Schema* user : users[schema]) {
      if (--remaining[user] == 0) {
        settled.push_back(user);
      }
    }
  }
  for (const auto& [schema, count] : remaining) {
    if (count > 0) {
      result.insert(schema);
    }
  }
  return result;
}

// Reports circles of bases, of mixins and of rules, and opens them.
void Checker::CutCycles() {
  const std::unordered_set<const Schema*> candidates = PossiblyCircular();
  std::vector<Schema*> circular;
  std::vector<std::string> texts;
  for (const std::unique_ptr<Schema>& schema : program_.schemas) {
    if (candidates.count(schema.get()) == 0) {
      continue;
    }
    // What the schema reaches, and from there whether the schema is reached: its circle.
    std::unordered_set<const Schema*> reached;
    std::vector<const Schema*> open = PartsOf(schema.get());
    while (!open.empty()) {
      const Schema* next = open.back();
      open.pop_back();
      if (reached.insert(next).second) {
        const std::vector<const Schema*> further = PartsOf(next);
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
    diagnostics_.Report(diag::Kind::kKclIndexSignature, signature->key_type->span,
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
                                  const Attribute* inherited) {
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

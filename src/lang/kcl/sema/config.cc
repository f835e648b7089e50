#include <algorithm>

#include "src/lang/kcl/sema/checker.h"

// Config literals, alone and against what is expected of them. Source: KCL's resolver/config.rs.
namespace kval::kcl {
namespace {

// Types are no deeper than the parser allows; a schema that holds itself has no end.
constexpr int kMaxUnpackDepth = 16;

}  // namespace

void Checker::EntryTypes::Add(Symbol name, const Type* type, source::Span span, TypeTable& types) {
  const auto [place, added] = places.try_emplace(name, attributes.size());
  if (added) {
    attributes.push_back({name, nullptr, span});
    given.emplace_back();
  }
  attributes[place->second].span = span;
  given[place->second].push_back(types.Widen(type));
}

void Checker::EntryTypes::Set(const DictAttribute& attribute) {
  const auto [place, added] = places.try_emplace(attribute.name, attributes.size());
  if (added) {
    attributes.push_back(attribute);
    given.emplace_back();
  }
  attributes[place->second] = attribute;
  given[place->second] = {attribute.type};
}

// A key that stands many times (`a.b: 1`, `a.c: 2`) has the type that all its values have in common.
std::span<const DictAttribute> Checker::EntryTypes::Finish(TypeTable& types) {
  for (size_t i = 0; i < attributes.size(); ++i) {
    attributes[i].type = given[i].size() == 1 ? given[i].front() : types.Widen(types.Sup(given[i]));
  }
  return attributes;
}

const Type* Checker::WalkConfig(const ConfigExpr& expr) {
  return WalkConfigOf(expr, false);
}

const Type* Checker::WalkConfigOf(const ConfigExpr& expr, bool is_instance) {
  Enter(ScopeKind::kConfig).is_instance = is_instance;
  const Type* type = WalkEntries(expr.entries);
  Leave();
  return type;
}

const Type* Checker::WalkEntries(std::span<const ConfigEntry> entries) {
  EntryTypes types;
  for (const ConfigEntry& entry : entries) {
    switch (entry.kind) {
      case EntryKind::kPair:
        WalkPair(entry, types);
        break;
      case EntryKind::kUnpack:
        WalkUnpack(entry, types);
        break;
      case EntryKind::kIf:
        if (entry.condition) {
          WalkConfigIf(*entry.condition, types);
        }
        break;
    }
  }
  const Type* key = types_.Sup(types.keys);
  return types_.Dict(key, types_.Sup(types.values), types.Finish(types_));
}

void Checker::WalkPair(const ConfigEntry& entry, EntryTypes& types) {
  if (entry.key.empty()) {
    WalkEntryValue(entry);
    return;
  }
  const KeyStep& first = entry.key.front();
  const bool is_name = first.kind == KeyStepKind::kName;
  if (first.kind == KeyStepKind::kExpr ||
      (is_name && entry.key.size() == 1 && IsLoopVariable(first.name.symbol))) {
    const Type* key = is_name ? Resolve(first.name) : WalkPlain(first.expr);
    const Expected outer = TopExpected();
    const bool is_dict = outer.type && outer.type->kind == TypeKind::kDict;
    if (!IsAny(key) && !IsKey(key)) {
      const bool fits = !is_dict || types_.Assignable(key, outer.type->key);
      diagnostics_.Report(diag::Kind::kKclAttribute, entry.key_span,
                          "A attribute must be string type, got '" + TypeText(key) + "'", {},
                          fits ? std::string()
                               : "TypeError: keys are expected to be " + TypeText(outer.type->key) +
                                     ", got " + TypeText(key));
    }
    // What the key is at run time is not known; a dict's values have one type for all keys.
    const size_t before = diagnostics_.count();
    expected_.push_back(is_dict ? Expected{outer.type->element, outer.at} : Expected());
    const Type* value = WalkEntryValue(entry);
    expected_.pop_back();
    if (is_dict && diagnostics_.count() == before) {
      MustHold(*entry.value, value, outer.type->element, outer.at, true);
    }
    types.values.push_back(value);
    types.keys.push_back(key);
    return;
  }
  const Type* value = WalkStep(entry, 0);
  if (is_name && IsLoopVariable(first.name.symbol)) {
    types.keys.push_back(types_.string());
    types.values.push_back(value);
    return;
  }
  types.keys.push_back(entry.key.size() == 1 ? types_.StrLiteral(Text(first.name.symbol)) : types_.string());
  types.values.push_back(value);
  types.Add(first.name.symbol, value, first.span, types_);
  DeclareKey(first.name.symbol, types_.Widen(value), first.span);
}

// The value under the key's step and the steps behind it; its type as the step's value.
const Type* Checker::WalkStep(const ConfigEntry& entry, size_t index) {
  const KeyStep& step = entry.key[index];
  const bool is_last = index + 1 == entry.key.size();
  const Expected outer = TopExpected();
  Expected inner;
  if (step.kind == KeyStepKind::kIndex) {
    WalkPlain(step.expr);
    const bool is_list = outer.type && outer.type->kind == TypeKind::kList;
    // An insertion gives a list of items, everything else one item.
    inner = !is_list                                  ? Expected()
            : is_last && entry.op == EntryOp::kInsert ? outer
                                                      : Expected{outer.type->element, outer.at};
  } else if (step.kind == KeyStepKind::kName && IsLoopVariable(step.name.symbol)) {
    // Which key it is is known at run time only.
    const Type* key = Resolve(step.name);
    if (!IsAny(key) && !IsKey(key)) {
      diagnostics_.Report(diag::Kind::kKclAttribute, step.span,
                          "A attribute must be string type, got '" + TypeText(key) + "'");
    }
    inner = outer.type && outer.type->kind == TypeKind::kDict ? Expected{outer.type->element, outer.at}
                                                              : Expected();
  } else if (outer.type) {
    CheckMember(step.name.symbol, outer.type, step.span, {});
    inner = ExpectedOf(outer, step.name.symbol);
  }
  const size_t before = diagnostics_.count();
  expected_.push_back(inner);
  const Type* value = is_last ? WalkEntryValue(entry) : WalkStep(entry, index + 1);
  expected_.pop_back();
  if (inner.type && diagnostics_.count() == before) {
    is_last ? MustHold(*entry.value, value, inner.type, inner.at, true)
            : MustAssign(value, inner.type, step.span, inner.at);
  }
  if (step.kind != KeyStepKind::kIndex) {
    if (index == 0) {
      return value;
    }
    if (step.kind == KeyStepKind::kName && IsLoopVariable(step.name.symbol)) {
      return types_.Dict(types_.string(), value);
    }
    const DictAttribute attribute[] = {{step.name.symbol, types_.Widen(value), step.span}};
    return types_.Dict(types_.StrLiteral(Text(step.name.symbol)), value, attribute);
  }
  return is_last && entry.op == EntryOp::kInsert ? value : types_.List(value);
}

const Type* Checker::WalkEntryValue(const ConfigEntry& entry) {
  const Type* value = Walk(entry.value);
  if (entry.op == EntryOp::kInsert && !IsAny(value) && value->kind != TypeKind::kList &&
      value->kind != TypeKind::kNone) {
    diagnostics_.Report(diag::Kind::kKclAttribute, entry.value->span,
                        "only list type can in inserted, got '" + TypeText(value) + "'");
  }
  return value;
}

void Checker::WalkUnpack(const ConfigEntry& entry, EntryTypes& types) {
  const Type* value = Walk(entry.value);
  if (entry.value->kind != ExprKind::kConfig) {
    CheckUnpacked(value, entry.value->span, 0);
  }
  AddUnpacked(value, entry.value, types);
}

void Checker::AddUnpacked(const Type* type, const Expr* value, EntryTypes& types) {
  if (IsAny(type) || type->kind == TypeKind::kNone) {
    types.values.push_back(type);
    return;
  }
  if (type->kind == TypeKind::kDict) {
    types.keys.push_back(type->key);
    types.values.push_back(type->element);
    for (const DictAttribute& attribute : type->attributes) {
      types.Set(attribute);
    }
    return;
  }
  if (IsSchema(type)) {
    types.keys.push_back(types_.string());
    types.values.push_back(type->schema->has_index_signature ? type->schema->index_value : types_.any());
    for (const Attribute& attribute : type->schema->attributes) {
      types.Set({attribute.name, attribute.type, attribute.span});
    }
    return;
  }
  const bool is_config_union =
      type->kind == TypeKind::kUnion &&
      std::all_of(type->members.begin(), type->members.end(), [](const Type* member) {
        return IsConfig(member) || IsAny(member) || member->kind == TypeKind::kNone;
      });
  if (is_config_union) {
    types.keys.push_back(types_.string());
    types.values.push_back(types_.any());
    return;
  }
  diagnostics_.Report(diag::Kind::kKclCompile, value->span,
                      "only dict and schema can be used ** unpack, got '" + TypeText(type) + "'");
}

// The attributes of an unpacked value against what is expected here.
void Checker::CheckUnpacked(const Type* type, source::Span at, int depth) {
  if (depth == kMaxUnpackDepth || !TopExpected().type) {
    return;
  }
  const auto check = [&](Symbol name, const Type* attribute, source::Span declared) {
    const Expected outer = TopExpected();
    CheckMember(name, outer.type, at, declared);
    const Expected inner = ExpectedOf(outer, name);
    if (!inner.type) {
      return;
    }
    MustAssign(attribute, inner.type, at, inner.at, declared);
    expected_.push_back(inner);
    CheckUnpacked(attribute, at, depth + 1);
    expected_.pop_back();
  };
  if (type->kind == TypeKind::kDict) {
    for (const DictAttribute& attribute : type->attributes) {
      check(attribute.name, attribute.type, attribute.span);
    }
  } else if (IsSchema(type) &&
             !(IsSchema(TopExpected().type) && type->schema->IsA(TopExpected().type->schema))) {
    for (const Attribute& attribute : type->schema->attributes) {
      check(attribute.name, attribute.type, attribute.span);
    }
  }
}

void Checker::WalkConfigIf(const ConfigIf& condition, EntryTypes& types) {
  std::unordered_map<Symbol, Local> seen;
  for (const ConfigIfBranch& branch : condition.branches) {
    if (branch.condition) {
      WalkPlain(branch.condition);
    }
    Enter(ScopeKind::kBlock);
    const Type* type = WalkEntries(branch.entries);
    seen.insert(scopes_.back().names.begin(), scopes_.back().names.end());
    Leave();
    if (!branch.entries.empty()) {
      types.keys.push_back(type->key);
      types.values.push_back(type->element);
      for (const DictAttribute& attribute : type->attributes) {
        types.Add(attribute.name, attribute.type, attribute.span, types_);
      }
    }
  }
  for (auto& [name, local] : seen) {
    local.maybe = true;
    scopes_.back().names.emplace(name, local);
  }
}

const Type* Checker::WalkSchemaInit(const SchemaInitExpr& expr) {
  const Type* type = WalkPlain(expr.schema);
  if (IsSchema(type)) {
    expected_.push_back({type, {}});
    Note(expr.config, WalkConfigOf(*expr.config, true));
    expected_.pop_back();
    if (type->kind == TypeKind::kSchema) {
      if (!expr.args.empty()) {
        diagnostics_.Report(diag::Kind::kKclCompile, expr.schema->span,
                            "Arguments cannot be used in the schema modification expression");
      }
      WalkArguments(expr.args);
    } else {
      CheckArguments(expr.schema, expr.args, FunctionOfSchema(*type->schema));
    }
    return types_.OfSchema(type->schema, true);
  }
  const bool is_dict = type->kind == TypeKind::kDict;
  expected_.push_back(is_dict ? Expected{type, {}} : Expected());
  const Type* config = Walk(expr.config);
  expected_.pop_back();
  WalkArguments(expr.args);
  if (is_dict) {
    return Binary(type, config, BinaryOp::kBitOr, expr.schema->span);
  }
  if (IsAny(type)) {
    return type;
  }
  diagnostics_.Report(diag::Kind::kKclCompile, expr.schema->span,
                      "Invalid schema type '" + TypeText(type) + "'");
  return types_.invalid();
}

// What is expected of the value of a key, where `outer` is expected of the config.
Expected Checker::ExpectedOf(const Expected& outer, Symbol key) {
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
    case TypeKind::kUnion: {
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
    default:
      return {};
  }
}

std::vector<std::string_view> Checker::AttributeNames(const Schema& schema) const {
  std::vector<std::string_view> names;
  for (const Attribute& attribute : schema.attributes) {
    names.push_back(Text(attribute.name));
  }
  for (const Schema* mixin : schema.mixins) {
    for (const Attribute& attribute : mixin->attributes) {
      names.push_back(Text(attribute.name));
    }
  }
  return names;
}

void Checker::CheckMember(Symbol name, const Type* type, source::Span at, source::Span attribute_at) {
  if (Text(name).empty() || !type) {
    return;
  }
  if (IsSchema(type)) {
    CheckSchemaMember(name, *type->schema, at, attribute_at);
    return;
  }
  if (type->kind != TypeKind::kUnion) {
    return;
  }
  std::string owners;
  size_t count = 0;
  std::vector<std::string_view> known;
  for (const Type* member : type->members) {
    if (member->kind == TypeKind::kDict || IsAny(member)) {
      return;
    }
    if (!IsSchema(member)) {
      continue;
    }
    const Schema& schema = *member->schema;
    const bool is_mixin = schema.stmt && schema.stmt->schema_kind == SchemaKind::kMixin;
    if (schema.Find(name) || is_mixin || schema.has_index_signature) {
      return;
    }
    owners.append(count > 0 ? ", \"" : "\"").append(Text(schema.name)).append("\"");
    ++count;
    const std::vector<std::string_view> names = AttributeNames(schema);
    known.insert(known.end(), names.begin(), names.end());
  }
  if (count > 0) {
    const std::string owner =
        count > 1 ? "schemas [" + owners + "]" : "schema " + owners.substr(1, owners.size() - 2);
    ReportMember(name, "'" + owner + "'", known, at, attribute_at);
  }
}

void Checker::CheckSchemaMember(Symbol name, const Schema& schema, source::Span at,
                                source::Span attribute_at) {
  const std::string owner = "schema " + Quoted(schema.name);
  const bool is_mixin = schema.stmt && schema.stmt->schema_kind == SchemaKind::kMixin;
  if (!schema.has_index_signature) {
    if (!schema.Find(name) && !is_mixin) {
      ReportMember(name, owner, AttributeNames(schema), at, attribute_at);
    }
    return;
  }
  if (schema.index_any_other || IsAny(schema.index_key)) {
    return;
  }
  std::vector<std::string_view> keys;
  if (schema.index_key->kind == TypeKind::kStrLiteral) {
    keys.push_back(schema.index_key->text);
  } else if (schema.index_key->kind == TypeKind::kUnion) {
    for (const Type* member : schema.index_key->members) {
      if (member->kind == TypeKind::kStrLiteral) {
        keys.push_back(member->text);
      }
    }
  }
  if (!keys.empty() && std::find(keys.begin(), keys.end(), Text(name)) == keys.end() && !schema.Find(name)) {
    ReportMember(name, owner, keys, at, attribute_at);
  }
}

void Checker::ReportMember(Symbol name, const std::string& owner, const std::vector<std::string_view>& known,
                           source::Span at, source::Span attribute_at) {
  std::vector<Related> related;
  if (attribute_at.has_value()) {
    related.push_back({attribute_at, "config attribute is defined here"});
  }
  const std::string suggestion = Suggestion(Text(name), known);
  const std::string hint = suggestion.empty() ? NearestHint(Text(name), known) : std::string();
  diagnostics_.ReportWith(diag::Kind::kKclCompile, at,
                          "Cannot add member " + Quoted(name) + " to " + owner + suggestion,
                          {{}, related, {}, hint});
}

}  // namespace kval::kcl

#include "src/lang/kcl/sema/config_checker.h"

#include <algorithm>
#include <string>

#include "src/lang/kcl/sema/assignability.h"
#include "src/lang/kcl/sema/call_checker.h"
#include "src/lang/kcl/sema/expectations.h"
#include "src/lang/kcl/sema/member_lookup.h"
#include "src/lang/kcl/sema/member_uses.h"
#include "src/lang/kcl/sema/missing_attribute_check.h"
#include "src/lang/kcl/sema/name_resolver.h"
#include "src/lang/kcl/sema/operations.h"
#include "src/lang/kcl/sema/scopes.h"
#include "src/lang/kcl/sema/subsumption.h"
#include "src/lang/kcl/sema/type_kinds.h"

// Source: KCL's resolver/config.rs.
namespace kval::kcl::sema {
namespace {

// Types are no deeper than the parser allows; a schema that holds itself has no end.
constexpr int kMaxUnpackDepth = 16;
// A key with values of more types has type any when it is read.
constexpr size_t kMostJoined = 16;

bool TakesFurtherKeys(const Schema& schema) {
  const Schema* part = &schema;
  while (part != nullptr && !part->has_index_signature) {
    part = part->base;
  }
  return part != nullptr;
}

}  // namespace

const Type* ConfigChecker::WalkConfig(const ConfigExpr& expr) {
  return WalkConfigOf(expr, false);
}

const Type* ConfigChecker::WalkConfigOf(const ConfigExpr& expr, bool is_instance) {
  Scope& scope = scopes_.Enter(ScopeKind::kConfig);
  scope.is_instance = is_instance;
  scope.names.Reserve(expr.entries.size());
  const Type* type = WalkEntries(expr.entries, !is_instance);
  if (scopes_.innermost().repeats_keys) {
    const ConfigExpr* config = &expr;
    incomplete_.ExemptRepeated(std::span(&config, 1));
  }
  scopes_.Leave();
  return type;
}

const Type* ConfigChecker::WalkEntries(std::span<const ConfigEntry> entries, bool is_type_needed) {
  EntryTypes types(types_, entries.size(), is_type_needed);
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
  return types.Finish();
}

void ConfigChecker::WalkPair(const ConfigEntry& entry, EntryTypes& types) {
  if (entry.key.empty()) {
    WalkEntryValue(entry);
    return;
  }
  const KeyStep& first = entry.key.front();
  const bool is_name = first.kind == KeyStepKind::kName;
  if (first.kind == KeyStepKind::kExpr ||
      (is_name && entry.key.size() == 1 && scopes_.IsLoopVariable(first.name.symbol))) {
    const Type* key = is_name ? names_.Resolve(first.name) : walker_.WalkPlain(first.expr);
    const Expected outer = expectations_.Top();
    const bool is_dict = outer.type && outer.type->kind == TypeKind::kDict;
    if (!IsAny(key) && !IsKey(key)) {
      const bool fits = !is_dict || Assignable(key, outer.type->key);
      diagnostics_.Report(diag::Kind::kKclAttribute, entry.key_span,
                          "A attribute must be string type, got '" + types_.Text(key) + "'", {},
                          fits ? std::string()
                               : "TypeError: keys are expected to be " + types_.Text(outer.type->key) +
                                     ", got " + types_.Text(key));
    }
    // The key's run-time value is unknown; a dict's values have one type for all keys.
    const size_t before = diagnostics_.count();
    ExemptAdditionalKey(entry, outer.type);
    expectations_.Push(is_dict ? Expected{outer.type->element, outer.at} : Expected());
    const Type* value = WalkEntryValue(entry);
    expectations_.Pop();
    if (is_dict && diagnostics_.count() == before) {
      assignability_.CheckValue(*entry.value, value, outer.type->element, outer.at, true);
    }
    types.AddValue(value);
    types.AddKey(key);
    return;
  }
  const Type* value = WalkStep(entry, 0);
  if (is_name && scopes_.IsLoopVariable(first.name.symbol)) {
    types.AddKey(types_.string());
    types.AddValue(value);
    return;
  }
  if (types.is_needed()) {
    types.AddKey(entry.key.size() == 1 ? types_.StrLiteral(first.name.symbol) : types_.string());
    types.AddValue(value);
  }
  types.Add(first.name.symbol, value, first.span());
  DeclareKey(first, value);
}

// The default of an index signature may complete the entry's value.
void ConfigChecker::ExemptAdditionalKey(const ConfigEntry& entry, const Type* holder) {
  if (holder != nullptr && IsSchema(holder) && TakesFurtherKeys(*holder->schema)) {
    incomplete_.Exempt(*entry.value);
  }
}

void ConfigChecker::DeclareKey(const KeyStep& key, const Type* type) {
  if (const Local* before = scopes_.innermost().names.Find(key.name.symbol)) {
    scopes_.innermost().repeats_keys = true;
    type = types_.Sup(types_.Widen(before->type), type);
    if (type->kind == TypeKind::kUnion && type->members.size() > kMostJoined) {
      type = types_.any();
    }
  }
  scopes_.DeclareKey(key.name.symbol, type, key.span());
}

// The value under the key's step and the steps behind it; its type as the step's value.
const Type* ConfigChecker::WalkStep(const ConfigEntry& entry, size_t index) {
  const KeyStep& step = entry.key[index];
  const bool is_last = index + 1 == entry.key.size();
  const Expected outer = expectations_.Top();
  Expected inner;
  if (step.kind != KeyStepKind::kIndex) {
    NoteMemberUse(step.span(), step.name.symbol, outer.type, context_);
  }
  if (is_last) {
    ExemptAdditionalKey(entry, outer.type);
  }
  if (step.kind == KeyStepKind::kIndex) {
    walker_.WalkPlain(step.expr);
    const bool is_list = outer.type && outer.type->kind == TypeKind::kList;
    // An insertion gives a list of items, everything else one item.
    inner = !is_list                                  ? Expected()
            : is_last && entry.op == EntryOp::kInsert ? outer
                                                      : Expected{outer.type->element, outer.at};
  } else if (step.kind == KeyStepKind::kName && scopes_.IsLoopVariable(step.name.symbol)) {
    // Which key it is is known at run time only.
    const Type* key = names_.Resolve(step.name);
    if (!IsAny(key) && !IsKey(key)) {
      diagnostics_.Report(diag::Kind::kKclAttribute, step.span(),
                          "A attribute must be string type, got '" + types_.Text(key) + "'");
    }
    inner = outer.type && outer.type->kind == TypeKind::kDict ? Expected{outer.type->element, outer.at}
                                                              : Expected();
  } else if (const Attribute* attribute = DeclaredAttribute(outer.type, step.name.symbol)) {
    inner = {attribute->type, attribute->span};
  } else if (outer.type) {
    members_.CheckMember(step.name.symbol, outer.type, step.span(), {});
    inner = expectations_.Of(outer, step.name.symbol);
  }
  if (const Type* plain = is_last && index == 0 ? PlainType(entry, inner.type) : nullptr) {
    return context_.Note(entry.value, plain);
  }
  const size_t before = diagnostics_.count();
  expectations_.Push(inner);
  const Type* value = is_last ? WalkEntryValue(entry) : WalkStep(entry, index + 1);
  expectations_.Pop();
  if (inner.type && diagnostics_.count() == before) {
    is_last ? assignability_.CheckValue(*entry.value, value, inner.type, inner.at, true)
            : assignability_.CheckAssignable(value, inner.type, step.span(), inner.at);
  }
  if (step.kind != KeyStepKind::kIndex) {
    if (index == 0) {
      return value;
    }
    if (step.kind == KeyStepKind::kName && scopes_.IsLoopVariable(step.name.symbol)) {
      return types_.Dict(types_.string(), value);
    }
    const DictAttribute attribute[] = {{step.name.symbol, types_.Widen(value), step.span()}};
    return types_.Dict(types_.StrLiteral(step.name.symbol), value, attribute);
  }
  return is_last && entry.op == EntryOp::kInsert ? value : types_.List(value);
}

const Attribute* ConfigChecker::DeclaredAttribute(const Type* type, Symbol name) {
  return type != nullptr && IsSchema(type) && !type->schema->has_index_signature ? type->schema->Find(name)
                                                                                 : nullptr;
}

// Whether all entries have an identifier or string as key and a string as value.
bool ConfigChecker::HasOnlyStrings(const ConfigExpr& config) const {
  return std::all_of(config.entries.begin(), config.entries.end(), [&](const ConfigEntry& entry) {
    if (entry.kind != EntryKind::kPair || entry.key.size() != 1 || entry.op == EntryOp::kInsert ||
        entry.value->kind != ExprKind::kString) {
      return false;
    }
    const KeyStep& key = entry.key.front();
    return key.kind == KeyStepKind::kString ||
           (key.kind == KeyStepKind::kName && !scopes_.IsLoopVariable(key.name.symbol));
  });
}

const Type* ConfigChecker::PlainType(const ConfigEntry& entry, const Type* expected) const {
  if (expected == nullptr || entry.op == EntryOp::kInsert || !scopes_.innermost().is_instance) {
    return nullptr;
  }
  if (const ConfigExpr* strings = entry.value->As<ConfigExpr>()) {
    const bool is_of_strings = expected->kind == TypeKind::kDict && expected->key->kind == TypeKind::kStr &&
                               expected->element->kind == TypeKind::kStr;
    return is_of_strings && HasOnlyStrings(*strings) ? expected : nullptr;
  }
  const IntExpr* number = entry.value->As<IntExpr>();
  const bool is_plain =
      (expected->kind == TypeKind::kStr && entry.value->kind == ExprKind::kString) ||
      (expected->kind == TypeKind::kInt && number != nullptr && number->unit == NumberUnit::kNone);
  return is_plain ? expected : nullptr;
}

const Type* ConfigChecker::WalkEntryValue(const ConfigEntry& entry) {
  const Type* value = walker_.Walk(entry.value);
  if (entry.op == EntryOp::kInsert && !IsAny(value) && value->kind != TypeKind::kList) {
    const Expected expected = expectations_.Top();
    const std::string types = expected.type == nullptr || Assignable(value, expected.type)
                                  ? std::string()
                                  : types_.Text(expected.type) + ", got " + types_.Text(value);
    diagnostics_.Report(diag::Kind::kKclAttribute, entry.value->span,
                        "only list type can in inserted, got '" + types_.Text(value) + "'",
                        types.empty()
                            ? std::vector<RelatedLocation>()
                            : std::vector<RelatedLocation>{{expected.at, "the type is declared here"}},
                        types.empty() ? std::string() : "TypeError: expected " + types);
  }
  return value;
}

void ConfigChecker::WalkUnpack(const ConfigEntry& entry, EntryTypes& types) {
  const Type* value = walker_.Walk(entry.value);
  if (entry.value->kind != ExprKind::kConfig) {
    CheckUnpacked(value, entry.value->span, 0);
  }
  AddUnpacked(value, entry.value, types);
}

void ConfigChecker::AddUnpacked(const Type* type, const Expr* value, EntryTypes& types) {
  if (IsAny(type) || type->kind == TypeKind::kNone) {
    types.AddValue(type);
    return;
  }
  if (type->kind == TypeKind::kDict) {
    types.AddKey(type->key);
    types.AddValue(type->element);
    for (const DictAttribute& attribute : type->attributes) {
      types.Set(attribute);
    }
    return;
  }
  if (IsSchema(type)) {
    types.AddKey(types_.string());
    types.AddValue(type->schema->has_index_signature ? type->schema->index_value : types_.any());
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
    types.AddKey(types_.string());
    types.AddValue(types_.any());
    return;
  }
  diagnostics_.Report(diag::Kind::kKclCompile, value->span,
                      "only dict and schema can be used ** unpack, got '" + types_.Text(type) + "'");
}

// Checks the attributes of an unpacked value against the expected type.
void ConfigChecker::CheckUnpacked(const Type* type, source::Span at, int depth) {
  if (depth == kMaxUnpackDepth || !expectations_.Top().type) {
    return;
  }
  const auto check = [&](Symbol name, const Type* attribute, source::Span declared) {
    const Expected outer = expectations_.Top();
    NoteMemberUse(declared, name, outer.type, context_);
    members_.CheckMember(name, outer.type, at, declared);
    const Expected inner = expectations_.Of(outer, name);
    if (!inner.type) {
      return;
    }
    assignability_.CheckAssignable(attribute, inner.type, at, inner.at, declared);
    expectations_.Push(inner);
    CheckUnpacked(attribute, at, depth + 1);
    expectations_.Pop();
  };
  if (type->kind == TypeKind::kDict) {
    for (const DictAttribute& attribute : type->attributes) {
      check(attribute.name, attribute.type, attribute.span);
    }
  } else if (IsSchema(type) &&
             !(IsSchema(expectations_.Top().type) && type->schema->IsA(expectations_.Top().type->schema))) {
    for (const Attribute& attribute : type->schema->attributes) {
      check(attribute.name, attribute.type, attribute.span);
    }
  }
}

void ConfigChecker::WalkConfigIf(const ConfigIf& condition, EntryTypes& types) {
  SmallOrderedMap<Symbol, Local> seen;
  for (const ConfigIfBranch& branch : condition.branches) {
    if (branch.condition) {
      walker_.WalkPlain(branch.condition);
    }
    scopes_.Enter(ScopeKind::kBlock);
    const Type* type = WalkEntries(branch.entries, types.is_needed());
    for (const auto& [name, local] : scopes_.innermost().names) {
      seen.TryInsert(name, local);
    }
    scopes_.Leave();
    if (!branch.entries.empty() && types.is_needed()) {
      types.AddKey(type->key);
      types.AddValue(type->element);
      for (const DictAttribute& attribute : type->attributes) {
        types.Add(attribute.name, attribute.type, attribute.span);
      }
    }
  }
  for (auto& [name, local] : seen) {
    local.maybe = true;
    scopes_.innermost().names.TryInsert(name, local);
  }
}

const Type* ConfigChecker::WalkSchemaInit(const SchemaInitExpr& expr) {
  const Type* type = walker_.WalkPlain(expr.schema);
  if (IsSchema(type)) {
    expectations_.Push({type, {}});
    context_.Note(expr.config, WalkConfigOf(*expr.config, true));
    expectations_.Pop();
    if (type->kind == TypeKind::kSchema) {
      if (!expr.args.empty()) {
        diagnostics_.Report(diag::Kind::kKclCompile, expr.schema->span,
                            "Arguments cannot be used in the schema modification expression");
      }
      calls_.WalkArguments(expr.args);
    } else {
      incomplete_.AddInstance(expr, *type->schema);
      calls_.CheckArguments(expr.schema, expr.args, calls_.FunctionOfSchema(*type->schema));
    }
    return types_.OfSchema(type->schema, true);
  }
  const bool is_dict = type->kind == TypeKind::kDict;
  expectations_.Push(is_dict ? Expected{type, {}} : Expected());
  const Type* config = walker_.Walk(expr.config);
  expectations_.Pop();
  calls_.WalkArguments(expr.args);
  if (is_dict) {
    return operations_.Binary(type, config, BinaryOp::kBitOr, expr.schema->span);
  }
  if (IsAny(type)) {
    return type;
  }
  diagnostics_.Report(diag::Kind::kKclCompile, expr.schema->span,
                      "Invalid schema type '" + types_.Text(type) + "'");
  return types_.invalid();
}

}  // namespace kval::kcl::sema

#include "src/lang/kcl/sema/checker.h"

// Attributes, subscripts and slices. Source: KCL's resolver/attr.rs.
namespace kval::kcl {

const Type* Checker::WalkSelector(const SelectorExpr& expr) {
  const Type* value = WalkPlain(expr.value);
  if (value->kind == TypeKind::kModule && expr.optional) {
    const std::string name(Text(expr.attribute.symbol));
    diagnostics_.Report(diag::Kind::kKclCompile, expr.span,
                        "For the module type, the use of '?." + name +
                            "' is unnecessary and it can be modified as '." + name + "'");
  }
  return LoadAttribute(value, expr.attribute, expr.attribute.span);
}

const Type* Checker::LoadAttribute(const Type* object, const Name& attribute, source::Span at) {
  bool found = true;
  const Type* type = AttributeOf(object, attribute, found);
  if (found || Text(attribute.symbol).empty()) {
    return type;
  }
  std::string suggestion;
  Remarks remarks;
  if (object->kind == TypeKind::kModule || IsStr(object)) {
    remarks.hint = NearestHint(Text(attribute.symbol), MemberNames(object));
  } else if (object->kind == TypeKind::kSchema) {
    suggestion = Suggestion(Text(attribute.symbol), AttributeNames(*object->schema));
  } else if (object->kind == TypeKind::kSchemaType) {
    suggestion = Suggestion(Text(attribute.symbol), {"instances"});
  }
  if (suggestion.empty() && IsSchema(object)) {
    remarks.hint = NearestHint(Text(attribute.symbol), AttributeNames(*object->schema));
  }
  diagnostics_.ReportWith(
      diag::Kind::kKclType, at,
      "attribute " + Quoted(attribute.symbol) + " not found in '" + TypeText(object) + "'" + suggestion,
      remarks);
  return types_.invalid();
}

// What a module or a string has.
std::vector<std::string_view> Checker::MemberNames(const Type* object) const {
  std::vector<std::string_view> names;
  if (IsStr(object)) {
    for (const signatures::Signature& method : signatures::StringMethods()) {
      names.push_back(method.name);
    }
  } else if (object->package >= 0) {
    for (const Global& global : program_.packages[static_cast<size_t>(object->package)]->globals) {
      names.push_back(Text(global.name));
    }
  } else if (const signatures::Module* module = signatures::FindSystemModule(object->text)) {
    for (const signatures::Signature& function : module->functions) {
      names.push_back(function.name);
    }
  }
  return names;
}

const Type* Checker::AttributeOf(const Type* object, const Name& attribute, bool& found) {
  const std::string_view name = Text(attribute.symbol);
  switch (object->kind) {
    case TypeKind::kInvalid:
    case TypeKind::kAny:
      return object;
    case TypeKind::kUnion:
      return types_.any();
    case TypeKind::kStr:
    case TypeKind::kStrLiteral:
      if (const signatures::Signature* method = signatures::FindStringMethod(name)) {
        return FunctionOf(*method);
      }
      break;
    case TypeKind::kDict:
      for (const DictAttribute& known : object->attributes) {
        if (known.name == attribute.symbol) {
          return known.type;
        }
      }
      return object->element;
    case TypeKind::kSchema:
    case TypeKind::kSchemaType: {
      const Schema& schema = *object->schema;
      if (const Attribute* known = schema.Find(attribute.symbol)) {
        return known->type;
      }
      if (schema.has_index_signature || (schema.stmt && schema.stmt->schema_kind == SchemaKind::kMixin)) {
        return types_.any();
      }
      if (object->kind == TypeKind::kSchemaType && name == "instances") {
        const FunctionParam param[] = {{program_.ast.names.Intern("full_pkg"), {}, types_.boolean(), true}};
        FunctionType function;
        function.params = param;
        function.result = types_.List(types_.any());
        return types_.Function(function);
      }
      break;
    }
    case TypeKind::kModule:
      return ModuleMember(object, attribute, found);
    case TypeKind::kNone:
    case TypeKind::kBool:
    case TypeKind::kInt:
    case TypeKind::kFloat:
    case TypeKind::kBoolLiteral:
    case TypeKind::kIntLiteral:
    case TypeKind::kFloatLiteral:
    case TypeKind::kNumberMultiplier:
    case TypeKind::kNumberMultiplierLiteral:
    case TypeKind::kList:
    case TypeKind::kFunction:
      break;
  }
  found = false;
  return types_.any();
}

const Type* Checker::ModuleMember(const Type* module, const Name& attribute, bool& found) {
  if (module->package >= 0) {
    Package& package = *program_.packages[static_cast<size_t>(module->package)];
    const auto global = package.by_name.find(attribute.symbol);
    if (global == package.by_name.end()) {
      found = false;
      return types_.any();
    }
    if (module->package != static_cast<int32_t>(package_) && Text(attribute.symbol).starts_with('_')) {
      diagnostics_.Report(diag::Kind::kKclCompile, attribute.span,
                          "cannot reference private member " + Quoted(attribute.symbol) + " from module '" +
                              package.path + "'");
    }
    Ref ref;
    ref.kind = RefKind::kGlobal;
    ref.package = module->package;
    ref.index = global->second;
    SetRef(attribute, ref);
    const Type* type = package.globals[static_cast<size_t>(global->second)].type;
    return type ? type : types_.any();
  }
  if (module->package <= kMissingModule) {
    MissingModule& missing = program_.missing[static_cast<size_t>(kMissingModule - module->package)];
    missing.uses.push_back(attribute.span);
    missing.attributes.push_back(attribute.symbol);
    return types_.invalid();
  }
  const std::string_view name = Text(attribute.symbol);
  const signatures::Module* system = signatures::FindSystemModule(module->text);
  if (!system) {
    return types_.any();
  }
  if (const signatures::Signature* function = signatures::FindFunction(*system, name)) {
    return FunctionOf(*function);
  }
  if (signatures::FindConstant(*system, name)) {
    return types_.integer();
  }
  if (module->text == "units" && name == signatures::kNumberMultiplierType) {
    return types_.number_multiplier();
  }
  found = false;
  return types_.any();
}

const Type* Checker::WalkSubscript(const SubscriptExpr& expr) {
  const Type* value = WalkPlain(expr.value);
  if (expr.optional && value->kind == TypeKind::kNone) {
    WalkPlain(expr.index);
    return types_.any();
  }
  return IndexType(value, expr.index, expr.value->span);
}

const Type* Checker::IndexType(const Type* object, const Expr* index, source::Span at) {
  if (IsAny(object)) {
    WalkPlain(index);
    return object;
  }
  if (IsStr(object) || object->kind == TypeKind::kList) {
    WalkExpecting(index, types_.integer(), {});
    return object->kind == TypeKind::kList ? object->element : types_.string();
  }
  const Type* key = WalkPlain(index);
  if (!IsConfig(object)) {
    diagnostics_.Report(diag::Kind::kKclCompile, at,
                        "'" + TypeText(object) + "' object is not subscriptable");
    return types_.invalid();
  }
  const Type* element = object->kind == TypeKind::kDict       ? object->element
                        : object->schema->has_index_signature ? object->schema->index_value
                                                              : types_.any();
  if (IsAny(key) || key->kind == TypeKind::kNone) {
    return element;
  }
  if (!IsKey(key)) {
    diagnostics_.Report(diag::Kind::kKclCompile, at, "invalid dict/schema key type: '" + TypeText(key) + "'");
    return types_.invalid();
  }
  if (key->kind == TypeKind::kStrLiteral) {
    Name name;
    name.symbol = program_.ast.names.Intern(key->text);
    name.span = index->span;
    return LoadAttribute(object, name, at);
  }
  return element;
}

const Type* Checker::WalkSlice(const SliceExpr& expr) {
  const Type* value = WalkPlain(expr.value);
  const bool is_sequence = IsStr(value) || value->kind == TypeKind::kList;
  for (const Expr* bound : {expr.lower, expr.upper, expr.step}) {
    if (bound && is_sequence) {
      WalkExpecting(bound, types_.integer(), {});
    } else if (bound) {
      WalkPlain(bound);
    }
  }
  if (IsAny(value)) {
    return value;
  }
  if (is_sequence) {
    return value->kind == TypeKind::kList ? value : types_.string();
  }
  diagnostics_.Report(diag::Kind::kKclCompile, expr.value->span,
                      IsConfig(value) ? std::string("unhashable type: 'slice'")
                                      : "'" + TypeText(value) + "' object is not subscriptable");
  return types_.invalid();
}

}  // namespace kval::kcl

#include "src/lang/kcl/sema/attributes.h"

#include <string>

#include "src/lang/kcl/sema/member_uses.h"
#include "src/lang/kcl/sema/name_resolver.h"
#include "src/lang/kcl/sema/signature_types.h"
#include "src/lang/kcl/sema/type_kinds.h"

// Source: KCL's resolver/attr.rs.
namespace kval::kcl::sema {

const Type* Attributes::LoadAttribute(const Type* object, const Name& attribute, source::Span at) {
  NoteMemberUse(attribute.span, attribute.symbol, object, context_);
  bool found = true;
  const Type* type = AttributeOf(object, attribute, found);
  if (found || context_.Text(attribute.symbol).empty()) {
    return type;
  }
  std::string suggestion;
  ErrorDetails remarks;
  std::vector<std::string_view> names;
  bool suggests = diagnostics_.suggests();
  if (suggests && (object->kind == TypeKind::kModule || IsStr(object))) {
    names = MemberNames(object);
  } else if (suggests && IsSchema(object)) {
    names = AttributeNames(*object->schema);
  }
  suggests = diagnostics_.Suggests(names.size());
  if (suggests && object->kind == TypeKind::kSchema) {
    suggestion = Suggestion(context_.Text(attribute.symbol), names);
  } else if (object->kind == TypeKind::kSchemaType) {
    suggestion = Suggestion(context_.Text(attribute.symbol), {"instances"});
  }
  if (suggests && suggestion.empty() && !names.empty()) {
    remarks.hint = SuggestionHint(context_.Text(attribute.symbol), names);
  }
  diagnostics_.ReportWith(diag::Kind::kKclType, at,
                          "attribute " + context_.Quoted(attribute.symbol) + " not found in '" +
                              types_.Text(object) + "'" + suggestion,
                          remarks);
  return types_.invalid();
}

// Returns the members of a module or a string.
std::vector<std::string_view> Attributes::MemberNames(const Type* object) const {
  std::vector<std::string_view> names;
  if (IsStr(object)) {
    for (const signatures::Signature& method : signatures::StringMethods()) {
      names.push_back(method.name);
    }
  } else if (object->package >= 0) {
    for (const Global& global : context_.program.packages[static_cast<size_t>(object->package)]->globals) {
      names.push_back(context_.Text(global.name));
    }
  } else if (const signatures::Module* module = signatures::FindSystemModule(object->text)) {
    for (const signatures::Signature& function : module->functions) {
      names.push_back(function.name);
    }
  }
  return names;
}

std::vector<std::string_view> Attributes::AttributeNames(const Schema& schema) const {
  std::vector<std::string_view> names;
  if (!diagnostics_.suggests()) {
    return names;
  }
  for (const Attribute& attribute : schema.attributes) {
    names.push_back(context_.Text(attribute.name));
  }
  for (const Schema* mixin : schema.mixins) {
    for (const Attribute& attribute : mixin->attributes) {
      names.push_back(context_.Text(attribute.name));
    }
  }
  return names;
}

const Type* Attributes::AttributeOf(const Type* object, const Name& attribute, bool& found) {
  const std::string_view name = context_.Text(attribute.symbol);
  switch (object->kind) {
    case TypeKind::kInvalid:
    case TypeKind::kAny:
      return object;
    case TypeKind::kUnion:
      return types_.any();
    case TypeKind::kStr:
    case TypeKind::kStrLiteral:
      if (const signatures::Signature* method = signatures::FindStringMethod(name)) {
        return signature_types_.FunctionOf(*method);
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
        const FunctionParam param[] = {
            {context_.program.ast.names.Intern("full_pkg"), {}, types_.boolean(), true}};
        FunctionType function;
        function.params = param;
        function.result = types_.List(types_.any());
        return types_.Function(function);
      }
      break;
    }
    case TypeKind::kModule:
      return ModuleMember(object, attribute, found);
    default:
      break;
  }
  found = false;
  return types_.any();
}

const Type* Attributes::ModuleMember(const Type* module, const Name& attribute, bool& found) {
  if (module->package >= 0) {
    Package& package = *context_.program.packages[static_cast<size_t>(module->package)];
    const auto global = package.by_name.find(attribute.symbol);
    if (global == package.by_name.end()) {
      found = false;
      return types_.any();
    }
    if (module->package != static_cast<int32_t>(context_.package_index) &&
        context_.Text(attribute.symbol).starts_with('_')) {
      diagnostics_.Report(diag::Kind::kKclCompile, attribute.span,
                          "cannot reference private member " + context_.Quoted(attribute.symbol) +
                              " from module '" + package.path + "'");
    }
    Ref ref;
    ref.kind = RefKind::kGlobal;
    ref.package = module->package;
    ref.index = global->second;
    context_.SetRef(attribute, ref);
    const Type* type = package.globals[static_cast<size_t>(global->second)].type;
    return type ? type : types_.any();
  }
  if (module->package <= kMissingModule) {
    MissingModule& missing = context_.program.missing[static_cast<size_t>(kMissingModule - module->package)];
    missing.uses.push_back(attribute.span);
    missing.attributes.push_back(attribute.symbol);
    return types_.invalid();
  }
  const std::string_view name = context_.Text(attribute.symbol);
  const signatures::Module* system = signatures::FindSystemModule(module->text);
  if (!system) {
    return types_.any();
  }
  if (const signatures::Signature* function = signatures::FindFunction(*system, name)) {
    return signature_types_.FunctionOf(*function);
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

}  // namespace kval::kcl::sema

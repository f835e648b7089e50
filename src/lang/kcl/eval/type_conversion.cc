#include "src/lang/kcl/eval/type_conversion.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "src/lang/kcl/eval/operators.h"
#include "src/lang/kcl/eval/required_attributes.h"
#include "src/lang/kcl/eval/type_text.h"
#include "src/lang/kcl/runtime/dict_builder.h"
#include "src/lang/kcl/runtime/text.h"
#include "src/support/substitute.h"

namespace kval::kcl::eval {
namespace {

using runtime::Kind;

constexpr int kMaxMisfitDepth = 16;

// Whether a value is of a plain type, as most are: it stays as it is.
bool IsPlain(const Value& value, const Type* type) {
  return type == nullptr || type->kind == TypeKind::kAny ||
         (type->kind == TypeKind::kStr && value.is(Kind::kString)) ||
         (type->kind == TypeKind::kInt && value.is(Kind::kInt)) ||
         (type->kind == TypeKind::kBool && value.is(Kind::kBool));
}

// Returns the required type of the items of the list or dict; null if the type does not declare one.
const Type* ElementOf(const Value& value, const Type& type) {
  const TypeKind required = value.is(Kind::kList) ? TypeKind::kList : TypeKind::kDict;
  if (!value.is(Kind::kList) && !value.is(Kind::kDict)) {
    return nullptr;
  }
  if (type.kind == required) {
    return type.element;
  }
  const Type* only = nullptr;
  if (type.kind == TypeKind::kUnion) {
    for (const Type* member : type.members) {
      if (member->kind != required) {
        continue;
      }
      if (only != nullptr) {
        return nullptr;
      }
      only = member->element;
    }
  }
  return only;
}

bool IsKnown(const Type* type) {
  return type != nullptr && type->kind != TypeKind::kAny;
}

// Whether the keys of a config are all known to the schema (KCL's is_fit_config).
bool FitsKeys(const Dict& config, const Layout& layout) {
  if (layout.index_owner != nullptr) {
    return true;
  }
  return std::all_of(config.entries.begin(), config.entries.end(), [&](const Entry& entry) {
    return entry.key.substr(0, 1) == "_" || layout.MemberOf(entry.key) != Layout::kNoMember;
  });
}

}  // namespace

// Converts dicts to instances where the type requires it (KCL's convert_collection_value); returns other
// values unchanged.
Value TypeConversion::ConvertTo(const Value& value, const Type* type) {
  if (type == nullptr || context_.failed() || !(value.is(Kind::kList) || value.is(Kind::kDict))) {
    return value;
  }
  switch (type->kind) {
    case TypeKind::kUnion:
      for (const Type* member : type->members) {
        if (!context_.ChargeItems(1)) {
          return value;
        }
        Value converted = ConvertTo(value, member);
        if (context_.failed() || Fits(converted, member, false)) {
          return converted;
        }
      }
      return value;
    case TypeKind::kDict:
      return value.is(Kind::kDict) && IsKnown(type->element) ? ConvertEntries(value, type->element) : value;
    case TypeKind::kList:
      return value.is(Kind::kList) && IsKnown(type->element) ? ConvertItems(value, type->element) : value;
    case TypeKind::kSchema:
      return value.is(Kind::kDict) && type->schema != nullptr ? ConvertToInstance(value, *type->schema)
                                                              : value;
    default:
      break;
  }
  return value;
}

Value TypeConversion::ConvertEntries(const Value& dict, const Type* element) {
  if (!context_.ChargeItems(dict.fields().entries.size())) {
    return {};
  }
  const std::span<const Entry> entries = dict.fields().entries;
  std::optional<DictBuilder> changed;
  const source::Span outer = expected_;
  for (size_t i = 0; i < entries.size(); ++i) {
    expected_ = entries[i].key_span.has_value() ? entries[i].key_span : outer;
    const Value converted = ConvertTo(entries[i].value, element);
    if (!changed && !IsSameValue(entries[i].value, converted)) {
      changed.emplace(&context_.heap(), dict.fields());
    }
    if (changed) {
      changed->entries()[i].value = converted;
    }
  }
  expected_ = outer;
  return changed ? changed->BuildValue(dict.span) : dict;
}

Value TypeConversion::ConvertItems(const Value& list, const Type* element) {
  if (!context_.ChargeItems(list.items().size())) {
    return {};
  }
  const std::span<const Value> items = list.items();
  std::vector<Value> changed;
  const source::Span outer = std::exchange(expected_, list.span.has_value() ? list.span : expected_);
  for (size_t i = 0; i < items.size(); ++i) {
    const Value converted = ConvertTo(items[i], element);
    if (changed.empty() && !IsSameValue(items[i], converted)) {
      changed.assign(items.begin(), items.end());
    }
    if (!changed.empty()) {
      changed[i] = converted;
    }
  }
  expected_ = outer;
  return changed.empty() ? list : runtime::MakeList(context_.heap(), changed, list.span);
}

Value TypeConversion::ConvertToInstance(const Value& dict, const kcl::Schema& schema) {
  if (!FitsKeys(dict.fields(), context_.LayoutOf(schema))) {
    return dict;
  }
  const source::Span at = dict.span.has_value() ? dict.span : context_.trace().place;
  const bool is_inside = expected_.begin <= at.begin && at.end <= expected_.end;
  return whole_.MakeInstance(schema, dict.dict, {}, at, is_inside || !expected_.has_value() ? at : expected_);
}

Value TypeConversion::Literal(const Type* type, source::Span place) {
  switch (type == nullptr ? TypeKind::kAny : type->kind) {
    case TypeKind::kBoolLiteral:
      return runtime::Bool(type->bool_value, place);
    case TypeKind::kIntLiteral:
      return runtime::Int(type->int_value, place);
    case TypeKind::kFloatLiteral:
      return runtime::Float(type->float_value, place);
    case TypeKind::kStrLiteral:
      return runtime::StringOf(type->text, place);
    case TypeKind::kNumberMultiplierLiteral:
      return UnitValue(context_.heap(), type->int_value, type->unit, place);
    default:
      break;
  }
  return {};
}

bool TypeConversion::Fits(const Value& value, const Type* type, bool strict) {
  if (type == nullptr || value.is_empty()) {
    return true;
  }
  auto all_fit = [this](const auto& elements, const Type* element, const auto& value_of) {
    return context_.ChargeItems(elements.size()) &&
           std::all_of(elements.begin(), elements.end(),
                       [&](const auto& each) { return Fits(value_of(each), element, false); });
  };
  switch (type->kind) {
    case TypeKind::kInvalid:
    case TypeKind::kAny:
      return true;
    case TypeKind::kNone:
      return false;
    case TypeKind::kBool:
      return value.is(Kind::kBool);
    case TypeKind::kInt:
      return value.is(Kind::kInt);
    case TypeKind::kFloat:
      return value.is(Kind::kInt) || value.is(Kind::kFloat);
    case TypeKind::kStr:
      return value.is(Kind::kString);
    case TypeKind::kBoolLiteral:
      return value.is(Kind::kBool) && value.boolean == type->bool_value;
    case TypeKind::kIntLiteral:
      return value.is(Kind::kInt) && value.integer == type->int_value;
    case TypeKind::kFloatLiteral:
      return value.is(Kind::kFloat) && value.real == type->float_value;
    case TypeKind::kStrLiteral:
      return value.is(Kind::kString) && value.string() == type->text;
    case TypeKind::kNumberMultiplier:
      return value.is(Kind::kUnit);
    case TypeKind::kNumberMultiplierLiteral:
      return value.is(Kind::kUnit) && runtime::Text(value) == TypeText(*type, context_.program());
    case TypeKind::kList:
      return value.is(Kind::kList) &&
             all_fit(value.items(), type->element, [](const Value& item) -> const Value& { return item; });
    case TypeKind::kDict:
      return value.is(Kind::kDict) && all_fit(value.fields().entries, type->element,
                                              [](const Entry& entry) -> const Value& { return entry.value; });
    case TypeKind::kSchema:
      return value.is(Kind::kSchema) &&
             (!strict || type->schema == nullptr || SchemaOf(*value.schema->type).IsSame(*type->schema));
    case TypeKind::kSchemaType:
      return value.is(Kind::kType);
    case TypeKind::kUnion:
      return FitsUnion(value, *type, strict);
    case TypeKind::kFunction:
      return value.is(Kind::kFunction);
    case TypeKind::kModule:
      return value.is(Kind::kModule);
  }
  return true;
}

bool TypeConversion::FitsUnion(const Value& value, const Type& type, bool strict) {
  constexpr size_t kSmall = 64;
  constexpr size_t kOften = 8;
  constexpr size_t kMembersOfStep = 8;
  // Each examined member is charged.
  const auto fits_any = [&](const auto& members) {
    const auto found = std::find_if(members.begin(), members.end(),
                                    [&](const Type* member) { return Fits(value, member, strict); });
    return context_.ChargeItems(static_cast<size_t>(found - members.begin()) / kMembersOfStep) &&
           found != members.end();
  };
  if (type.members.size() <= kSmall) {
    return fits_any(type.members);
  }
  Members& members = unions_[&type];
  if (!members.is_known) {
    if (++members.lookups <= kOften) {
      return fits_any(type.members);
    }
    members.is_known = true;
    if (!context_.ChargeItems(type.members.size())) {
      return false;
    }
    for (const Type* member : type.members) {
      if (member->kind == TypeKind::kStrLiteral) {
        members.strings.insert(member->text);
      } else if (member->kind == TypeKind::kIntLiteral) {
        members.integers.insert(member->int_value);
      } else {
        members.others.push_back(member);
      }
    }
  }
  return (value.is(Kind::kString) && members.strings.contains(value.string())) ||
         (value.is(Kind::kInt) && members.integers.contains(value.integer)) || fits_any(members.others);
}

// KCL does not take `{}` for an instance that lacks required attributes, where nothing else would look at
// them.
bool TypeConversion::IsHollow(const Value& value, const Value& converted) {
  if (!value.is(Kind::kDict) || !value.fields().entries.empty() || !converted.is(Kind::kSchema) ||
      context_.nesting().instances == 0) {
    return false;
  }
  return required_.IsIncomplete(converted);
}

Value TypeConversion::RequireDeclared(const Value& value, const Type* type, source::Span place) {
  // The declaration of an attribute does not say where its value comes from.
  return RequireType(value, type, false, source::Span(), place);
}

Value TypeConversion::Require(const Value& value, const Type* type, bool strict, source::Span place) {
  return RequireType(value, type, strict, place, place);
}

Value TypeConversion::RequireArgument(const Value& value, const Type* type, source::Span param) {
  return RequireType(value, type, false, value.span, param);
}

Value TypeConversion::RequireType(const Value& value, const Type* type, bool strict, source::Span required,
                                  source::Span place) {
  if (IsPlain(value, type)) {
    return value;
  }
  const source::Span outer = std::exchange(expected_, required);
  Value converted = value.is(Kind::kSchema) || value.is_empty() ? value : ConvertTo(value, type);
  expected_ = outer;
  return RequireConverted(value, converted, type, strict, place);
}

Value TypeConversion::RequireConverted(const Value& value, const Value& converted, const Type* type,
                                       bool strict, source::Span place) {
  if (context_.failed() || type == nullptr || value.is_empty()) {
    return value;
  }
  if (context_.failed() || (Fits(converted, type, strict) && !IsHollow(value, converted))) {
    return converted;
  }
  if (context_.failed()) {
    return {};
  }
  std::string details;
  if (type->kind == TypeKind::kSchema && type->schema != nullptr && value.is_config()) {
    const Layout& layout = context_.LayoutOf(*type->schema);
    std::string_view name = context_.program().ast.names.Text(type->schema->name);
    for (const Entry& entry : value.fields().entries) {
      if (layout.by_name.count(context_.program().ast.names.Find(entry.key)) == 0 &&
          entry.key.substr(0, 1) != "_") {
        details += Substitute("\nSchema {} does not contain attribute {}", name, entry.key);
      }
    }
    for (size_t member : layout.required_order) {
      const Member& declared = layout.members[member];
      if (!declared.optional && value.fields().Find(declared.text) == nullptr) {
        details += Substitute("\nSchema {}'s attribute {} is missing", name, declared.text);
      }
    }
  }
  std::string message =
      Substitute("expect {}, got {}", TypeText(*type, context_.program()), TypeName(value, true));
  if (!details.empty()) {
    message += ". For details:" + details;
  }
  source::Span at = value.span.has_value() ? value.span : place;
  context_.FailAt(at, std::move(message));
  context_.failures().current().expected = TypeText(*type, context_.program());
  context_.failures().current().found = TypeName(value, true);
  if (at != place && place.has_value()) {
    context_.failures().current().labels.push_back(
        {place, "the type is declared here", diag::LabelRole::kSchema});
  }
  CollectMismatches(converted, *type, 0);
  return context_.Recover() ? WithUnsoundParts(converted, *type, 0) : Value();
}

// The value with unsound ones in place of the items that do not fit; unsound itself where that is not known.
Value TypeConversion::WithUnsoundParts(const Value& value, const Type& type, int depth) {
  const Type* element = depth < kMaxMisfitDepth ? ElementOf(value, type) : nullptr;
  if (element == nullptr) {
    return context_.MakeUnsound(value.span);
  }
  const auto fixed = [&](const Value& item) {
    return Fits(item, element, false) ? item : WithUnsoundParts(item, *element, depth + 1);
  };
  if (value.is(Kind::kList)) {
    runtime::Values items = runtime::NewValues(context_.heap());
    for (const Value& item : value.items()) {
      items.push_back(fixed(item));
    }
    return runtime::MakeList(context_.heap(), items, value.span);
  }
  DictBuilder entries(&context_.heap(), value.fields());
  for (Entry& entry : entries.entries()) {
    entry.value = fixed(entry.value);
  }
  return entries.BuildValue(value.span);
}

void TypeConversion::CollectMismatches(const Value& value, const Type& type, int depth) {
  constexpr size_t kMostLabels = 6;
  const Type* element = ElementOf(value, type);
  std::vector<diag::Label>& labels = context_.failures().current().labels;
  const auto note = [&](const Value& item) {
    if (labels.size() >= kMostLabels || Fits(item, element, false)) {
      return;
    }
    const size_t before = labels.size();
    if (depth < kMaxMisfitDepth) {
      CollectMismatches(item, *element, depth + 1);
    }
    if (labels.size() == before && item.span.has_value()) {
      labels.push_back(
          {item.span,
           Substitute("expect {}, got {}", TypeText(*element, context_.program()), TypeName(item, true)),
           diag::LabelRole::kRelated});
    }
  };
  if (element == nullptr) {
    return;
  }
  if (value.is(Kind::kList)) {
    for (const Value& item : value.items()) {
      note(item);
    }
  } else {
    for (const Entry& entry : value.fields().entries) {
      note(entry.value);
    }
  }
}

}  // namespace kval::kcl::eval

#include "src/lang/cel/scopes.h"

#include <algorithm>

namespace kval::cel {
namespace {

// The types that programs can name.
constexpr const Type* kNamed[] = {&kBoolType, &kBytesType, &kDoubleType,   &kDurationType, &kIntType,
                                  &kListType, &kMapType,   &kNullType,     &kStringType,   &kTimestampType,
                                  &kTypeType, &kUintType,  &kOptionalType, &kIpType,       &kCidrType};

class AnyField final : public Fields {
 public:
  const Type* Find(std::string_view) const override { return &kDynType; }
};

class PatchFields final : public Fields {
 public:
  const Type* Find(std::string_view name) const override {
    const bool is_text = name == "op" || name == "path" || name == "from";
    return is_text ? &kStringType : name == "value" ? &kDynType : nullptr;
  }
};

// Functions that exist only with an extension; a prefix ends with a dot.
struct ExtensionFunction {
  std::string_view name;
  Extension extension;
};
constexpr ExtensionFunction kExtensionFunctions[] = {
    {"jsonpatch.", Extension::kPatches},
    {"hash.", Extension::kKyverno},
    {"json.", Extension::kKyverno},
    {"regex.", Extension::kKyverno},
    {"base64.", Extension::kKyverno},
    {"user.", Extension::kKyverno},
    {"image", Extension::kKyverno},
    {"isImage", Extension::kKyverno},
    {"parseImageReference", Extension::kKyverno},
    {"parseServiceAccount", Extension::kKyverno},
    {"sha256", Extension::kKyverno},
    {"sha1", Extension::kKyverno},
    {"md5", Extension::kKyverno},
    {"math.", Extension::kKyverno},
    {"time.", Extension::kKyverno},
    {"random", Extension::kKyverno},
    {"random.", Extension::kKyverno},
    {"x509.", Extension::kKyverno},
    {"gzip.", Extension::kKyverno},
    {"listObjToMap", Extension::kKyverno},
    {"transform.", Extension::kKyverno},
    {"registry", Extension::kKyverno},
    {"repository", Extension::kKyverno},
    {"tag", Extension::kKyverno},
    {"digest", Extension::kKyverno},
    {"identifier", Extension::kKyverno},
    {"containsDigest", Extension::kKyverno},
    {"Get", Extension::kKyverno},
    {"get", Extension::kKyverno},
    {"List", Extension::kKyverno},
    {"list", Extension::kKyverno},
    {"Post", Extension::kKyverno},
    {"post", Extension::kKyverno},
    {"Client", Extension::kKyverno},
    {"client", Extension::kKyverno},
    {"GetMetadata", Extension::kKyverno},
    {"getMetadata", Extension::kKyverno},
    {"parse", Extension::kKyverno},
};

bool IsHidden(std::string_view function, const Environment& environment) {
  return std::any_of(
      std::begin(kExtensionFunctions), std::end(kExtensionFunctions), [&](const ExtensionFunction& each) {
        const bool is_it = each.name.ends_with('.') ? function.starts_with(each.name) : function == each.name;
        return is_it && !environment.Has(each.extension);
      });
}

}  // namespace

Scopes::Scopes(const Environment& environment)
    : environment_(environment), slot_count_(environment.variables().size()) {}

// Calls `look` for each qualified name that `name` may denote until one is found.
template <typename Look>
auto Scopes::ForCandidates(std::string_view name, Look look) const {
  if (name.starts_with('.')) {
    return look(name.substr(1));
  }
  std::string_view container = environment_.container();
  while (!container.empty()) {
    if (auto found = look(std::string(container) + "." + std::string(name)); found) {
      return found;
    }
    const size_t dot = container.rfind('.');
    container = dot == std::string_view::npos ? std::string_view() : container.substr(0, dot);
  }
  return look(name);
}

std::optional<Scopes::Found> Scopes::FindExactly(std::string_view name) const {
  for (auto local = locals_.rbegin(); local != locals_.rend(); ++local) {
    if (local->name == name) {
      return Found{local->type, local->slot};
    }
  }
  if (const std::optional<size_t> place = environment_.Find(name)) {
    return Found{environment_.variables()[*place].type, static_cast<int32_t>(*place)};
  }
  for (const Type* type : kNamed) {
    if (type->name == name) {
      return Found{&kTypeType, -1, type};
    }
  }
  return std::nullopt;
}

std::optional<Scopes::Found> Scopes::Find(std::string_view name) const {
  return ForCandidates(name, [this](std::string_view candidate) { return FindExactly(candidate); });
}

const Type* Scopes::FindGeneratedType(std::string_view name, TypeArena& types) const {
  static constexpr AnyField kAnyField;
  static constexpr PatchFields kPatchFields;
  name = name.substr(name.starts_with('.') ? 1 : 0);
  if (!environment_.Has(Extension::kPatches)) {
    return nullptr;
  }
  if (name == "JSONPatch") {
    return types.Object(name, &kPatchFields);
  }
  return name == "Object" || name.starts_with("Object.") ? types.Object(name, &kAnyField) : nullptr;
}

std::span<const Overload* const> Scopes::FindFunction(std::string_view name) const {
  const auto found = ForCandidates(name, [this](std::string_view candidate) {
    const auto overloads =
        IsHidden(candidate, environment_) ? std::span<const Overload* const>() : cel::FindFunction(candidate);
    return overloads.empty() ? std::nullopt : std::optional(overloads);
  });
  return found.value_or(std::span<const Overload* const>());
}

int32_t Scopes::Push(std::string_view name, const Type* type) {
  const auto slot = static_cast<int32_t>(environment_.variables().size() + locals_.size());
  locals_.push_back({name, type, slot});
  slot_count_ = std::max(slot_count_, static_cast<size_t>(slot) + 1);
  return slot;
}

std::optional<std::string> QualifiedName(const Expr& expr) {
  std::vector<std::string_view> parts;
  const Expr* at = &expr;
  for (; at->kind == ExprKind::kSelect && !at->is_test; at = at->operand) {
    parts.push_back(at->name);
  }
  if (at->kind != ExprKind::kIdent) {
    return std::nullopt;
  }
  std::string name(at->name);
  for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
    name += "." + std::string(*part);
  }
  return name;
}

}  // namespace kval::cel

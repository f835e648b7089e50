#include "src/lang/kcl/builtins/builtins.h"

#include "src/lang/kcl/builtins/modules.h"

namespace kval::kcl::builtins {
namespace {

struct ModuleRow {
  std::string_view name;
  std::span<const Native> (*functions)();
};
constexpr ModuleRow kModules[] = {
    {"base32", Base32Natives},   {"base64", Base64Natives},     {"collection", CollectionNatives},
    {"crypto", CryptoNatives},   {"datetime", DatetimeNatives}, {"duration", DurationNatives},
    {"file", FileNatives},       {"json", JsonNatives},         {"manifests", ManifestsNatives},
    {"math", MathNatives},       {"net", NetNatives},           {"regex", RegexNatives},
    {"runtime", RuntimeNatives}, {"template", TemplateNatives}, {"units", UnitsNatives},
    {"yaml", YamlNatives},
};

runtime::NativeFunction FindIn(std::span<const Native> natives, std::string_view name) {
  for (const Native& native : natives) {
    if (native.name == name) {
      return native.function;
    }
  }
  return nullptr;
}

}  // namespace

runtime::NativeFunction FindNative(std::string_view name) {
  for (std::span<const Native> natives : {CoreNatives(), NumberNatives(), OptionNatives()}) {
    if (runtime::NativeFunction function = FindIn(natives, name); function != nullptr) {
      return function;
    }
  }
  return nullptr;
}

runtime::NativeFunction FindNativeMethod(std::string_view name) {
  return FindIn(StringMethodNatives(), name);
}

runtime::NativeFunction FindNativeInModule(std::string_view module, std::string_view name) {
  for (const ModuleRow& row : kModules) {
    if (row.name == module) {
      return FindIn(row.functions(), name);
    }
  }
  return nullptr;
}

}  // namespace kval::kcl::builtins

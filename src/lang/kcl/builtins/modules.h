#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "src/lang/kcl/builtins/builtins.h"
#include "src/lang/kcl/runtime/runtime.h"
#include "src/lang/kcl/runtime/value.h"

namespace kval::kcl::builtins {

// The tables of native functions, one per file; builtins.cc combines them.
std::span<const Native> CoreNatives();
std::span<const Native> NumberNatives();
std::span<const Native> OptionNatives();
std::span<const Native> StringMethodNatives();
std::span<const Native> Base32Natives();
std::span<const Native> Base64Natives();
std::span<const Native> CollectionNatives();
std::span<const Native> CryptoNatives();
std::span<const Native> DatetimeNatives();
std::span<const Native> DurationNatives();
std::span<const Native> FileNatives();
std::span<const Native> JsonNatives();
std::span<const Native> ManifestsNatives();
std::span<const Native> MathNatives();
std::span<const Native> NetNatives();
std::span<const Native> RegexNatives();
std::span<const Native> RuntimeNatives();
std::span<const Native> TemplateNatives();
std::span<const Native> UnitsNatives();
std::span<const Native> YamlNatives();

// Appends the elements of an iteration over a value: items, keys or characters. Fails for other values.
bool Items(runtime::Runtime& runtime, const runtime::Value& value, std::vector<runtime::Value>* items);

// Returns whether effects are allowed; fails if not. `function`: the full name, `file.write`.
bool MayAct(runtime::Runtime& runtime, std::string_view function);

}  // namespace kval::kcl::builtins

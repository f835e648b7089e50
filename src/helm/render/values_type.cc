#include "src/helm/render/values_type.h"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "src/helm/functions/functions_of.h"
#include "src/lang/gotemplate/containers.h"
#include "src/lang/gotemplate/evaluator.h"
#include "src/lang/gotemplate/functions.h"
#include "src/lang/gotemplate/quote.h"

namespace kval::helm::render {

using gotemplate::Call;
using gotemplate::Function;
using gotemplate::Kind;
using gotemplate::Type;
using gotemplate::Value;

namespace {

// Fails the call if a part of the dotted `path` is not a map.
std::optional<Value> TableAt(Call& call, Value values, std::string_view path) {
  const Type& type = *values.type();
  while (call.Step()) {
    const size_t dot = path.find('.');
    const std::string_view name = path.substr(0, dot);
    const Value* found = values.map() == nullptr ? nullptr : values.map()->Find(name);
    if (found == nullptr || !found->is(Kind::kMap)) {
      call.Fail(gotemplate::Quote(name) + " is not a table");
      return std::nullopt;
    }
    values = found->Held().As(type);
    if (dot == std::string_view::npos) {
      return values;
    }
    path.remove_prefix(dot + 1);
  }
  return std::nullopt;
}

Value AsMap(Call& call) {
  const Value& values = call.receiver();
  return values.map() == nullptr ? call.heap().NewMap() : values.As(gotemplate::kAnyMapType);
}

Value Table(Call& call) {
  return TableAt(call, call.receiver(), call[0].text()).value_or(call.heap().NewMap(*call.receiver().type()));
}

Value PathValue(Call& call) {
  const std::string_view path = call[0].text();
  if (path.empty()) {
    return call.Fail("YAML path cannot be empty");
  }
  const size_t dot = path.rfind('.');
  const std::string_view key = dot == std::string_view::npos ? path : path.substr(dot + 1);
  const std::optional<Value> table =
      dot == std::string_view::npos ? call.receiver() : TableAt(call, call.receiver(), path.substr(0, dot));
  const Value* found = !table || table->map() == nullptr ? nullptr : table->map()->Find(key);
  if (found == nullptr || found->is(Kind::kMap)) {
    return call.Fail(gotemplate::Quote(key) + " is not a value");
  }
  return *found;
}

// With the line break that `toYaml` removes.
Value Yaml(Call& call) {
  Call inner(call.evaluator(), call.evaluator().budget(), std::span(&call.receiver(), 1), nullptr, nullptr);
  const Value text = functions::ToYaml(inner);
  return call.Text(std::string(text.text()) + "\n").From(text.origin());
}

template <const Type* kValues>
constexpr std::array<Function, 4> kMethods = {
    Function{"AsMap", ":m", AsMap},
    Function{"PathValue", "s:a", PathValue},
    Function{"Table", gotemplate::Signature({&gotemplate::kStringType}, false, kValues), Table},
    Function{"YAML", ":s", Yaml},
};

extern const Type kValues3;
extern const Type kValues4;

const Type kValues3 = {.kind = Kind::kMap,
                       .name = "chartutil.Values",
                       .element = &gotemplate::kAnyType,
                       .methods = kMethods<&kValues3>,
                       .underlying = &gotemplate::kAnyMapType};
const Type kValues4 = {.kind = Kind::kMap,
                       .name = "common.Values",
                       .element = &gotemplate::kAnyType,
                       .methods = kMethods<&kValues4>,
                       .underlying = &gotemplate::kAnyMapType};

}  // namespace

const Type& ValuesType(Version helm) {
  return helm == Version::kHelm4 ? kValues4 : kValues3;
}

}  // namespace kval::helm::render

#include "src/modules/builders.h"
#include "src/modules/documented.h"
#include "src/modules/native.h"
#include "src/modules/yaml_text.h"

// Source: ytt pkg/yttlibrary/yaml.go.
namespace kval::modules {
namespace {

constexpr std::string_view kDoc = "Decodable YAML: one YAML document, for example a: 1 (yaml.org/spec)";

Outcome<Value> RunEncode(const Call& call) {
  if (Status exact = ExpectExactly(call, 1); !exact.ok()) {
    return exact.Pass();
  }
  return NewText(call, YamlText(call.interpreter, call.args.positional[0]));
}

Outcome<Value> RunDecode(const Call& call, std::string_view text) {
  return FromYamlText(call.interpreter, text);
}

}  // namespace

starlark::Module* MakeYaml(const ModuleBuild& build) {
  auto* module = build.heap.New<starlark::Module>("yaml");
  Define(build.heap, *module, "encode", RunEncode);
  DefineText(build.heap, *module, "decode", RunDecode);
  DefinePredicate(build.heap, *module, "decodable", kDoc,
                  [](starlark::Interpreter&, std::string_view text) { return IsYamlText(text); });
  return module;
}

}  // namespace kval::modules

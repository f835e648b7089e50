#include "src/modules/builders.h"
#include "src/modules/encode.h"
#include "src/modules/native.h"
#include "src/modules/toml_decode.h"
#include "src/modules/toml_encode.h"

// Source: ytt pkg/yttlibraryext/toml/toml.go.
namespace kval::modules {
namespace {

constexpr int64_t kMaxIndent = 8;
constexpr size_t kDefaultIndent = 2;

Outcome<Value> RunEncode(const Call& call) {
  if (Status exact = ExpectExactly(call, 1); !exact.ok()) {
    return exact.Pass();
  }
  if (Status known = ExpectKeywords(call, {"indent"}); !known.ok()) {
    return known.Pass();
  }
  Outcome<int64_t> indent = IntKeyword(call, "indent", 0);
  if (!indent.ok()) {
    return indent.Pass();
  }
  if (*indent < 0 || *indent > kMaxIndent) {
    return EvalFailure("indent value must be between 0 and 8");
  }
  Arena arena;
  value::Builder builder(&arena);
  Outcome<const value::Value*> document =
      ToDocument(call.interpreter, builder, call.args.positional[0], call.at);
  if (!document.ok()) {
    return document.Pass();
  }
  Outcome<std::string> text = TomlText(
      **document, *indent == 0 ? kDefaultIndent : static_cast<size_t>(*indent), call.interpreter.heap());
  if (!text.ok()) {
    return text.Pass();
  }
  return NewText(call, std::move(*text));
}

Outcome<Value> RunDecode(const Call& call) {
  Outcome<std::string_view> text = GetSingleString(call);
  return text.ok() ? FromTomlText(call.interpreter, *text) : text.Pass();
}

}  // namespace

starlark::Module* MakeToml(const ModuleBuild& build) {
  auto* module = build.heap.New<starlark::Module>("toml");
  Define(build.heap, *module, "encode", RunEncode);
  Define(build.heap, *module, "decode", RunDecode);
  return module;
}

}  // namespace kval::modules

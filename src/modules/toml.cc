#include <cmath>

#include "src/modules/builders.h"
#include "src/modules/encode.h"
#include "src/modules/native.h"
#include "src/modules/toml_decode.h"
#include "src/modules/toml_encode.h"
#include "src/support/fixed_notation.h"

// Source: ytt pkg/yttlibraryext/toml/toml.go.
namespace kval::modules {
namespace {

constexpr size_t kDefaultIndent = 2;

std::string FloatText(double real) {
  if (!std::isfinite(real)) {
    return std::isnan(real) ? "nan" : real > 0 ? "+inf" : "-inf";
  }
  const std::string text = ToFixedNotation(real);
  return text.find('.') == std::string::npos ? text + ".0" : text;
}

Outcome<Value> RunEncode(const Call& call) {
  Outcome<size_t> indent = IndentKeyword(call, {"indent"});
  if (!indent.ok()) {
    return indent.Pass();
  }
  Arena arena;
  value::Builder builder(&arena);
  Outcome<const value::Value*> document =
      ToDocument(call.interpreter, builder, call.args.positional[0], call.at);
  if (!document.ok()) {
    return document.Pass();
  }
  if ((*document)->kind != value::Kind::kMapping) {
    return EvalFailure("toml: top-level values must be Go maps or structs");
  }
  // Headers name all tables above theirs: a value that is deep becomes far larger than it is.
  const size_t most = starlark::MaxStringSize(call.interpreter.heap());
  TomlWriter writer({*indent == 0 ? kDefaultIndent : *indent, FloatText},
                    [most](size_t size, size_t) { return size <= most; });
  writer.Write(**document);
  std::string text = writer.Take();
  if (text.size() > most) {
    return starlark::OutOfMemory(call.interpreter.heap());
  }
  return writer.error().empty() ? NewText(call, std::move(text)) : EvalFailure(writer.error());
}

Outcome<Value> RunDecode(const Call& call, std::string_view text) {
  return FromTomlText(call.interpreter, text);
}

}  // namespace

starlark::Module* MakeToml(const ModuleBuild& build) {
  auto* module = build.heap.New<starlark::Module>("toml");
  Define(build.heap, *module, "encode", RunEncode);
  DefineText(build.heap, *module, "decode", RunDecode);
  return module;
}

}  // namespace kval::modules

#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "src/modules/builders.h"
#include "src/modules/documented.h"
#include "src/modules/encode.h"
#include "src/modules/json_decode.h"
#include "src/modules/native.h"
#include "src/yaml/json_writer.h"

// Source: ytt pkg/yttlibrary/json.go on Go's encoding/json.
namespace kval::modules {
namespace {

constexpr std::string_view kDoc = "Decodable JSON: a JSON text (RFC 8259), for example {\"a\": 1}";

// Why Go's JSON cannot have the value. Its nesting is limited, as ToDocument made it.
std::optional<std::string> WhyNotJson(const value::Value& node) {
  if (node.kind == value::Kind::kFloat && !std::isfinite(node.real)) {
    return std::string("json: unsupported value: ") + (std::isnan(node.real) ? "NaN"
                                                       : node.real > 0       ? "+Inf"
                                                                             : "-Inf");
  }
  if (node.kind == value::Kind::kSequence) {
    for (const value::Value* item : node.items()) {
      if (std::optional<std::string> why = WhyNotJson(*item)) {
        return why;
      }
    }
  }
  if (node.kind == value::Kind::kMapping) {
    for (const value::Entry& entry : node.entries()) {
      if (entry.key->kind != value::Kind::kString) {
        return "expected key to be string, but was " + std::string(KindName(entry.key->kind));
      }
      if (std::optional<std::string> why = WhyNotJson(*entry.value)) {
        return why;
      }
    }
  }
  return std::nullopt;
}

Outcome<Value> RunEncode(const Call& call) {
  Outcome<size_t> indent = IndentKeyword(call, {"indent", "escape_html"});
  if (!indent.ok()) {
    return indent.Pass();
  }
  Outcome<bool> escape_html = BoolKeyword(call, "escape_html", true);
  if (!escape_html.ok()) {
    return escape_html.Pass();
  }
  Arena arena;
  value::Builder builder(&arena);
  Outcome<const value::Value*> document =
      ToDocument(call.interpreter, builder, call.args.positional[0], call.at);
  if (!document.ok()) {
    return document.Pass();
  }
  if (std::optional<std::string> why = WhyNotJson(**document)) {
    return EvalFailure(std::move(*why));
  }
  yaml::JsonStyle style;
  style.indent = static_cast<uint32_t>(*indent);
  style.sort_keys = true;
  style.go = *escape_html ? yaml::GoEscapes::kHtml : yaml::GoEscapes::kPlain;
  style.most = starlark::MaxStringSize(call.interpreter.heap());
  std::string out;
  if (!yaml::WriteJson(**document, style, out)) {
    return starlark::OutOfMemory(call.interpreter.heap());
  }
  return NewText(call, std::move(out));
}

Outcome<Value> RunDecode(const Call& call, std::string_view text) {
  return FromJsonText(call.interpreter, text);
}

}  // namespace

starlark::Module* MakeJson(const ModuleBuild& build) {
  auto* module = build.heap.New<starlark::Module>("json");
  Define(build.heap, *module, "encode", RunEncode);
  DefineText(build.heap, *module, "decode", RunDecode);
  DefinePredicate(build.heap, *module, "decodable", kDoc,
                  [](starlark::Interpreter&, std::string_view text) { return IsJsonText(text); });
  return module;
}

}  // namespace kval::modules

#include <cmath>
#include <optional>

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
constexpr int64_t kMaxIndent = 8;

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

// An escape of RapidJSON as Go writes it: hexadecimal digits in lower case, no short forms for these two.
std::string GoEscape(std::string_view escape) {
  switch (escape[1]) {
    case 'b':
      return "\\u0008";
    case 'f':
      return "\\u000c";
    case 'u': {
      std::string lower(escape);
      for (char& c : lower) {
        c = c >= 'A' && c <= 'F' ? static_cast<char>(c | 0x20) : c;
      }
      return lower;
    }
    default:
      return std::string(escape);
  }
}

// JSON with the escapes of Go, which also escapes the line separators of JavaScript, and what HTML takes for
// markup when asked to. All of these occur in strings only.
std::string Escaped(std::string_view json, bool escape_html) {
  std::string out;
  out.reserve(json.size());
  for (size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (c == '\\') {
      const std::string_view escape = json.substr(i, json[i + 1] == 'u' ? 6 : 2);
      out += GoEscape(escape);
      i += escape.size() - 1;
    } else if (escape_html && (c == '<' || c == '>' || c == '&')) {
      out += c == '<' ? "\\u003c" : c == '>' ? "\\u003e" : "\\u0026";
    } else if (json.substr(i, 3) == "\xE2\x80\xA8" || json.substr(i, 3) == "\xE2\x80\xA9") {
      out += json[i + 2] == '\xA8' ? "\\u2028" : "\\u2029";
      i += 2;
    } else {
      out += c;
    }
  }
  return out;
}

Outcome<Value> RunEncode(const Call& call) {
  if (Status exact = ExpectExactly(call, 1); !exact.ok()) {
    return exact.Pass();
  }
  if (Status known = ExpectKeywords(call, {"indent", "escape_html"}); !known.ok()) {
    return known.Pass();
  }
  Outcome<int64_t> indent = IntKeyword(call, "indent", 0);
  if (!indent.ok()) {
    return indent.Pass();
  }
  if (*indent < 0 || *indent > kMaxIndent) {
    return Failed("indent value must be between 0 and 8");
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
    return Failed(std::move(*why));
  }
  yaml::JsonStyle style;
  style.indent = static_cast<uint32_t>(*indent);
  style.sort_keys = true;
  style.go_floats = true;
  std::string out;
  yaml::WriteJson(**document, style, out);
  return NewText(call, Escaped(out, *escape_html));
}

Outcome<Value> RunDecode(const Call& call) {
  Outcome<std::string_view> text = OnlyText(call);
  return text.ok() ? FromJsonText(call.interpreter, *text) : text.Pass();
}

}  // namespace

starlark::Module* MakeJson(const Build& build) {
  auto* module = build.heap.New<starlark::Module>("json");
  Define(build.heap, *module, "encode", RunEncode);
  Define(build.heap, *module, "decode", RunDecode);
  DefinePredicate(build.heap, *module, "decodable", kDoc, IsJsonText);
  return module;
}

}  // namespace kval::modules

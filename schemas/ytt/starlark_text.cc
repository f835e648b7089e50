#include "schemas/ytt/starlark_text.h"

#include <cmath>
#include <cstdint>

#include "src/lang/lex/string_literal.h"
#include "src/lang/lex/unseen.h"
#include "src/value/compare.h"

namespace kval::schemas::ytt {
namespace {

constexpr int kDepthLimit = 1000;

void Append(const value::Value& value, int depth, std::string& out) {
  if (depth > kDepthLimit) {
    out += "None";
    return;
  }
  switch (value.kind) {
    case value::Kind::kNull:
    case value::Kind::kBool:
    case value::Kind::kInt:
      out += value::Brief(value, 0, value::Spelling::kCode);
      return;
    case value::Kind::kFloat:
      out += std::isfinite(value.real) ? value::PlainText(value)
                                       : "float(" + StarlarkString(value::PlainText(value)) + ")";
      return;
    case value::Kind::kString:
      out += StarlarkString(value.raw);
      return;
    case value::Kind::kSequence:
      out += '[';
      for (size_t i = 0; i < value.items().size(); ++i) {
        out += i == 0 ? "" : ", ";
        Append(*value.items()[i], depth + 1, out);
      }
      out += ']';
      return;
    case value::Kind::kMapping:
      out += '{';
      for (size_t i = 0; i < value.entries().size(); ++i) {
        out += i == 0 ? "" : ", ";
        Append(*value.entries()[i].key, depth + 1, out);
        out += ": ";
        Append(*value.entries()[i].value, depth + 1, out);
      }
      out += '}';
      return;
  }
}

// ytt's Starlark has `\x` for a byte and no `\u`.
void AppendBytes(std::string_view bytes, std::string& out) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  for (const char c : bytes) {
    const auto byte = static_cast<uint8_t>(c);
    out += {'\\', 'x', kDigits[byte >> 4], kDigits[byte & 0xF]};
  }
}

}  // namespace

std::string StarlarkString(std::string_view text) {
  std::string out = "\"";
  std::string unseen;
  for (size_t i = 0; i < text.size(); ++i) {
    if (const size_t length = lex::AppendUnseen(text, i, unseen)) {
      AppendBytes(text.substr(i, length), out);
      i += length - 1;
    } else {
      lex::AppendEscaped(text[i], out);
    }
  }
  return out + "\"";
}

std::string StarlarkText(const value::Value& value) {
  std::string out;
  Append(value, 0, out);
  return out;
}

}  // namespace kval::schemas::ytt

#include "schemas/ytt/starlark_text.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <unordered_set>

#include "src/lang/lex/escape_invisible.h"
#include "src/lang/lex/string_literal.h"
#include "src/value/compare.h"
#include "src/value/hash.h"

namespace kval::schemas::ytt {
namespace {

constexpr int kStarlarkTextDepthLimit = 1000;

enum class In { kValue, kKey };

void Append(const value::Value& value, In place, std::string& out) {
  switch (value.kind) {
    case value::Kind::kNull:
    case value::Kind::kBool:
    case value::Kind::kInt:
      out += value::Abbreviate(value, 0, value::LiteralSyntax::kCode);
      return;
    case value::Kind::kFloat:
      out += std::isfinite(value.real) ? value::PlainText(value)
                                       : "float(" + StarlarkString(value::PlainText(value)) + ")";
      return;
    case value::Kind::kString:
      out += StarlarkString(value.raw);
      return;
    case value::Kind::kSequence:
      out += place == In::kKey ? '(' : '[';
      for (size_t i = 0; i < value.items().size(); ++i) {
        out += i == 0 ? "" : ", ";
        Append(*value.items()[i], place, out);
      }
      out += place == In::kKey ? (value.items().size() == 1 ? ",)" : ")") : "]";
      return;
    case value::Kind::kMapping:
      out += '{';
      for (size_t i = 0; i < value.entries().size(); ++i) {
        out += i == 0 ? "" : ", ";
        Append(*value.entries()[i].key, In::kKey, out);
        out += ": ";
        Append(*value.entries()[i].value, place, out);
      }
      out += '}';
      return;
  }
}

bool IsKey(const value::Value& key, int depth) {
  return key.kind != value::Kind::kMapping &&
         (key.kind != value::Kind::kSequence ||
          (depth < kStarlarkTextDepthLimit &&
           std::all_of(key.items().begin(), key.items().end(),
                       [&](const value::Value* item) { return IsKey(*item, depth + 1); })));
}

bool HasKeys(const value::Value& mapping, int depth) {
  const auto hash = [](const value::Value* key) { return static_cast<size_t>(value::Hash(*key)); };
  const auto equal = [](const value::Value* a, const value::Value* b) { return value::Equal(*a, *b); };
  std::unordered_set<const value::Value*, decltype(hash), decltype(equal)> seen(mapping.entries().size(),
                                                                                hash, equal);
  return std::all_of(mapping.entries().begin(), mapping.entries().end(), [&](const value::Entry& entry) {
    return IsKey(*entry.key, depth) && seen.insert(entry.key).second;
  });
}

bool HasTextAt(const value::Value& value, int depth) {
  if (!value.is_collection()) {
    return true;
  }
  if (depth >= kStarlarkTextDepthLimit) {
    return false;
  }
  if (value.kind == value::Kind::kSequence) {
    return std::all_of(value.items().begin(), value.items().end(),
                       [&](const value::Value* item) { return HasTextAt(*item, depth + 1); });
  }
  return HasKeys(value, depth + 1) &&
         std::all_of(value.entries().begin(), value.entries().end(),
                     [&](const value::Entry& entry) { return HasTextAt(*entry.value, depth + 1); });
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
    if (const size_t length = lex::AppendEscapedInvisible(text, i, unseen)) {
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
  Append(value, In::kValue, out);
  return out;
}

bool HasStarlarkText(const value::Value& value) {
  return HasTextAt(value, 0);
}

}  // namespace kval::schemas::ytt

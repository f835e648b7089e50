#include "schemas/kcl/source_formatting.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "src/lang/lex/escape_invisible.h"
#include "src/lang/lex/string_literal.h"
#include "src/support/ascii.h"
#include "src/value/compare.h"

namespace kval::schemas::kcl {
namespace {

constexpr int kSourceFormattingDepthLimit = 200;
constexpr size_t kIndent = 4;

// Words that need `$` to be a name, sorted.
constexpr std::array<std::string_view, 25> kWords = {
    "False",  "None", "True",  "Undefined", "all", "and",  "any",    "as", "assert",
    "check",  "elif", "else",  "filter",    "for", "if",   "import", "in", "is",
    "lambda", "map",  "mixin", "not",       "or",  "rule", "schema"};

bool IsIdentifier(std::string_view text) {
  const auto is_part = [](char c) { return IsLetter(c) || IsDigit(c) || c == '_'; };
  return !text.empty() && !IsDigit(text[0]) && std::all_of(text.begin(), text.end(), is_part);
}

bool IsWord(std::string_view text) {
  return std::binary_search(kWords.begin(), kWords.end(), text);
}

std::string Singular(std::string_view word) {
  const auto ends = [&](std::string_view end) { return word.size() > end.size() + 1 && word.ends_with(end); };
  const auto without = [&](size_t count) { return std::string(word.substr(0, word.size() - count)); };
  if (ends("ies")) {
    return without(3) + "y";
  }
  if (ends("sses") || ends("xes") || ends("ches") || ends("shes")) {
    return without(2);
  }
  if (ends("s") && !ends("ss") && !ends("us") && !ends("is")) {
    return without(1);
  }
  return std::string(word);
}

std::string ConfigKey(std::string_view key) {
  return IsIdentifier(key) && !IsWord(key) ? std::string(key) : KclString(key);
}

std::string Scalar(const value::Value& value) {
  return value.kind == value::Kind::kString ? KclString(value.raw)
                                            : value::Abbreviate(value, 0, value::LiteralSyntax::kCode);
}

bool IsEmpty(const value::Value& value) {
  return value.kind == value::Kind::kSequence ? value.items().empty() : value.entries().empty();
}

void AppendFlat(const value::Value& value, int depth, std::string& out) {
  if (depth > kSourceFormattingDepthLimit) {
    out += "None";
  } else if (value.kind == value::Kind::kSequence) {
    out += '[';
    for (size_t i = 0; i < value.items().size(); ++i) {
      out += i == 0 ? "" : ", ";
      AppendFlat(*value.items()[i], depth + 1, out);
    }
    out += ']';
  } else if (value.kind == value::Kind::kMapping) {
    out += '{';
    for (size_t i = 0; i < value.entries().size(); ++i) {
      out += (i == 0 ? "" : ", ") + ConfigKey(value.entries()[i].key->raw) + " = ";
      AppendFlat(*value.entries()[i].value, depth + 1, out);
    }
    out += '}';
  } else {
    out += Scalar(value);
  }
}

void Append(const value::Value& value, size_t indent, size_t column, int depth, std::string& out) {
  std::string flat;
  AppendFlat(value, depth, flat);
  if (!value.is_collection() || IsEmpty(value) || column + flat.size() <= kLineWidth ||
      depth > kSourceFormattingDepthLimit) {
    out += flat;
    return;
  }
  const bool is_list = value.kind == value::Kind::kSequence;
  const std::string margin(indent + kIndent, ' ');
  out += is_list ? "[\n" : "{\n";
  for (const value::Value* item : is_list ? value.items() : std::span<const value::Value* const>()) {
    out += margin;
    Append(*item, indent + kIndent, margin.size(), depth + 1, out);
    out += '\n';
  }
  for (const value::Entry& entry : is_list ? std::span<const value::Entry>() : value.entries()) {
    const std::string head = margin + ConfigKey(entry.key->raw) + " = ";
    out += head;
    Append(*entry.value, indent + kIndent, head.size(), depth + 1, out);
    out += '\n';
  }
  out += std::string(indent, ' ') + (is_list ? "]" : "}");
}

bool HasLiteralAt(const value::Value& value, int depth) {
  switch (value.kind) {
    case value::Kind::kNull:
    case value::Kind::kBool:
    case value::Kind::kString:
      return true;
    case value::Kind::kInt:
      return !value.is_unsigned && value.integer != std::numeric_limits<int64_t>::min();
    case value::Kind::kFloat:
      return std::isfinite(value.real);
    case value::Kind::kSequence:
      return depth < kSourceFormattingDepthLimit &&
             std::all_of(value.items().begin(), value.items().end(),
                         [&](const value::Value* item) { return HasLiteralAt(*item, depth + 1); });
    case value::Kind::kMapping:
      return depth < kSourceFormattingDepthLimit &&
             std::all_of(value.entries().begin(), value.entries().end(), [&](const value::Entry& entry) {
               return entry.key->kind == value::Kind::kString && HasLiteralAt(*entry.value, depth + 1);
             });
  }
  return false;
}

// Whether each `$` of a text begins `${NAME}`, and nothing else in it has to do with escapes.
bool HasOnlyPlaceholders(std::string_view text) {
  for (size_t at = text.find('$'); at != std::string_view::npos; at = text.find('$', at + 1)) {
    const size_t end = text.find('}', at);
    if (end == std::string_view::npos || text[at + 1] != '{' ||
        !IsIdentifier(text.substr(at + 2, end - at - 2))) {
      return false;
    }
    at = end;
  }
  return text.find('\\') == std::string_view::npos;
}

}  // namespace

std::optional<std::string> AttributeName(std::string_view key) {
  if (std::optional<std::string> name = AttributeRef(key)) {
    return name;
  }
  // An escaped `${` would be an expression to KCL's parser where a name is expected.
  if (key.find("${") == std::string_view::npos) {
    return KclString(key);
  }
  const std::string raw = KclPattern(key);
  return raw.starts_with('r') ? std::optional(raw) : std::nullopt;
}

bool CanBeAttribute(std::string_view key) {
  return !key.starts_with('_') && AttributeName(key).has_value();
}

std::optional<std::string> AttributeRef(std::string_view key) {
  if (!IsIdentifier(key)) {
    return std::nullopt;
  }
  return IsWord(key) ? "$" + std::string(key) : std::string(key);
}

std::string SchemaName(std::string_view key) {
  std::string name;
  bool begins_word = true;
  for (char c : key) {
    if (!IsLetter(c) && !IsDigit(c)) {
      begins_word = true;
      continue;
    }
    name += begins_word && IsLower(c) ? static_cast<char>(c - 'a' + 'A') : c;
    begins_word = false;
  }
  if (name.empty() || IsDigit(name[0])) {
    return "Schema" + name;
  }
  // A schema whose name ends in `Protocol` is one: it can have attributes only.
  return IsWord(name) || name.ends_with("Protocol") ? name + "Schema" : name;
}

std::string SchemaNameOfOne(std::string_view key) {
  const std::string one = Singular(key);
  return SchemaName(one) + (one == key ? "Item" : "");
}

std::string KclString(std::string_view text) {
  // KCL looks for the end of `\${`, too, and where there is one takes `\$` for it everywhere.
  const std::string_view dollar = HasOnlyPlaceholders(text) ? "\\$" : "\\u0024";
  std::string out = "\"";
  for (size_t i = 0; i < text.size(); ++i) {
    if (const size_t length = lex::AppendEscapedInvisible(text, i, out)) {
      i += length - 1;
      continue;
    }
    if (text[i] == '$' && text.substr(i + 1).starts_with('{')) {
      out += dollar;
      continue;
    }
    lex::AppendEscaped(text[i], out);
  }
  return out + "\"";
}

std::string KclPattern(std::string_view pattern) {
  std::string spelt;
  const bool is_unseen = std::any_of(pattern.begin(), pattern.end(), [&](const char& c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7F ||
           lex::AppendEscapedInvisible(pattern, static_cast<size_t>(&c - pattern.data()), spelt) > 0;
  });
  if (is_unseen || pattern.ends_with('\\')) {
    return KclString(pattern);
  }
  for (std::string_view quote : {"\"", "'"}) {
    if (pattern.find(quote) == std::string_view::npos) {
      return "r" + std::string(quote) + std::string(pattern) + std::string(quote);
    }
  }
  return KclString(pattern);
}

bool HasLiteral(const value::Value& value) {
  return HasLiteralAt(value, 0);
}

std::string KclText(const value::Value& value, size_t indent, size_t column) {
  std::string out;
  Append(value, indent, column, 0, out);
  return out;
}

std::string KclText(const value::Value& value) {
  std::string out;
  AppendFlat(value, 0, out);
  return out;
}

}  // namespace kval::schemas::kcl

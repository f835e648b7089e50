#include "src/cli/lsp/kcl_cursor.h"

#include <algorithm>

#include "src/support/ascii.h"

namespace kval::cli {
namespace {

// The type of a key in the config around a position.
std::string TypeOfKey(std::string_view text, std::string_view key, size_t position,
                      const KclPackage& package) {
  size_t closed = 0;
  for (size_t i = position; i > 0; --i) {
    const char c = text[i - 1];
    closed += c == '}' ? 1 : 0;
    if (c != '{' || closed-- != 0) {
      continue;
    }
    const std::string_view name = LastName(Trimmed(text.substr(0, i - 1)));
    for (const KclDeclaration& attribute : package.AttributesOf(package.SchemaOf(name))) {
      if (attribute.symbol.name == key) {
        return attribute.symbol.detail;
      }
    }
    break;
  }
  return {};
}

// The schema of the config that begins at a `{`: by its name, or by the attribute that the config is for.
std::string SchemaBefore(std::string_view text, size_t brace, const KclPackage& package) {
  std::string_view before = Trimmed(text.substr(0, brace));
  const std::string_view name = LastName(before);
  if (!name.empty()) {
    return package.SchemaOf(name);
  }
  while (before.ends_with('[')) {
    before = Trimmed(before.substr(0, before.size() - 1));
  }
  if (!before.ends_with('=') && !before.ends_with(':')) {
    return {};
  }
  before = Trimmed(before.substr(0, before.size() - 1));
  const std::string_view line = before.substr(before.find_last_of("\n{,") + 1);
  if (const size_t colon = line.find(':'); colon != std::string_view::npos) {
    return package.SchemaOf(Trimmed(line.substr(colon + 1)));  // `name: Type = {`
  }
  const std::string_view key = LastName(before);
  return package.SchemaOf(TypeOfKey(text, key, static_cast<size_t>(key.data() - text.data()), package));
}

}  // namespace

bool IsInKclName(char c) {
  return IsAlnum(c) || c == '_';
}

std::string_view Trimmed(std::string_view text) {
  const size_t begin = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  return text.substr(begin, text.find_last_not_of(" \t\r\n") + 1 - begin);
}

std::string_view LastName(std::string_view text) {
  size_t begin = text.size();
  while (begin > 0 && IsInKclName(text[begin - 1])) {
    --begin;
  }
  return text.substr(begin);
}

bool IsInTextOrComment(std::string_view line) {
  char quote = 0;
  for (size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quote == 0 && c == '#') {
      return true;
    }
    if (c == '\\' && quote != 0) {
      ++i;
    } else if (quote == 0 && (c == '"' || c == '\'')) {
      quote = c;
    } else if (c == quote) {
      quote = 0;
    }
  }
  return quote != 0;
}

// Reads backwards; strings and comments with braces are rare, and cost suggestions only.
std::optional<KclBraces> FindBraces(std::string_view text, size_t at, const KclPackage& package) {
  size_t closed = 0;
  for (size_t i = at; i > 0; --i) {
    const char c = text[i - 1];
    closed += c == '}' ? 1 : 0;
    if (c == '{' && closed-- == 0) {
      return KclBraces{i, SchemaBefore(text, i - 1, package)};
    }
  }
  return std::nullopt;
}

std::string_view ParameterType(std::string_view text, size_t at, std::string_view name) {
  constexpr std::string_view kLambda = "lambda ";
  const size_t lambda = text.rfind(kLambda, at);
  const size_t brace = lambda == std::string::npos ? lambda : text.find('{', lambda);
  if (brace == std::string::npos || brace >= at) {
    return {};
  }
  const size_t first = lambda + kLambda.size();
  std::string_view header = text.substr(first, brace - first);
  header = header.substr(0, header.find("->"));
  while (!header.empty()) {
    const size_t end = std::min(header.find(','), header.size());
    const std::string_view parameter = Trimmed(header.substr(0, end));
    const size_t colon = parameter.find(':');
    if (colon != std::string_view::npos && Trimmed(parameter.substr(0, colon)) == name) {
      return Trimmed(parameter.substr(colon + 1, parameter.find('=') - colon - 1));
    }
    header.remove_prefix(std::min(end + 1, header.size()));
  }
  return {};
}

// The schema whose body contains the position: the last one above it, if all lines since then are indented.
std::string SchemaAround(std::string_view text, size_t at, const std::string& path,
                         const KclPackage& package) {
  std::string schema;
  size_t latest = 0;
  for (const KclDeclaration& one : package.globals()) {
    const size_t begin = one.symbol.range.begin;
    if (one.path == path && one.symbol.kind == lsp::SymbolKind::kClass && begin <= at && begin >= latest) {
      latest = begin;
      schema = one.symbol.name;
    }
  }
  size_t line = schema.empty() ? std::string::npos : text.find('\n', latest);
  while (line != std::string::npos && line < at && !schema.empty()) {
    const char first = line + 1 < text.size() ? text[line + 1] : '\n';
    const bool is_inside = first == ' ' || first == '\t' || first == '\n' || first == '\r' || first == '#';
    schema = is_inside ? schema : std::string();
    line = text.find('\n', line + 1);
  }
  return schema;
}

}  // namespace kval::cli

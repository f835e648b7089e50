#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/cli/lsp/answers.h"
#include "src/lsp/results.h"
#include "src/lsp/structure/symbols.h"
#include "src/lsp/text_position.h"
#include "src/report/uri.h"
#include "src/source/file_reader.h"
#include "src/support/ascii.h"
#include "src/support/path_text.h"

namespace kval::cli {
namespace {

constexpr std::string_view kLoad = "load(";
constexpr size_t kMostBytesOfLoad = 4096;  // of a call

bool IsInName(char c) {
  return IsAlnum(c) || c == '_';
}

// A name that a text loads from a file: `load("file", "name", alias="name")`.
struct LoadedName {
  std::string file;
  std::string name;  // in the file
};

// The strings of a call, each with the name of its argument, which may be empty.
struct StringArgument {
  std::string_view keyword, text;
};

std::vector<StringArgument> StringArguments(std::string_view arguments) {
  std::vector<StringArgument> strings;
  for (size_t open = arguments.find('"'); open != std::string_view::npos;) {
    const size_t close = arguments.find('"', open + 1);
    if (close == std::string_view::npos) {
      break;
    }
    size_t end = open;
    std::string_view keyword;
    if (end > 0 && arguments[end - 1] == '=') {
      const size_t last = --end;
      while (end > 0 && IsInName(arguments[end - 1])) {
        --end;
      }
      keyword = arguments.substr(end, last - end);
    }
    strings.push_back({keyword, arguments.substr(open + 1, close - open - 1)});
    open = arguments.find('"', close + 1);
  }
  return strings;
}

std::optional<LoadedName> FindLoaded(std::string_view text, std::string_view name) {
  for (size_t at = text.find(kLoad); at != std::string_view::npos; at = text.find(kLoad, at + 1)) {
    const std::string_view call = text.substr(at, kMostBytesOfLoad);
    const std::vector<StringArgument> strings = StringArguments(call.substr(0, call.find_first_of(")\n")));
    for (size_t i = 1; i < strings.size(); ++i) {
      if ((strings[i].keyword.empty() ? strings[i].text : strings[i].keyword) == name) {
        return LoadedName{std::string(strings.front().text), std::string(strings[i].text)};
      }
    }
  }
  return std::nullopt;
}

// Returns the place of a function's name in a text with Starlark code; nullopt if it defines none.
std::optional<lsp::TextRange> FindFunction(const std::string& text, std::string_view path,
                                           std::string_view name) {
  const std::vector<lsp::Symbol> functions =
      path.ends_with(".star") ? lsp::FindStarlarkFunctions(text) : lsp::FindTemplateFunctions(text);
  const auto found = std::find_if(functions.begin(), functions.end(),
                                  [name](const lsp::Symbol& function) { return function.name == name; });
  if (found == functions.end()) {
    return std::nullopt;
  }
  const lsp::TextPositions positions(text);
  return lsp::TextRange{positions.At(found->name_range.begin), positions.At(found->name_range.end)};
}

// The name at a position of Starlark code; empty if there is none, or it is a member of another one.
std::string_view NameAt(std::string_view text, size_t at, bool is_starlark) {
  size_t begin = at, end = at;
  while (begin > 0 && IsInName(text[begin - 1])) {
    --begin;
  }
  while (end < text.size() && IsInName(text[end])) {
    ++end;
  }
  const size_t before = text.substr(0, begin).rfind('\n');
  const size_t line = before == std::string_view::npos ? 0 : before + 1;
  const std::string_view code = text.substr(line, begin - line);
  const bool is_code =
      is_starlark || code.find("#@") != std::string_view::npos || code.rfind("(@") != std::string_view::npos;
  return is_code && !code.ends_with('.') ? text.substr(begin, end - begin) : std::string_view();
}

}  // namespace

std::optional<std::string> AnswerFunctionDeclaration(const lsp::SchemaQuery& query,
                                                     const OpenDocuments& opened) {
  if (query.kind != lsp::SchemaQuery::QueryKind::kDeclaration || query.path.ends_with(".k")) {
    return std::nullopt;
  }
  const std::string& text = opened.strings.at(query.path);
  const std::string_view name =
      NameAt(text, lsp::ByteAt(text, query.position), query.path.ends_with(".star"));
  if (name.empty()) {
    return std::nullopt;
  }
  if (const std::optional<lsp::TextRange> range = FindFunction(text, query.path, name)) {
    return lsp::LocationResult(query.uri, *range);
  }
  const std::optional<LoadedName> loaded = FindLoaded(text, name);
  if (!loaded) {
    return std::nullopt;
  }
  const std::string directory(GetDirectoryPrefix(query.path));
  const std::string path = directory + loaded->file;
  const auto open = opened.strings.find(path);
  const Result<std::string> other = open != opened.strings.end()
                                        ? Result<std::string>(open->second)
                                        : source::DiskFileReader().ReadBelow(directory, path);
  const std::optional<lsp::TextRange> range =
      other ? FindFunction(*other, path, loaded->name) : std::optional<lsp::TextRange>();
  return range ? std::optional(lsp::LocationResult(report::AbsoluteUri(path, "/"), *range)) : std::nullopt;
}

}  // namespace kval::cli

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

// Where a function is defined.
struct FoundFunction {
  std::string path;  // the text's own, or of the file that it loads
  std::string text;
  lsp::Symbol symbol;
};

std::optional<lsp::Symbol> FindFunction(const std::string& text, std::string_view path,
                                        std::string_view name) {
  const std::vector<lsp::Symbol> functions =
      path.ends_with(".star") ? lsp::FindStarlarkFunctions(text) : lsp::FindTemplateFunctions(text);
  const auto found = std::find_if(functions.begin(), functions.end(),
                                  [name](const lsp::Symbol& function) { return function.name == name; });
  return found == functions.end() ? std::nullopt : std::optional(*found);
}

std::optional<FoundFunction> FindFunction(const lsp::SchemaQuery& query, const OpenDocuments& opened,
                                          std::string_view name) {
  const std::string& text = opened.strings.at(query.path);
  if (std::optional<lsp::Symbol> own = FindFunction(text, query.path, name)) {
    return FoundFunction{query.path, text, *std::move(own)};
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
  std::optional<lsp::Symbol> found =
      other ? FindFunction(*other, path, loaded->name) : std::optional<lsp::Symbol>();
  return found ? std::optional(FoundFunction{path, *other, *std::move(found)}) : std::nullopt;
}

// The line that begins or ends at an offset, without spaces around it.
std::string_view LineAt(std::string_view text, size_t at) {
  const size_t before = text.substr(0, at).rfind('\n');
  const size_t begin = before == std::string_view::npos ? 0 : before + 1;
  return Trimmed(text.substr(begin, text.find('\n', begin) - begin), kWhitespace);
}

// The comments right above a function, without their marks.
std::string CommentAbove(std::string_view text, size_t at) {
  std::string comment;
  for (size_t line = text.substr(0, at).rfind('\n'); line != std::string_view::npos && line > 0;
       line = text.substr(0, line).rfind('\n')) {
    std::string_view above = LineAt(text, line);
    if (!above.starts_with('#') || above.starts_with("#@")) {
      break;
    }
    above.remove_prefix(std::min(above.find_first_not_of("#! "), above.size()));
    comment = std::string(above) + (comment.empty() ? "" : "\n") + comment;
  }
  return comment;
}

// The string that is the first statement of a function; empty if there is none.
std::string Docstring(std::string_view text, const lsp::Symbol& function) {
  constexpr std::string_view kQuotes = "\"\"\"";
  std::string_view body = text.substr(function.name_range.end, function.range.end - function.name_range.end);
  const size_t colon = body.find(":\n");
  body = colon == std::string_view::npos ? std::string_view() : Trimmed(body.substr(colon + 1), kWhitespace);
  const bool is_long = body.starts_with(kQuotes);
  const std::string_view quote = is_long ? kQuotes : std::string_view("\"");
  const size_t end = body.starts_with(quote) ? body.find(quote, quote.size()) : std::string_view::npos;
  return end == std::string_view::npos
             ? std::string()
             : std::string(Trimmed(body.substr(quote.size(), end - quote.size()), kWhitespace));
}

std::string HoverOf(const FoundFunction& found, bool is_loaded) {
  const std::string documentation = Docstring(found.text, found.symbol);
  const std::string comment =
      documentation.empty() ? CommentAbove(found.text, found.symbol.range.begin) : documentation;
  return "```python\ndef " + found.symbol.name + found.symbol.detail + "\n```" +
         (comment.empty() ? "" : "\n\n" + comment) +
         (is_loaded ? "\n\n" + std::string(GetFileName(found.path)) : "");
}

}  // namespace

std::optional<std::string> AnswerFunctionDeclaration(const lsp::SchemaQuery& query,
                                                     const OpenDocuments& opened) {
  const bool is_hover = query.kind == lsp::SchemaQuery::QueryKind::kHover;
  if ((!is_hover && query.kind != lsp::SchemaQuery::QueryKind::kDeclaration) || query.path.ends_with(".k")) {
    return std::nullopt;
  }
  const std::string& text = opened.strings.at(query.path);
  const std::string_view name =
      NameAt(text, lsp::ByteAt(text, query.position), query.path.ends_with(".star"));
  const std::optional<FoundFunction> found = name.empty() ? std::nullopt : FindFunction(query, opened, name);
  if (!found) {
    return std::nullopt;
  }
  if (is_hover) {
    const std::string below = query.below.empty() ? "" : "\n\n---\n\n" + query.below;
    return lsp::HoverResult(HoverOf(*found, found->path != query.path) + below);
  }
  const lsp::TextPositions positions(found->text);
  const lsp::ByteRange range = found->symbol.name_range;
  return lsp::LocationResult(found->path == query.path ? query.uri : report::AbsoluteUri(found->path, "/"),
                             {positions.At(range.begin), positions.At(range.end)});
}

}  // namespace kval::cli

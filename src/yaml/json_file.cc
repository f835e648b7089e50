#include "src/yaml/json_file.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "src/yaml/reader.h"

namespace kval::yaml {
namespace {

// Files that their tools read as JSON with comments.
constexpr std::string_view kEndingsWithComments[] = {
    ".jsonc",           ".code-workspace",   ".code-snippets",    ".hujson",
    ".sublime-project", ".sublime-settings", "-color-theme.json", ".tsconfig.json"};
constexpr std::string_view kNamesWithComments[] = {
    "devcontainer.json",  ".devcontainer.json",
    "deno.json",          "wrangler.json",
    "turbo.json",         "nx.json",
    "angular.json",       "rush.json",
    "typedoc.json",       "tslint.json",
    ".eslintrc.json",     ".babelrc.json",
    "babel.config.json",  "api-extractor.json",
    "pyrightconfig.json", ".luarc.json",
    ".oxlintrc.json",     ".markdownlint.json",
    "cspell.json",        ".cspell.json",
    ".jshintrc",          "language-configuration.json",
};

bool IsConfigOfCompiler(std::string_view name, std::string_view tool) {
  return name.starts_with(tool) && name.ends_with(".json") &&
         (name[tool.size()] == '.' || name[tool.size()] == '-');
}

SyntaxError CommentInJson(const source::SourceFile& file, const JsonSyntax& syntax) {
  const TextRange first = syntax.comments.front();
  const size_t others = syntax.comments.size() - 1;
  return {diag::Kind::kYamlSyntax,
          {file.base() + static_cast<uint32_t>(first.begin), file.base() + static_cast<uint32_t>(first.end)},
          "JSON has no comments",
          others == 0 ? "" : "the first of " + std::to_string(others + 1) + " comments",
          {},
          {},
          "delete the comment, or name the file `.jsonc` if its reader accepts comments"};
}

SyntaxError ErrorOf(const source::SourceFile& file, const JsonDeviation& deviation) {
  return {diag::Kind::kYamlSyntax,
          {file.base() + static_cast<uint32_t>(deviation.at.begin),
           file.base() + static_cast<uint32_t>(deviation.at.end)},
          deviation.message,
          "",
          {},
          {},
          deviation.hint,
          {},
          deviation.is_extra_comma ? SyntaxRepair::kDeleteComma : SyntaxRepair::kNone};
}

// Marks an invalid scalar, so that its value is not checked: an error in it is reported once.
void HideScalarAt(source::Span at, EventStream* stream) {
  for (Event& event : stream->events) {
    if (event.is_scalar() && event.span.begin == at.begin && !event.is_missing) {
      event.gap = value::Recovery::kError;
    }
  }
}

// The text with spaces in the place of comments, so that every other byte keeps its place.
std::string WithoutComments(std::string_view text, const JsonSyntax& syntax) {
  std::string out(text);
  for (const TextRange& comment : syntax.comments) {
    for (size_t at = comment.begin; at < comment.end; ++at) {
      out[at] = out[at] == '\n' || out[at] == '\r' ? out[at] : ' ';
    }
  }
  return out;
}

}  // namespace

std::optional<JsonDialect> JsonDialectOfName(std::string_view path) {
  const size_t slash = path.find_last_of('/');
  const std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
  const std::string_view directory = slash == std::string_view::npos ? "" : path.substr(0, slash);
  const bool has_comments =
      std::ranges::any_of(kEndingsWithComments, [&](std::string_view end) { return name.ends_with(end); }) ||
      std::ranges::find(kNamesWithComments, name) != std::end(kNamesWithComments) ||
      IsConfigOfCompiler(name, "tsconfig") || IsConfigOfCompiler(name, "jsconfig") ||
      (name.ends_with(".json") && (directory == ".vscode" || directory.ends_with("/.vscode")));
  if (has_comments) {
    return JsonDialect::kWithComments;
  }
  return name.ends_with(".json") ? std::optional(JsonDialect::kStrict) : std::nullopt;
}

std::optional<EventStream> ReadJsonFile(const source::SourceFile& file, const Limits& limits) {
  const std::optional<JsonDialect> dialect = JsonDialectOfName(file.name());
  if (!dialect || file.text().size() > limits.file_size) {
    return std::nullopt;
  }
  const JsonSyntax syntax = ScanJson(file.text(), *dialect);
  if (syntax.comments.empty() && !syntax.deviation) {
    return std::nullopt;
  }
  const source::SourceFile text(file.name(), WithoutComments(file.text(), syntax), file.base());
  EventStream stream;
  if (syntax.deviation && syntax.deviation->is_whole) {
    stream.errors.push_back(ErrorOf(file, *syntax.deviation));
    return stream;
  }
  stream = NativeReader().Read(text, limits);
  if (syntax.deviation && stream.errors.empty()) {
    stream.errors.push_back(ErrorOf(file, *syntax.deviation));
    HideScalarAt(stream.errors.back().at, &stream);
  }
  if (*dialect == JsonDialect::kStrict && !syntax.comments.empty()) {
    stream.errors.insert(stream.errors.begin(), CommentInJson(file, syntax));
  }
  return stream;
}

}  // namespace kval::yaml

#include "src/yaml/foreign_syntax.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "src/yaml/characters.h"

namespace kval::yaml {
namespace {

struct Mark {
  std::string_view opening, closing, message, hint;
};

constexpr Mark kMarks[] = {
    {"{{", "}}", "`{{ … }}` is a Helm, Go or Jinja template, not YAML",
     "render the template first (a Helm chart with `kval helm CHART`), or quote it to keep it as a string"},
    {"{%", "%}", "`{% … %}` is a Jinja template, not YAML",
     "render the template first, or quote it to keep it as a string"},
    {"{#", "#}", "`{# … #}` is a Jinja comment, not YAML", "render the template first"},
    {"${", "}", "`${…}` is a placeholder of a shell or of Terraform, not YAML",
     "replace the placeholder first, or quote the value: kustomize, and so Flux, reads YAML before variables "
     "are replaced"},
};

// How far the end of a comment is looked for.
constexpr size_t kMostOfAComment = 4096;

// The kind of template that begins at `at`; in block context a `$` only starts a string.
const Mark* MarkAt(const char* at, bool in_flow) {
  for (const Mark& mark : kMarks) {
    if (at[0] == mark.opening[0] && at[1] == mark.opening[1] && (in_flow || at[0] == '{')) {
      return &mark;
    }
  }
  return nullptr;
}

bool EndsPlainInFlow(const char* at) {
  return Is(*at, kBreak | kFlowMark) || (*at == ':' && IsSpaceOrTab(at[1])) ||
         (IsSpaceOrTab(*at) && at[1] == '#');
}

// Where a template may begin in a node. In a flow collection the plain scalar `host-${NAME}:80` ends at its
// `{`.
const char* PossibleTemplate(const Scanner& scanner, bool in_flow) {
  const char* const begin = scanner.position();
  if (!in_flow || *begin == '"' || *begin == '\'' || *begin == '$') {
    return begin;
  }
  const char* at = begin;
  while (at < scanner.end() && !EndsPlainInFlow(at)) {
    ++at;
  }
  return at > begin && *at == '{' && at[-1] == '$' ? at - 1 : begin;
}

SyntaxError ErrorOf(const Mark& mark, source::Span at, std::string_view hint) {
  return {diag::Kind::kForeignTemplate, at, std::string(mark.message), "", {}, {}, std::string(hint)};
}

// Go's comments may span lines: `{{- /* … */ -}}`. The lines after it are not YAML.
bool BeginsGoComment(std::string_view rest) {
  rest.remove_prefix(rest.starts_with('-') ? 1 : 0);
  rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  return rest.starts_with("/*");
}

}  // namespace

const char* TemplateEnd(const Scanner& scanner, bool in_flow) {
  const char* const at = PossibleTemplate(scanner, in_flow);
  const Mark* mark = *at == '{' || *at == '$' ? MarkAt(at, in_flow) : nullptr;
  if (mark == nullptr) {
    return nullptr;
  }
  const char* const begin = at + 2;
  const std::string_view rest(begin, static_cast<size_t>(scanner.LineEnd(begin) - begin));
  size_t closing = rest.find(mark->closing);
  if (closing == std::string_view::npos && !in_flow && BeginsGoComment(rest)) {
    const auto left = static_cast<size_t>(scanner.end() - begin);
    closing = std::string_view(begin, std::min(left, kMostOfAComment)).find(mark->closing);
  }
  return closing == std::string_view::npos ? nullptr : begin + closing + mark->closing.size();
}

SyntaxError MakeTemplateError(const Scanner& scanner, bool in_flow, const char* end) {
  const Mark& mark = *MarkAt(PossibleTemplate(scanner, in_flow), in_flow);
  return ErrorOf(mark, scanner.SpanOf(scanner.position(), end), mark.hint);
}

std::optional<SyntaxError> FindPlaceholder(const Scanner& scanner, const char* begin, const char* end) {
  const std::string_view text(begin, static_cast<size_t>(end - begin));
  if (!text.starts_with("${") || text.find('}') != text.size() - 1) {
    return std::nullopt;
  }
  return ErrorOf(*MarkAt(begin, true), scanner.SpanOf(begin, end), "replace the placeholder first");
}

bool AtSlashComment(const Scanner& scanner, const Lookahead& ahead) {
  const char* const at = scanner.position();
  if (at[0] != '/' || at[1] != '/') {
    return false;
  }
  const NextLine next = ahead.Below(at);
  if (next.at == nullptr) {
    return false;
  }
  if (std::string_view("\"{[").find(*next.at) != std::string_view::npos || next.text().starts_with("//")) {
    return true;
  }
  // `//host/share` may be an item, `// a remark` hardly is.
  const std::string_view text(at, static_cast<size_t>(scanner.LineEnd(at) - at));
  return IsSpaceOrTab(at[2]) && (std::string_view("]}").find(*next.at) != std::string_view::npos ||
                                 text.find_first_of(",[]{}") == std::string_view::npos);
}

SyntaxError MakeSlashCommentError(const Scanner& scanner) {
  const char* const at = scanner.position();
  return {diag::Kind::kYamlSyntax,
          scanner.SpanOf(at, scanner.LineEnd(at)),
          "a comment begins with `#`, not with `//`",
          "",
          {},
          {},
          "write `#`; if the file must remain JSON, delete the comment"};
}

}  // namespace kval::yaml

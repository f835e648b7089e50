#include "src/yaml/syntax_fix.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

namespace kval::yaml {
namespace {

// The lines of a text as far as indentation is concerned.
class Indents {
 public:
  explicit Indents(const source::SourceFile& source) : source_(source) {}

  struct Line {
    uint32_t begin;  // in the virtual buffer
    std::string_view text;

    std::string_view lead() const {
      return text.substr(0, std::min(text.find_first_not_of(" \t"), text.size()));
    }
    std::string_view content() const { return text.substr(lead().size()); }
    bool is_space() const { return content().empty() || content()[0] == '#'; }
    bool has_tab() const { return lead().find('\t') != std::string_view::npos; }
  };

  Line At(uint32_t number) const {
    const source::Span span = source_.LineSpan(number);
    return {span.begin, source_.Text(span)};
  }
  uint32_t count() const { return source_.line_count(); }

  // Returns the columns of one level: of the first line indented with spaces, else two. Computed per error,
  // so distant lines do not count.
  uint32_t Step() const {
    constexpr uint32_t kMost = 1000;
    for (uint32_t i = 1; i <= std::min(count(), kMost); ++i) {
      const Line line = At(i);
      if (!line.is_space() && !line.has_tab() && !line.lead().empty()) {
        return static_cast<uint32_t>(line.lead().size());
      }
    }
    return 2;
  }

  // The nearest line above with content.
  std::optional<Line> Above(uint32_t number) const {
    while (--number > 0) {
      const Line line = At(number);
      if (!line.is_space()) {
        return line;
      }
    }
    return std::nullopt;
  }

 private:
  const source::SourceFile& source_;
};

// Returns the columns of tabs, one level each.
size_t ColumnsOf(std::string_view lead, uint32_t step) {
  size_t columns = 0;
  for (const char c : lead) {
    columns += c == '\t' ? step : 1;
  }
  return columns;
}

bool OpensBlock(std::string_view text) {
  text = text.substr(0, text.find(" #"));
  while (text.ends_with(' ') || text.ends_with('\t') || text.ends_with('\r')) {
    text.remove_suffix(1);
  }
  return text.ends_with(':') || text == "-" || text.starts_with("- ");
}

// Replaces tabs from the error on, one level per tab. Empty if the first line does not fit below the previous
// line.
diag::Fix TabFix(const SyntaxError& error, const source::SourceFile& source) {
  const Indents indents(source);
  const uint32_t step = indents.Step();
  const uint32_t first = source.LineOf(error.at.begin);
  const Indents::Line line = indents.At(first);
  const std::optional<Indents::Line> above = indents.Above(first);
  if (!line.has_tab() || !above || above->has_tab()) {
    return {};
  }
  const size_t columns = ColumnsOf(line.lead(), step);
  const size_t before = above->lead().size();
  if (columns > before && !(OpensBlock(above->content()) && columns == before + step)) {
    return {};
  }
  diag::Fix fix{"indent with spaces", {}};
  for (uint32_t i = first; i <= indents.count(); ++i) {
    const Indents::Line next = indents.At(i);
    if (next.is_space()) {
      continue;
    }
    if (!next.has_tab()) {
      break;
    }
    const auto size = static_cast<uint32_t>(next.lead().size());
    fix.edits.push_back({{next.begin, next.begin + size}, std::string(ColumnsOf(next.lead(), step), ' ')});
  }
  return fix;
}

// Ignoring surrounding spaces.
bool IsAloneOnItsLine(source::Span at, const source::SourceFile& source) {
  const Indents::Line line = Indents(source).At(source.LineOf(at.begin));
  const std::string_view content = line.content();
  return content.find_last_not_of(" \t\r") + 1 == at.size() && line.begin + line.lead().size() == at.begin;
}

diag::Fix WithoutLine(source::Span at, const source::SourceFile& source) {
  if (!IsAloneOnItsLine(at, source)) {
    return {};
  }
  const source::Span line = source.LineSpan(source.LineOf(at.begin));
  const std::string_view following = source.Text({line.end, source.span().end});
  const uint32_t size = following.starts_with("\r\n") ? 2 : following.starts_with('\n') ? 1 : 0;
  return {"delete the line", {{{line.begin, line.end + size}, ""}}};
}

// Removes empty brackets after a key, above the lines that they should contain.
diag::Fix WithoutBrackets(source::Span brackets, const source::SourceFile& source) {
  source::Span gone = brackets;
  const std::string_view before = source.Text({source.span().begin, brackets.begin});
  gone.begin -= static_cast<uint32_t>(before.size() - (before.find_last_not_of(" \t") + 1));
  return {"remove the `" + std::string(source.Text(brackets)) + "`", {{gone, ""}}};
}

}  // namespace

diag::Fix GetSyntaxFix(const SyntaxError& error, const source::SourceFile& source) {
  if (error.kind == diag::Kind::kTabIndent) {
    return TabFix(error, source);
  }
  switch (error.repair) {
    case SyntaxRepair::kNone:
      return {};
    case SyntaxRepair::kInsertSpace:
      return {source.Text(error.at) == ":" ? "put a space after the colon" : "put a space after the dash",
              {{{error.at.end, error.at.end}, " "}}};
    case SyntaxRepair::kInsertComma:
      return {"add the comma", {{error.at, ","}}};
    case SyntaxRepair::kInsertColon:
      return {"add the colon", {{error.at, ":"}}};
    case SyntaxRepair::kDeleteComma:
      return {"delete the comma", {{error.at, ""}}};
    case SyntaxRepair::kDeleteLine:
      return WithoutLine(error.at, source);
    case SyntaxRepair::kDeleteRelated:
      return WithoutBrackets(error.related, source);
  }
  return {};
}

}  // namespace kval::yaml

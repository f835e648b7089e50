#include "src/yaml/json_text.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/yaml/characters.h"

namespace kval::yaml {
namespace {

constexpr size_t kMostFaults = 20;

bool IsOpening(char c) {
  return c == '{' || c == '[';
}
bool IsClosing(char c) {
  return c == '}' || c == ']';
}
char ClosingOf(char opening) {
  return opening == '{' ? '}' : ']';
}

// A bracket that is open.
struct Open {
  char bracket = 0;
  size_t at = 0;
  size_t column = 0;       // of the first character of its line
  bool ends_line = false;  // nothing follows it there
  size_t bare_key = 0;     // the colon with which a line below ended, in the column `bare_column`; 0: none
  size_t bare_column = 0;
};

// Reads a text line by line.
class JsonLines {
 public:
  explicit JsonLines(const source::SourceFile& file) : text_(file.text()), base_(file.base()) {}

  std::vector<Fault> Read() {
    size_t begin = 0;
    while (begin < text_.size() && faults_.size() < kMostFaults && !is_unsure_) {
      const size_t end = std::min(text_.find('\n', begin), text_.size());
      Line(begin, end);
      begin = end + 1;
    }
    if (!is_unsure_ && faults_.size() < kMostFaults && !open_.empty()) {
      NeverClosed(open_.back());
    }
    return is_unsure_ ? std::vector<Fault>() : std::move(faults_);
  }

 private:
  void Line(size_t begin, size_t end) {
    while (end > begin && IsBlankOrBreak(text_[end - 1])) {
      --end;
    }
    size_t at = begin;
    while (at < end && IsBlank(text_[at])) {
      ++at;
    }
    column_ = at - begin;
    line_end_ = end;
    is_first_ = true;
    last_ = 0;
    while (at < end && faults_.size() < kMostFaults) {
      if (IsBlank(text_[at])) {
        ++at;
        continue;
      }
      if (text_[at] == '#' || text_.substr(at, 2) == "//") {
        return;
      }
      at = Token(at);
      is_first_ = false;
    }
    if (!open_.empty() && last_ == ':' && open_.back().column < column_) {
      open_.back().bare_key = end - 1;
      open_.back().bare_column = column_;
    }
  }

  // Gives where the next one begins.
  size_t Token(size_t at) {
    const char c = text_[at];
    before_ = std::exchange(last_, c);
    if (c == '"') {
      return Text(at);
    }
    if (IsOpening(c)) {
      open_.push_back({c, at, column_, at + 1 == line_end_});
      return at + 1;
    }
    if (IsClosing(c)) {
      Close(at);
      return at + 1;
    }
    if (c == '\'') {
      const size_t end = text_.substr(0, line_end_).find('\'', at + 1);
      return end == std::string_view::npos ? line_end_ : end + 1;
    }
    return c == ',' || c == ':' ? at + 1 : Word(at);
  }

  // What has no quotes. Behind a comma, at the end of its line, it is no entry of an object.
  size_t Word(size_t at) {
    size_t end = at;
    while (end < line_end_ && !IsBlank(text_[end]) &&
           std::string_view(",:\"[]{}").find(text_[end]) == std::string_view::npos) {
      ++end;
    }
    const bool is_entry = open_.empty() || open_.back().bracket != '{' || !open_.back().ends_line;
    if (before_ == ',' && end == line_end_ && !is_entry) {
      Report(diag::Kind::kYamlSyntax, at, "nothing can follow this comma on its line", "", "delete it");
      faults_.back().at.end += static_cast<uint32_t>(end - at - 1);
    }
    return std::max(end, at + 1);
  }

  size_t Text(size_t at) {
    if (is_first_) {
      CloseBelow(at);
    }
    size_t end = at + 1;
    while (end < line_end_ && text_[end] != '"') {
      end += text_[end] == '\\' ? 2 : 1;
    }
    if (end >= line_end_) {
      Report(diag::Kind::kUnterminatedQuote, at, "this quoted string is never closed",
             "the string starts here", "end it with `\"`");
      // What it took along: a bracket behind a key.
      if (IsOpening(text_[line_end_ - 1]) && line_end_ > at + 1) {
        open_.push_back({text_[line_end_ - 1], line_end_ - 1, column_, true});
      }
      return line_end_;
    }
    return end + 1;
  }

  // At the first text of a line, a key: in the column of a list's own line or further out the list has ended.
  void CloseBelow(size_t at) {
    const size_t end = text_.substr(0, line_end_).find('"', at + 1);
    const bool is_key =
        end != std::string_view::npos && text_.substr(end + 1, line_end_ - end - 1).starts_with(':');
    while (is_key && open_.size() > 1 && open_.back().bracket == '[' && open_.back().ends_line &&
           open_.back().column >= column_ && faults_.size() < kMostFaults) {
      NeverClosed(open_.back());
      open_.pop_back();
    }
  }

  void Close(size_t at) {
    const bool is_placed = is_first_ && !open_.empty() && open_.back().ends_line;
    while (is_placed && open_.size() > 1 && open_.back().column > column_) {
      NeverClosed(open_.back());
      open_.pop_back();
      if (!open_.back().ends_line || faults_.size() >= kMostFaults) {
        break;
      }
    }
    if (open_.empty() || (is_placed && open_.back().ends_line && open_.back().column < column_)) {
      ClosesTooMuch(at);
      return;
    }
    // One that was opened on the line of other text, and is not closed there.
    if (is_first_ && open_.size() > 1 && !open_.back().ends_line &&
        text_[at] != ClosingOf(open_.back().bracket) && open_[open_.size() - 2].column == column_) {
      NeverClosed(open_.back());
      open_.pop_back();
    }
    const Open open = open_.back();
    open_.pop_back();
    if (text_[at] == ClosingOf(open.bracket)) {
      return;
    }
    is_unsure_ = is_unsure_ || !is_first_;  // on one line nobody can tell which of both is meant
    Report(diag::Kind::kYamlSyntax, at,
           std::string("expected `") + ClosingOf(open.bracket) + "`, for that is what the `" + open.bracket +
               "` needs",
           "", "");
    faults_.back().related = SpanOf(open.at);
    faults_.back().related_text = "it begins here";
  }

  // A bracket further in than what it would close: the opening one is missing in its column, or it is one too
  // many.
  void ClosesTooMuch(size_t at) {
    const std::string bracket(1, text_[at]);
    if (!open_.empty() && open_.back().bare_key > open_.back().at && open_.back().bare_column == column_) {
      const char opening = text_[at] == '}' ? '{' : '[';
      Report(diag::Kind::kYamlSyntax, open_.back().bare_key,
             std::string("a `") + opening + "` is missing behind this colon", "",
             std::string("write `") + opening + "` behind it");
      faults_.back().related = SpanOf(at);
      faults_.back().related_text = "it would end here";
      open_.back().bare_key = 0;
      return;
    }
    Report(diag::Kind::kYamlSyntax, at, "this `" + bracket + "` closes nothing", "", "delete it");
  }

  void NeverClosed(const Open& open) {
    const std::string bracket(1, open.bracket);
    Report(diag::Kind::kUnclosedFlow, open.at, "this `" + bracket + "` is never closed", "",
           std::string("add a `") + ClosingOf(open.bracket) + "`");
  }

  void Report(diag::Kind kind, size_t at, std::string message, std::string label, std::string hint) {
    faults_.push_back({kind, SpanOf(at), std::move(message), std::move(label), {}, {}, std::move(hint)});
  }

  source::Span SpanOf(size_t at) const {
    const uint32_t begin = base_ + static_cast<uint32_t>(at);
    return {begin, begin + 1};
  }

  std::string_view text_;
  uint32_t base_;
  std::vector<Open> open_;
  std::vector<Fault> faults_;
  size_t column_ = 0;    // of the line's first character
  size_t line_end_ = 0;  // behind its last
  bool is_first_ = false;
  char last_ = 0;    // with which the last token begins
  char before_ = 0;  // and that before it, on the same line
  bool is_unsure_ = false;
};

bool IsOfStructure(const Fault& fault) {
  return fault.kind == diag::Kind::kYamlSyntax || fault.kind == diag::Kind::kUnterminatedQuote ||
         fault.kind == diag::Kind::kUnclosedFlow || fault.kind == diag::Kind::kBadIndent;
}

}  // namespace

bool IsJsonText(const source::SourceFile& file) {
  const std::string_view text = file.text();
  size_t at = text.find_first_not_of(" \t\r\n");
  if (at == std::string_view::npos || !IsOpening(text[at])) {
    return false;
  }
  at = text.find_first_not_of(" \t\r\n", at + 1);
  return at != std::string_view::npos && (text[at] == '"' || IsOpening(text[at]));
}

void DiagnoseJson(const source::SourceFile& file, EventStream* stream) {
  const bool is_limited = std::any_of(stream->faults.begin(), stream->faults.end(), [](const Fault& fault) {
    return fault.kind == diag::Kind::kLimitDepth || fault.kind == diag::Kind::kLimitCallDepth;
  });
  if (is_limited) {
    return;
  }
  std::vector<Fault> found = JsonLines(file).Read();
  if (found.empty()) {
    return;
  }
  std::erase_if(stream->faults, IsOfStructure);
  std::move(found.begin(), found.end(), std::back_inserter(stream->faults));
  Event start{};
  start.span = {file.base(), file.base()};
  Event lost{};
  lost.kind = EventKind::kScalar;
  lost.is_absent = true;
  lost.gap = value::Gap::kAll;
  lost.span = start.span;
  Event end{};
  end.kind = EventKind::kDocumentEnd;
  end.span = {file.span().end, file.span().end};
  stream->events = {start, lost, end};
  stream->comments.clear();
  stream->dashes.clear();
  stream->tag_directives.clear();
}

}  // namespace kval::yaml

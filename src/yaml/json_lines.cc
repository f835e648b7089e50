#include "src/yaml/json_lines.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "src/yaml/characters.h"
#include "src/yaml/json_brackets.h"

namespace kval::yaml {
namespace {

constexpr size_t kMaxSyntaxErrors = 20;

// The first of the lines that are indented so far, since one that is indented less.
struct Level {
  size_t column = 0;
  size_t following = 0;  // the end of the text above it
};

// A bracket that is open.
struct OpenBracket {
  char bracket = 0;
  size_t at = 0;
  size_t column = 0;       // of the first character of its line
  bool ends_line = false;  // nothing follows it there
  bool is_at_key = false;  // of `{`: no colon after the comma or bracket
  size_t bare_key = 0;     // the colon with which a line below ended, in the column `bare_column`; 0: none
  size_t bare_column = 0;
  std::vector<Level> levels = {};  // of the lines directly in it, the outermost first
};

struct Token {
  size_t begin = 0;
  size_t end = 0;
};

// Reads a text line by line.
class JsonLines {
 public:
  JsonLines(const source::SourceFile& file, size_t deepest)
      : text_(file.text()), base_(file.base()), deepest_(deepest), lack_(CountMissingBrackets(text_)) {}

  JsonErrors Read() {
    size_t begin = 0;
    while (begin < text_.size() && errors_.size() < kMaxSyntaxErrors && !is_unsure_) {
      const size_t end = std::min(text_.find('\n', begin), text_.size());
      Line(begin, end);
      begin = end + 1;
    }
    if (is_unsure_) {
      return {};
    }
    if (errors_.size() < kMaxSyntaxErrors && !open_.empty()) {
      RecoverUnclosed(open_.back());
      while (!open_.empty()) {
        Fix(text_.size(), 0, std::string(1, ClosingOf(open_.back().bracket)), true);
        open_.pop_back();
      }
    }
    return {std::move(errors_), std::move(edits_)};
  }

 private:
  void Line(size_t begin, size_t end) {
    while (end > begin && IsSpaceOrBreak(text_[end - 1])) {
      --end;
    }
    size_t at = begin;
    while (at < end && IsSpaceOrTab(text_[at])) {
      ++at;
    }
    column_ = at - begin;
    line_end_ = end;
    is_first_ = true;
    has_closers_only_ = true;
    last_ = 0;
    while (at < end && errors_.size() < kMaxSyntaxErrors && !is_unsure_) {
      if (IsSpaceOrTab(text_[at])) {
        ++at;
        continue;
      }
      if (text_[at] == '#' || text_.substr(at, 2) == "//") {
        return;
      }
      at = ReadToken(at);
      is_first_ = false;
    }
    if (!open_.empty() && last_ == ':' && open_.back().column < column_) {
      open_.back().bare_key = end - 1;
      open_.back().bare_column = column_;
    }
  }

  // Gives where the next one begins.
  size_t ReadToken(size_t at) {
    const char c = text_[at];
    const bool is_node = c != ',' && c != ':' && !IsClosing(c);
    if (const size_t colon = is_node ? ColonOfOpenKey(at) : 0; colon != 0) {
      Report(diag::Kind::kUnterminatedQuote, token_.begin, "this quoted string is never closed",
             "the string starts here", "end it with `\"`");
      Fix(colon, 0, "\"");
      token_.end = colon;
      return colon;
    }
    if (is_node && !(is_first_ && CloseBelow(at))) {
      Separate(at);
    }
    if (is_node && is_first_) {
      NoteLevel();
    }
    before_ = std::exchange(last_, c);
    previous_ = std::exchange(token_, {at, at});
    const size_t end = TokenAt(at);
    token_.end = token_.begin == at ? end : token_.end;
    has_closers_only_ = has_closers_only_ && IsClosing(c);
    return end;
  }

  // Behind `"a: "`, where `x"` goes on: the colon that the key took along; else 0.
  size_t ColonOfOpenKey(size_t at) const {
    const bool is_key = !open_.empty() && open_.back().bracket == '{' && open_.back().is_at_key;
    if (!is_key || token_.end != at || at == 0 || text_[token_.begin] != '"') {
      return 0;
    }
    const size_t last = text_.substr(0, at - 1).find_last_not_of(" \t");
    return last != std::string_view::npos && last > token_.begin && text_[last] == ':' ? last : 0;
  }

  // At what begins an item, a key or a value: whether a comma or a colon is missing in front of it.
  void Separate(size_t at) {
    const bool is_after_word = !EndsText();
    const bool is_word = text_[at] != '"' && !IsOpening(text_[at]);
    if (open_.empty() || (is_after_word && (is_word || !IsAfterLiteral()))) {
      return;  // words in a row are one text
    }
    const bool is_after_key = open_.back().bracket == '{' && open_.back().is_at_key;
    // `"a: "x"`: it is a quote that is missing; a key alone on its line may be anything.
    if ((is_word && token_.end == at) || (is_after_key && is_first_)) {
      is_unsure_ = true;
      return;
    }
    Report(diag::Kind::kYamlSyntax, token_.end,
           is_after_key ? "`:` is missing after this key" : "`,` is missing here", "",
           is_after_key ? "add a `:`" : "add a `,`",
           is_after_key ? SyntaxRepair::kInsertColon : SyntaxRepair::kInsertComma);
    errors_.back().at.end = errors_.back().at.begin;
    Fix(token_.end, 0, is_after_key ? ": " : ",");
    open_.back().is_at_key = !is_after_key;
  }

  // Whether the last token ends a text in quotes or a collection.
  bool EndsText() const {
    return token_.end > token_.begin && (text_[token_.begin] == '"' || IsClosing(text_[token_.begin]));
  }
  // Whether it is a number, or a word that JSON has, on a line above.
  bool IsAfterLiteral() const {
    const std::string_view word = text_.substr(token_.begin, token_.end - token_.begin);
    const bool is_number = word.find_first_not_of("+-.0123456789eE") == std::string_view::npos;
    return is_first_ && !word.empty() && (is_number || word == "true" || word == "false" || word == "null");
  }

  size_t TokenAt(size_t at) {
    const char c = text_[at];
    if (c == '"') {
      return Text(at);
    }
    if (IsOpening(c)) {
      Open(at);
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
    if (c != ',' && c != ':') {
      return Word(at);
    }
    if (!open_.empty()) {
      open_.back().is_at_key = c == ',';
    }
    return at + 1;
  }

  void Open(size_t at) {
    is_unsure_ = is_unsure_ || open_.size() >= deepest_;
    open_.push_back({text_[at], at, column_, at + 1 == line_end_, true});
  }

  // What has no quotes. Behind a comma, at the end of its line, it is no entry of an object.
  size_t Word(size_t at) {
    size_t end = at;
    while (end < line_end_ && !IsSpaceOrTab(text_[end]) &&
           std::string_view(",:\"[]{}").find(text_[end]) == std::string_view::npos) {
      ++end;
    }
    const bool is_entry = open_.empty() || open_.back().bracket != '{' || !open_.back().ends_line;
    if (before_ == ',' && end == line_end_ && !is_entry) {
      Report(diag::Kind::kYamlSyntax, at, "nothing can follow this comma on its line", "", "delete it",
             SyntaxRepair::kDeleteLine);
      errors_.back().at.end += static_cast<uint32_t>(end - at - 1);
      Fix(at, end - at, "");
      token_ = previous_;
    }
    return std::max(end, at + 1);
  }

  size_t Text(size_t at) {
    size_t end = at + 1;
    while (end < line_end_ && text_[end] != '"') {
      end += text_[end] == '\\' ? 2 : 1;
    }
    if (end >= line_end_) {
      Report(diag::Kind::kUnterminatedQuote, at, "this quoted string is never closed",
             "the string starts here", "end it with `\"`");
      return TakenAlong(at);
    }
    return end + 1;
  }

  // Behind a text that is never closed: the comma or the bracket at the end of its line is none of it.
  size_t TakenAlong(size_t at) {
    const char last = line_end_ > at + 1 ? text_[line_end_ - 1] : ' ';
    const bool opens = IsOpening(last);
    size_t end = line_end_ - (opens || last == ',' ? 1 : 0);
    while (end > at + 1 && IsSpaceOrTab(text_[end - 1])) {
      --end;
    }
    // A key, with its colon in front of the bracket or of what may be a value.
    const std::string_view content = text_.substr(at + 1, end - at - 1);
    const size_t colon = content.find(':');
    const bool is_key = !open_.empty() && open_.back().bracket == '{' && open_.back().is_at_key &&
                        colon != std::string_view::npos;
    Fix(is_key ? at + 1 + colon : end, 0, "\"", !is_key);
    if (opens || last == ',') {
      token_ = {line_end_ - 1, line_end_};
    }
    if (opens) {
      Open(line_end_ - 1);
    } else if (!open_.empty()) {
      open_.back().is_at_key = last == ',';
    }
    return line_end_;
  }

  // At what begins a line: in the column of the line of a bracket that is open, or further out, its
  // collection has ended, if brackets are missing or this is a key below items. Whether there is one.
  bool CloseBelow(size_t at) {
    const size_t end =
        text_[at] == '"' ? text_.substr(0, line_end_).find('"', at + 1) : std::string_view::npos;
    const bool is_key =
        end != std::string_view::npos && text_.substr(end + 1, line_end_ - end - 1).starts_with(':');
    bool has_closed = false;
    while (open_.size() > 1 && open_.back().ends_line && open_.back().column >= column_ &&
           ((is_key && open_.back().bracket == '[') || lack_.Of(open_.back().bracket) > 0) &&
           errors_.size() < kMaxSyntaxErrors) {
      RecoverUnclosed(open_.back());
      CloseBefore(token_);
      has_closed = true;
    }
    if (has_closed && text_[token_.begin] != ',') {
      Fix(token_.end, 0, ",");
    }
    if (has_closed) {
      open_.back().is_at_key = true;
    }
    return has_closed;
  }

  void NoteLevel() {
    std::vector<Level>& levels = open_.empty() ? levels_ : open_.back().levels;
    while (!levels.empty() && levels.back().column > column_) {
      levels.pop_back();
    }
    if (levels.empty() || levels.back().column < column_) {
      levels.push_back({column_, token_.end});
    }
  }

  // Closes the innermost bracket behind a token, or in front of a comma.
  void CloseBefore(const Token& token) {
    const bool is_comma = token.end > token.begin && text_[token.begin] == ',';
    --lack_.Of(open_.back().bracket);
    Fix(is_comma ? token.begin : token.end, 0, std::string(1, ClosingOf(open_.back().bracket)), true);
    open_.pop_back();
  }

  void Close(size_t at) {
    const bool is_too_many = has_closers_only_ && lack_.Of(text_[at]) < 0;
    const bool is_placed = (is_first_ || is_too_many) && !open_.empty() && open_.back().ends_line;
    while (is_placed && open_.size() > 1 && open_.back().column > column_) {
      RecoverUnclosed(open_.back());
      CloseBefore(previous_);
      if (!open_.back().ends_line || errors_.size() >= kMaxSyntaxErrors) {
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
      RecoverUnclosed(open_.back());
      CloseBefore(previous_);
    }
    const OpenBracket open = open_.back();
    open_.pop_back();
    if (text_[at] == ClosingOf(open.bracket)) {
      return;
    }
    is_unsure_ = is_unsure_ || !is_first_;  // on one line the intention is unknown
    Report(diag::Kind::kYamlSyntax, at,
           std::string("expected `") + ClosingOf(open.bracket) + "` to close this `" + open.bracket + "`", "",
           "");
    errors_.back().related = SpanOf(open.at);
    errors_.back().related_text = "it begins here";
    Fix(at, 1, std::string(1, ClosingOf(open.bracket)));
    ++lack_.Of(text_[at]);
    --lack_.Of(open.bracket);
  }

  // A bracket deeper than the one that it would close: the opening one is missing, in its column or before
  // deeper lines, or this one is surplus.
  void ClosesTooMuch(size_t at) {
    ++lack_.Of(text_[at]);
    const std::string opening(1, text_[at] == '}' ? '{' : '[');
    if (!open_.empty() && open_.back().bare_key > open_.back().at && open_.back().bare_column == column_) {
      Report(diag::Kind::kYamlSyntax, open_.back().bare_key,
             "a `" + opening + "` is missing after this colon", "", "write `" + opening + "` after it");
      errors_.back().related = SpanOf(at);
      errors_.back().related_text = "it would end here";
      Fix(open_.back().bare_key + 1, 0, opening);
      open_.back().bare_key = 0;
      return;
    }
    const std::vector<Level>& levels = open_.empty() ? levels_ : open_.back().levels;
    const auto deeper = std::ranges::upper_bound(levels, column_, {}, &Level::column);
    if (deeper != levels.end()) {
      Report(diag::Kind::kYamlSyntax, deeper->following, "a `" + opening + "` is missing here", "",
             "add a `" + opening + "`");
      errors_.back().at.end = errors_.back().at.begin;
      errors_.back().related = SpanOf(at);
      errors_.back().related_text = "it would end here";
      Fix(deeper->following, 0, opening);
      return;
    }
    Report(diag::Kind::kYamlSyntax, at,
           "this `" + std::string(1, text_[at]) + "` has no matching opening bracket", "", "delete it",
           SyntaxRepair::kDeleteLine);
    Fix(at, 1, "");
  }

  void RecoverUnclosed(const OpenBracket& open) {
    const std::string bracket(1, open.bracket);
    Report(diag::Kind::kUnclosedFlow, open.at, "this `" + bracket + "` is never closed", "",
           std::string("add a `") + ClosingOf(open.bracket) + "`");
  }

  void Report(diag::Kind kind, size_t at, std::string message, std::string label, std::string hint,
              SyntaxRepair repair = SyntaxRepair::kNone) {
    errors_.push_back(
        {kind, SpanOf(at), std::move(message), std::move(label), {}, {}, std::move(hint), {}, repair});
  }

  void Fix(size_t at, size_t removed, std::string inserted, bool is_guess = false) {
    edits_.push_back({at, removed, std::move(inserted), is_guess});
  }

  source::Span SpanOf(size_t at) const {
    const uint32_t begin = base_ + static_cast<uint32_t>(at);
    return {begin, begin + 1};
  }

  std::string_view text_;
  uint32_t base_;
  size_t deepest_;
  std::vector<OpenBracket> open_;
  std::vector<SyntaxError> errors_;
  std::vector<TextEdit> edits_;
  BracketDeficit lack_;
  std::vector<Level> levels_;  // of the lines that are in no bracket
  Token token_;                // the last one, of any line
  Token previous_;             // and that before it
  size_t column_ = 0;          // of the line's first character
  size_t line_end_ = 0;        // behind its last
  bool is_first_ = false;
  bool has_closers_only_ = false;
  char last_ = 0;    // with which the last token begins
  char before_ = 0;  // and that before it, on the same line
  bool is_unsure_ = false;
};

}  // namespace

JsonErrors FindJsonErrors(const source::SourceFile& file, size_t deepest) {
  return JsonLines(file, deepest).Read();
}

}  // namespace kval::yaml

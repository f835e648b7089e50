#include "src/lsp/cursor_scan.h"

#include <algorithm>

namespace kval::lsp {
namespace {

constexpr size_t kNone = std::string_view::npos;

bool IsBlank(char c) {
  return c == ' ' || c == '\t';
}

bool IsBreak(char c) {
  return c == '\n' || c == '\r';
}

size_t EndOfLine(std::string_view text, size_t at) {
  return std::min(text.find_first_of("\r\n", at), text.size());
}

// Reads the characters before a position.
class CursorScan {
 public:
  CursorScan(std::string_view text, size_t end) : text_(text), end_(end) {}

  CursorSurroundings Run() {
    while (at_ < end_ && !found_.is_text && !found_.quote) {
      if (at_ == 0 || text_[at_ - 1] == '\n') {
        BeginLine();
      } else {
        Read(text_[at_]);
      }
    }
    const bool is_at_line_start = at_ == end_ && end_ > 0 && text_[end_ - 1] == '\n';
    if (is_at_line_start && !brackets_.empty() && !found_.is_text && !found_.quote &&
        EndsUnclosedFlow(std::min(text_.find_first_not_of(' ', at_), text_.size()), EndOfLine(text_, at_))) {
      EndFlow();
    }
    found_.brackets = brackets_;
    found_.is_flow_value = !brackets_.empty() && values_.back() == '1';
    return found_;
  }

 private:
  void BeginLine() {
    const size_t content = std::min(text_.find_first_not_of(' ', at_), text_.size());
    const size_t end = EndOfLine(text_, at_);
    const std::string_view line = text_.substr(at_, end - at_);
    if (block_indentation_ != kNone) {
      const bool is_inside = content >= end || content - at_ >= block_indentation_;
      if (is_inside) {
        // A cursor left of the text, in an empty line, is after the scalar.
        found_.is_text = end_ <= end && end_ - at_ >= block_indentation_;
        if (found_.is_text) {
          found_.block_scalar = block_header_;
          found_.block_indentation = block_indentation_;
        }
        at_ = end + 1;
        return;
      }
      block_indentation_ = kNone;
    }
    if (line.starts_with("---") || line.starts_with("...")) {
      brackets_.clear();
      values_.clear();
    }
    if (!brackets_.empty() && EndsUnclosedFlow(content, end)) {
      EndFlow();
    }
    is_start_ = true;
    entry_ = 0;
    line_ = dashes_end_ = at_;
    if (at_ < end) {
      Read(text_[at_]);
    } else {
      at_ = std::max(end, at_) + 1;
    }
  }

  // Whether a line within a flow collection is the next entry, because the collection is never closed.
  bool EndsUnclosedFlow(size_t content, size_t end) {
    const bool has_cursor = end_ <= end;
    const size_t column = content < end ? content - at_ : end_ - at_;
    const bool is_entry = content < end ? std::string_view("]},").find(text_[content]) == kNone : has_cursor;
    if (!is_entry || flow_entry_ == kNone || column > flow_entry_) {
      return false;
    }
    const bool is_closed = IsFlowClosed(text_, at_, brackets_);
    flow_entry_ = is_closed ? kNone : flow_entry_;  // looked for once
    return !is_closed;
  }

  void EndFlow() {
    found_.unclosed_end = flow_end_;
    found_.closers.clear();
    std::for_each(brackets_.rbegin(), brackets_.rend(),
                  [this](char open) { found_.closers += open == '{' ? '}' : ']'; });
    brackets_.clear();
    values_.clear();
  }

  void Read(char c) {
    if (IsBlank(c) || IsBreak(c)) {
      ++at_;
    } else if (c == '#' && (at_ == 0 || IsBlank(text_[at_ - 1]) || IsBreak(text_[at_ - 1]))) {
      const size_t end = EndOfLine(text_, at_);
      found_.is_text = end_ > at_ && end_ <= end;
      at_ = end;
    } else if ((c == '"' || c == '\'') && is_start_) {
      ReadQuoted();
    } else if (brackets_.empty()) {
      ReadBlock(c);
    } else {
      ReadFlow(c);
    }
  }

  void ReadQuoted() {
    const std::optional<size_t> close = ClosingQuote(text_, at_);
    const size_t end = close ? *close : EndOfLine(text_, at_);
    if (end_ > at_ && end_ <= end) {
      found_.quote = at_;
      found_.quote_end = close;
      return;
    }
    // Without a closing quote in its line it is a scalar of several lines, or not complete yet.
    flow_end_ = at_ = close ? *close + 1 : end;
    is_start_ = false;
    is_after_quote_ = true;
  }

  void ReadBlock(char c) {
    const bool is_last = at_ + 1 >= text_.size() || IsBlank(text_[at_ + 1]) || IsBreak(text_[at_ + 1]);
    if ((c == '[' || c == '{') && is_start_) {
      Open(c);
    } else if ((c == '&' || c == '!') && is_start_) {
      at_ = std::min(text_.find_first_of(" \t\r\n", at_), text_.size());  // a property of the node
    } else if ((c == '|' || c == '>') && is_start_ && IsBlockHeader()) {
      block_indentation_ = entry_ + 1;
      block_header_ = at_;
      at_ = EndOfLine(text_, at_);
    } else {
      if (c == '-' && is_start_ && is_last && IsBeforeContent()) {
        entry_ = at_ - line_;
      } else if (is_start_ && IsBeforeContent()) {
        entry_ = at_ - line_;
        content_ = at_;
      }
      is_start_ = (c == '-' || c == ':' || c == '?') && is_last;
      ++at_;
    }
  }

  // Whether only item dashes precede the position in its line.
  bool IsBeforeContent() {
    while (dashes_end_ < at_ && (text_[dashes_end_] == ' ' || text_[dashes_end_] == '-')) {
      ++dashes_end_;
    }
    return dashes_end_ == at_;
  }

  // The rest of the line is the header of a block scalar.
  bool IsBlockHeader() const {
    const size_t end = EndOfLine(text_, at_);
    const size_t rest = text_.find_first_not_of("|>+-0123456789", at_);
    return rest == kNone || rest >= end || IsBlank(text_[rest]);
  }

  void ReadFlow(char c) {
    const char next = at_ + 1 < text_.size() ? text_[at_ + 1] : '\n';
    const bool ends_key = IsBlank(next) || IsBreak(next) || std::string_view(",[]{}").find(next) != kNone;
    if (c == '[' || c == '{') {
      Open(c);
      return;
    }
    if (c == ']' || c == '}') {
      brackets_.pop_back();
      values_.pop_back();
    } else if (c == ',') {
      values_.back() = '0';
    } else if (c != ':' || !(ends_key || is_after_quote_)) {
      is_start_ = is_after_quote_ = false;
      flow_end_ = ++at_;
      return;
    } else {
      values_.back() = brackets_.back() == '{' ? '1' : '0';
    }
    is_start_ = true;
    is_after_quote_ = false;
    found_.flow_begin = flow_end_ = ++at_;
  }

  void Open(char bracket) {
    if (brackets_.empty()) {
      const bool is_value = line_ + entry_ < at_;  // of a key or item
      flow_entry_ = is_value ? entry_ : kNone;
    }
    brackets_ += bracket;
    values_ += '0';
    is_start_ = true;
    found_.flow_begin = flow_end_ = ++at_;
  }

  std::string_view text_;
  size_t end_;
  size_t at_ = 0;
  size_t line_ = 0;                   // where the line begins
  size_t dashes_end_ = 0;             // only item dashes and spaces are before, as far as it was looked for
  size_t content_ = 0;                // the content of the line
  size_t entry_ = 0;                  // the column of its key, or of its last dash
  size_t block_indentation_ = kNone;  // of a block scalar's text, at least
  size_t block_header_ = 0;
  size_t flow_entry_ = kNone;  // the column of the entry whose value is the open flow collection
  size_t flow_end_ = 0;        // after its last token
  bool is_start_ = true;       // a token may begin here
  bool is_after_quote_ = false;
  std::string brackets_, values_;  // for each bracket whether a value of a mapping is read: '1'
  CursorSurroundings found_;
};

}  // namespace

CursorSurroundings ScanTo(std::string_view text, size_t at) {
  return CursorScan(text, std::min(at, text.size())).Run();
}

std::optional<size_t> ClosingQuote(std::string_view text, size_t opening) {
  const char quote = text[opening];
  for (size_t at = opening + 1; at < text.size() && !IsBreak(text[at]); ++at) {
    const bool has_next = at + 1 < text.size() && !IsBreak(text[at + 1]);
    const bool is_doubled = text[at] == quote && quote == '\'' && has_next && text[at + 1] == quote;
    if (is_doubled || (text[at] == '\\' && quote == '"' && has_next)) {
      ++at;
    } else if (text[at] == quote) {
      return at;
    }
  }
  return std::nullopt;
}

bool IsFlowClosed(std::string_view text, size_t from, std::string brackets) {
  bool is_start = false;
  for (size_t at = from; at < text.size() && !brackets.empty(); ++at) {
    const char c = text[at];
    if (at > 0 && text[at - 1] == '\n' && !IsBlank(c) && !IsBreak(c) &&
        std::string_view("]},").find(c) == kNone) {
      return false;
    }
    if (c == '#' && is_start) {
      at = EndOfLine(text, at);
    } else if ((c == '"' || c == '\'') && is_start) {
      at = ClosingQuote(text, at).value_or(at);
    } else if (c == '[' || c == '{') {
      brackets += c;
    } else if (c == ']' || c == '}') {
      brackets.pop_back();
    }
    is_start = IsBlank(c) || IsBreak(c) || std::string_view("[{,:").find(c) != kNone;
  }
  return brackets.empty();
}

}  // namespace kval::lsp

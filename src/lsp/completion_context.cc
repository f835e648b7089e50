#include "src/lsp/completion_context.h"

#include <algorithm>
#include <optional>

#include "src/lsp/cursor_scan.h"

namespace kval::lsp {
namespace {

using Part = CompletionContext::Part;

constexpr size_t kNone = std::string_view::npos;
// Characters that no plain scalar begins with, and quotes.
constexpr std::string_view kOther = "#{}[]\"'&*!|>%@`?,";
constexpr std::string_view kPlaceholder = "_";

// Returns the offset of the content of a line, after spaces and item dashes.
size_t ContentOf(std::string_view line) {
  size_t at = 0;
  while (true) {
    at = std::min(line.find_first_not_of(' ', at), line.size());
    const bool is_dash =
        at < line.size() && line[at] == '-' && (at + 1 == line.size() || line[at + 1] == ' ');
    if (!is_dash) {
      return at;
    }
    ++at;
  }
}

// The colon that ends the line's key; npos if there is none.
size_t ColonOf(std::string_view line, size_t from) {
  const bool is_quoted = from < line.size() && (line[from] == '"' || line[from] == '\'');
  const size_t after = is_quoted ? ClosingQuote(line, from).value_or(from) : from;
  for (size_t at = line.find(':', after); at != kNone; at = line.find(':', at + 1)) {
    if (at + 1 == line.size() || line[at + 1] == ' ') {
      return at;
    }
  }
  return kNone;
}

// The offset after the anchor and the tag at the beginning of a value, and the spaces after them.
size_t AfterProperties(std::string_view line, size_t from) {
  while (from < line.size() && (line[from] == '&' || line[from] == '!')) {
    const size_t end = line.find(' ', from);
    if (end == kNone) {
      return from;  // it is still typed
    }
    from = std::min(line.find_first_not_of(' ', end), line.size());
  }
  return from;
}

// The end of a plain scalar: before a comment and spaces.
size_t EndOfPlain(std::string_view line, size_t from) {
  size_t end = std::min(line.find(" #", from), line.size());
  while (end > from && line[end - 1] == ' ') {
    --end;
  }
  return end;
}

class ContextFinder {
 public:
  ContextFinder(std::string_view text, size_t at) : text_(text), at_(at), around_(ScanTo(text, at)) {
    const size_t before = text.substr(0, at).rfind('\n');
    begin_ = before == kNone ? 0 : before + 1;
    end_ = std::min(text.find_first_of("\r\n", at), text.size());
    line_ = text.substr(begin_, end_ - begin_);
  }

  std::vector<CompletionContext> Find() {
    if (around_.is_text) {
      return {};
    }
    if (around_.quote) {
      FindQuoted(*around_.quote, around_.quote_end);
    } else if (!around_.brackets.empty()) {
      FindInFlow();
    } else {
      FindInBlock();
    }
    return std::move(found_);
  }

 private:
  // Adds a context whose completed text has `with` in place of [begin, end), which begins at the word.
  void Add(CompletionContext context, size_t begin, size_t end, const std::string& with) {
    context.at = begin + around_.closers.size();
    context.completed_text = text_;
    context.completed_text.replace(begin, end - begin, with);
    context.completed_text.insert(around_.unclosed_end, around_.closers);
    found_.push_back(std::move(context));
  }

  // Brackets that are missing after the word.
  std::string Closers(size_t from) const {
    std::string closers;
    if (!IsFlowClosed(text_, from, around_.brackets)) {
      std::for_each(around_.brackets.rbegin(), around_.brackets.rend(),
                    [&](char open) { closers += open == '{' ? '}' : ']'; });
    }
    return closers;
  }

  bool IsFlowKey() const { return around_.brackets.back() == '{' && !around_.is_flow_value; }

  bool IsColonAt(size_t at) const {
    at = std::min(text_.find_first_not_of(' ', at), text_.size());
    return at < text_.size() && text_[at] == ':';
  }

  void FindQuoted(size_t quote, std::optional<size_t> close) {
    CompletionContext context;
    context.quote = text_[quote];
    context.begin = quote + 1;
    context.end = close.value_or(end_);
    context.is_flow = !around_.brackets.empty();
    context.indentation = quote - begin_;
    const size_t after = close ? *close + 1 : end_;
    std::string word(text_.substr(quote, context.end - quote));
    word += context.quote;
    context.has_colon = IsColonAt(after);
    const bool is_key = context.is_flow ? IsFlowKey() : ContentOf(line_) == quote - begin_;
    if (is_key) {
      context.part = Part::kKey;
      Add(context, quote, after, word + (context.has_colon ? "" : ": ") + (close ? "" : Closers(after)));
    }
    if (!is_key || !(context.is_flow || context.has_colon)) {
      context.part = Part::kValue;
      Add(context, quote, after, word + (close ? "" : Closers(after)));
    }
  }

  void FindInFlow() {
    CompletionContext context;
    context.is_flow = true;
    const size_t first = std::max(around_.flow_begin, begin_);
    context.begin = std::min(std::min(text_.find_first_not_of(' ', first), text_.size()), at_);
    if (context.begin < at_ && kOther.find(text_[context.begin]) != kNone) {
      return;
    }
    context.end = at_;
    while (context.end < end_ && !EndsFlowScalar(context.end)) {
      ++context.end;
    }
    context.end = std::max(at_, begin_ + EndOfPlain(text_.substr(begin_, context.end - begin_), 0));
    const bool is_first = context.begin == context.end;
    std::string word(is_first ? kPlaceholder : text_.substr(context.begin, context.end - context.begin));
    const bool is_glued = context.begin > 0 && text_[context.begin - 1] == ':';
    context.needs_blank = is_glued;
    context.has_colon = IsColonAt(context.end);
    if (IsFlowKey()) {
      context.part = Part::kKey;
      word += context.has_colon ? "" : ": ";
    } else {
      context.part = Part::kValue;
    }
    Add(context, context.begin, context.end, (is_glued ? " " : "") + word + Closers(context.end));
    found_.back().at += is_glued ? 1 : 0;
  }

  bool EndsFlowScalar(size_t at) const {
    const char c = text_[at];
    const bool is_colon =
        c == ':' && (at + 1 >= text_.size() || std::string_view(" ,[]{}\r\n").find(text_[at + 1]) != kNone);
    return is_colon || std::string_view(",[]{}").find(c) != kNone;
  }

  void FindInBlock() {
    const size_t column = at_ - begin_;
    // Spaces after the cursor are not indentation.
    if (line_.find_first_not_of(" -") == kNone && ContentOf(line_) > column) {
      line_ = line_.substr(0, column);
    }
    // A key may be written before a comment.
    const size_t comment = ContentOf(line_);
    const bool is_before_comment = comment < line_.size() && line_[comment] == '#' && column <= comment;
    if (is_before_comment) {
      line_ = line_.substr(0, column);
    }
    const size_t content = ContentOf(line_);
    const bool is_other = content < line_.size() && kOther.find(line_[content]) != kNone;
    const bool is_quoted = is_other && (line_[content] == '"' || line_[content] == '\'');
    if (column < content || (is_other && !is_quoted)) {
      return;
    }
    const size_t colon = ColonOf(line_, content);
    if (colon != kNone && column > colon) {
      AddBlockValue(colon, column);
    } else if (!is_quoted) {
      AddBlockWord(content, colon, column);
    }
  }

  // The value after the colon of the line's key.
  void AddBlockValue(size_t colon, size_t column) {
    const size_t value =
        AfterProperties(line_, std::min(line_.find_first_not_of(' ', colon + 1), line_.size()));
    const bool is_new = value == line_.size() || line_[value] == '#';
    if (!is_new && kOther.find(line_[value]) != kNone) {
      return;
    }
    CompletionContext context;
    context.part = Part::kValue;
    context.needs_blank = column == colon + 1;
    context.begin = begin_ + std::min(value, column);
    context.end = begin_ + (is_new ? column : std::max(column, EndOfPlain(line_, value)));
    std::string word(is_new ? kPlaceholder : line_.substr(value, EndOfPlain(line_, value) - value));
    Add(context, context.begin, context.end, (context.needs_blank ? " " : "") + word);
    found_.back().at += context.needs_blank ? 1 : 0;
  }

  // A word that is a key; without a colon perhaps a scalar.
  void AddBlockWord(size_t content, size_t colon, size_t column) {
    CompletionContext context;
    context.has_colon = colon != kNone;
    context.indentation = content;
    const size_t end = std::max(column, colon != kNone ? colon : EndOfPlain(line_, content));
    context.begin = begin_ + content;
    context.end = begin_ + end;
    const bool is_new = content == end;
    std::string word(is_new ? kPlaceholder : line_.substr(content, end - content));
    context.part = Part::kKey;
    const std::string_view space = context.end < text_.size() && text_[context.end] == '#' ? " " : "";
    Add(context, context.begin, context.end, word + (context.has_colon ? "" : ":") + std::string(space));
    if (!context.has_colon && IsAlone(content)) {
      context.part = Part::kValue;
      Add(context, context.begin, context.end, word + std::string(space));
    }
  }

  // Whether the line can be a whole item or value: it is an item, or the line before ends with a colon.
  bool IsAlone(size_t content) const {
    if (line_.substr(0, content).find('-') != kNone) {
      return true;
    }
    const size_t last = text_.substr(0, begin_).find_last_not_of(" \r\n");
    return last != kNone && text_[last] == ':';
  }

  std::string_view text_;
  size_t at_;
  CursorSurroundings around_;
  size_t begin_ = 0, end_ = 0;  // of the line
  std::string_view line_;
  std::vector<CompletionContext> found_;
};

}  // namespace

std::vector<CompletionContext> FindCompletionContexts(std::string_view text, size_t at) {
  return ContextFinder(text, at).Find();
}

}  // namespace kval::lsp

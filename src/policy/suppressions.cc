#include "src/policy/suppressions.h"

#include <algorithm>
#include <string_view>

#include "src/policy/rule_choice.h"
#include "src/support/text_search.h"

namespace kval::policy {
namespace {

using diag::Def;
using Text = std::string_view;

constexpr Def<Text> kUnused{diag::Kind::kUnusedSuppression,
                            "nothing here breaks {}, which this comment ignores"};
constexpr Def<> kUnusedAll{diag::Kind::kUnusedSuppression, "this comment ignores nothing"};
constexpr Def<Text> kNoRule{diag::Kind::kUnusedSuppression, "{} is no rule"};
constexpr Def<Text> kNeverIgnored{diag::Kind::kUnusedSuppression,
                                  "{} cannot be ignored: it says that something was not checked"};
constexpr Def<> kNamesNone{diag::Kind::kUnusedSuppression,
                           "this comment names no rule, so it ignores nothing"};

constexpr Text kMark = "kval: ignore";
constexpr Text kBlanks = " \t";

size_t IndentOf(Text line) {
  return std::min(line.find_first_not_of(kBlanks), line.size());
}
bool IsBlankOrComment(Text line) {
  const size_t indent = IndentOf(line);
  return indent == line.size() || line[indent] == '#';
}

// Where the comment begins that the mark stands in: at `#` or `#!` with nothing but blanks before the mark,
// and itself behind a blank or at the beginning of the line. npos: it is no comment.
size_t CommentOf(Text line, size_t mark) {
  size_t at = mark;
  while (at > 0 && kBlanks.find(line[at - 1]) != Text::npos) {
    --at;
  }
  at -= at > 0 && line[at - 1] == '!' ? 1 : 0;
  if (at == 0 || line[at - 1] != '#') {
    return Text::npos;
  }
  --at;
  return at == 0 || kBlanks.find(line[at - 1]) != Text::npos ? at : Text::npos;
}

// The line that a comment on a line of its own is about, and the block below it.
source::Span BlockBelow(const source::SourceFile& file, uint32_t line) {
  const uint32_t count = file.line_count();
  uint32_t first = line + 1;
  while (first <= count && IsBlankOrComment(file.Text(file.LineSpan(first)))) {
    ++first;
  }
  if (first > count) {
    return {};
  }
  const Text head = file.Text(file.LineSpan(first));
  const size_t indent = IndentOf(head);
  const bool may_hold_items = head.substr(indent, 1) != "-";
  uint32_t last = first;
  for (uint32_t next = first + 1; next <= count; ++next) {
    const Text text = file.Text(file.LineSpan(next));
    const size_t own = IndentOf(text);
    const bool is_item = may_hold_items && own == indent && text.substr(own).starts_with("- ");
    if (own == text.size() || own > indent || is_item) {
      last = next;
    } else {
      break;
    }
  }
  return {file.LineSpan(first).begin, file.LineSpan(last).end};
}

bool IsReason(Text word) {
  return word == "—" || word == "–" || word == "-" || word == "--" || word == ":" || word.starts_with("//");
}

bool IsWithin(source::Span at, source::Span reach) {
  return reach.has_value() && reach.begin <= at.begin && at.begin <= reach.end;
}

}  // namespace

Suppressions::Suppressions(const source::SourceMap& sources) : sources_(sources) {
  for (size_t i = 0; i < sources.file_count(); ++i) {
    ReadFile(sources.file(i));
  }
}

void Suppressions::ReadFile(const source::SourceFile& file) {
  const Text text = file.text();
  for (size_t at = FindText(text, kMark); at != Text::npos; at = FindText(text, kMark, at + 1)) {
    const uint32_t offset = file.base() + static_cast<uint32_t>(at);
    const uint32_t line = file.Locate(offset).line;
    const source::Span whole = file.LineSpan(line);
    const size_t begin = CommentOf(file.Text(whole), offset - whole.begin);
    if (begin != Text::npos) {
      ReadComment(file, line, begin);
    }
  }
}

void Suppressions::ReadComment(const source::SourceFile& file, uint32_t line, size_t begin) {
  const source::Span whole = file.LineSpan(line);
  const Text text = file.Text(whole);
  size_t at = text.find(kMark, begin) + kMark.size();
  Comment comment;
  comment.at = {whole.begin + static_cast<uint32_t>(begin), whole.end};
  comment.is_whole_file = text.substr(at).starts_with("-file");
  at += comment.is_whole_file ? Text("-file").size() : 0;
  if (comment.is_whole_file) {
    comment.reach = file.span();
  } else {
    const bool is_alone = IndentOf(text) == begin;
    comment.reach = is_alone ? BlockBelow(file, line) : whole;
  }
  while (at < text.size()) {
    at = std::min(text.find_first_not_of(" \t,", at), text.size());
    const Text word = text.substr(at, std::min(text.find_first_of(" \t,", at), text.size()) - at);
    if (word.empty() || IsReason(word)) {
      break;
    }
    const bool ends = word.ends_with(':');
    const Text name = word.substr(0, word.size() - (ends ? 1 : 0));
    const uint32_t place = whole.begin + static_cast<uint32_t>(at);
    Item item{{place, place + static_cast<uint32_t>(name.size())}, std::string(name), {}};
    if (Result<std::vector<diag::Kind>> kinds = RulesOf(name)) {
      item.kinds = *std::move(kinds);
    }
    comment.items.push_back(std::move(item));
    at += word.size();
    if (ends) {
      break;
    }
  }
  comments_.push_back(std::move(comment));
}

bool Suppressions::Covers(const diag::Diagnostic& finding) {
  const source::Span at = finding.labels.front().span;
  if (!at.has_value() || !sources_.Knows(at) || !MayBeIgnored(finding.kind)) {
    return false;
  }
  bool covers = false;
  for (Comment& comment : comments_) {
    if (!IsWithin(at, comment.reach)) {
      continue;
    }
    if (comment.items.empty() && comment.is_whole_file) {
      comment.is_used = covers = true;
    }
    for (Item& item : comment.items) {
      if (std::find(item.kinds.begin(), item.kinds.end(), finding.kind) != item.kinds.end()) {
        item.is_used = covers = true;
      }
    }
  }
  return covers;
}

void Suppressions::ReportUnused(diag::Emitter& emit) const {
  for (const Comment& comment : comments_) {
    if (comment.items.empty() && !comment.is_whole_file) {
      emit.Report(comment.at, kNamesNone)
          .Hint("`# kval: ignore KV301 — reason`; `kval rules` lists the rules")
          .Emit();
    } else if (comment.items.empty() && !comment.is_used) {
      emit.Report(comment.at, kUnusedAll).Hint("remove the comment").Emit();
    }
    for (const Item& item : comment.items) {
      if (item.kinds.empty()) {
        emit.Report(item.at, kNoRule, item.word)
            .Hint("the reason stands behind a dash: `KV301 — reason`")
            .Emit();
      } else if (!std::any_of(item.kinds.begin(), item.kinds.end(), MayBeIgnored)) {
        emit.Report(item.at, kNeverIgnored, item.word).Emit();
      } else if (!item.is_used) {
        emit.Report(item.at, kUnused, item.word).Hint("remove the comment").Emit();
      }
    }
  }
}

}  // namespace kval::policy

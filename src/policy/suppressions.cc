#include "src/policy/suppressions.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "src/policy/rule_choice.h"
#include "src/source/source_file.h"
#include "src/source/span.h"
#include "src/support/limits.h"
#include "src/yaml/reader.h"

namespace kval::policy {
namespace {

using diag::Def;

using Text = std::string_view;

// Behind the quoted text that begins at `at`, as KCL, Starlark and TOML have it: three quotes go over lines,
// one ends at its line's end if it is not closed.
size_t SkipQuoted(Text text, size_t at) {
  const char quote = text[at];
  const bool is_long = at + 2 < text.size() && text[at + 1] == quote && text[at + 2] == quote;
  const size_t width = is_long ? 3 : 1;
  for (at += width; at < text.size(); ++at) {
    if (text[at] == '\\') {
      ++at;
    } else if (text[at] == '\n' && !is_long) {
      return at;
    } else if (text[at] == quote &&
               (!is_long || (at + 2 < text.size() && text[at + 1] == quote && text[at + 2] == quote))) {
      return at + width;
    }
  }
  return text.size();
}

// Adds the comments of code located at `base`.
void AddCommentsOfCode(Text text, uint32_t base, std::vector<source::Span>& comments) {
  for (size_t at = text.find_first_of("#\"'"); at < text.size(); at = text.find_first_of("#\"'", at)) {
    if (text[at] != '#') {
      at = SkipQuoted(text, at);
      continue;
    }
    const size_t end = std::min(text.find_first_of("\r\n", at), text.size());
    comments.push_back({base + static_cast<uint32_t>(at), base + static_cast<uint32_t>(end)});
    at = end;
  }
}

bool IsCode(Text name) {
  constexpr Text kEnds[] = {".k", ".star", ".toml", ".mod", ".lock"};
  return std::any_of(std::begin(kEnds), std::end(kEnds), [name](Text end) { return name.ends_with(end); });
}

// Returns the comments of a file, in order: from `#` to the end of the line. Text in quoted strings and block
// scalars is not a comment.
//
// The file name selects the language: KCL (`.k`), Starlark (`.star`) and TOML (`.toml`, `.mod`, `.lock`),
// else YAML with ytt code; in `#@ code # comment` the inner comment counts too. Unparsable text has no
// comments. Linear.
std::vector<source::Span> CommentsOf(const source::SourceFile& file) {
  std::vector<source::Span> comments;
  if (IsCode(file.name())) {
    AddCommentsOfCode(file.text(), file.base(), comments);
    return comments;
  }
  Limits limits;
  limits.file_size = file.text().size();
  for (const yaml::Comment& comment : yaml::NativeReader().Read(file, limits).comments) {
    comments.push_back(comment.span);
    const Text text = file.Text(comment.span);
    if (text.starts_with("#@")) {
      AddCommentsOfCode(text.substr(1), comment.span.begin + 1, comments);
    }
  }
  return comments;
}

constexpr Def<Text> kUnused{diag::Kind::kUnusedSuppression,
                            "nothing here breaks {}, which this comment ignores"};

constexpr Def<> kUnusedAll{diag::Kind::kUnusedSuppression, "this comment ignores nothing"};
constexpr Def<Text> kNoRule{diag::Kind::kUnusedSuppression, "{} is not a rule"};

constexpr Def<Text> kNeverIgnored{diag::Kind::kUnusedSuppression,
                                  "{} cannot be ignored: it reports that something was not checked"};

constexpr Def<> kNamesNone{diag::Kind::kUnusedSuppression, "this comment has no rule, so it ignores nothing"};
constexpr Text kMark = "kval: ignore";
constexpr Text kSpaces = " \t";

size_t IndentOf(Text line) {
  return std::min(line.find_first_not_of(kSpaces), line.size());
}

bool IsSpaceOrComment(Text line) {
  const size_t indent = IndentOf(line);
  return indent == line.size() || line[indent] == '#';
}

// Finds the next `kval:` that may be in a comment: after `#` or `#!` and spaces.
size_t FindMark(Text text, size_t from) {
  for (size_t at = text.find('#', from); at != Text::npos; at = text.find('#', at + 1)) {
    const bool has_bang = text.substr(at + 1).starts_with('!');
    const size_t mark = text.find_first_not_of(kSpaces, at + (has_bang ? 2 : 1));
    if (mark != Text::npos && text.substr(mark).starts_with(kMark)) {
      return mark;
    }
  }
  return Text::npos;
}

// Where the comment begins whose first words are the mark, in a text before which nothing counts. npos: it is
// none.
size_t BeginOfComment(Text text, size_t mark) {
  size_t at = mark;
  while (at > 0 && kSpaces.find(text[at - 1]) != Text::npos) {
    --at;
  }
  at -= at > 0 && text[at - 1] == '!' ? 1 : 0;
  return at > 0 && text[at - 1] == '#' ? at - 1 : Text::npos;
}

bool Begins(const std::vector<source::Span>& comments, uint32_t at) {
  const auto found =
      std::lower_bound(comments.begin(), comments.end(), at,
                       [](source::Span comment, uint32_t place) { return comment.begin < place; });
  return found != comments.end() && found->begin == at;
}

bool IsReason(Text word) {
  return word == "—" || word == "–" || word == "-" || word == "--" || word == ":" || word.starts_with("//");
}

bool IsWithin(source::Span at, source::Span reach) {
  return reach.begin <= at.begin && at.begin <= reach.end;
}

}  // namespace

bool HasIgnores(const source::SourceFile& file) {
  return file.Has('#') && FindMark(file.text(), 0) != Text::npos;
}

Suppressions::Suppressions(const source::SourceMap& sources) : sources_(sources) {
  for (size_t i = 0; i < sources.file_count(); ++i) {
    ReadFile(sources.file(i));
  }
  FindRanges();
}

void Suppressions::ReadFile(const source::SourceFile& file) {
  if (!HasIgnores(file)) {
    return;
  }
  const Text text = file.text();
  const std::vector<source::Span> comments = CommentsOf(file);
  blocks_.clear();
  for (size_t at = FindMark(text, 0); at != Text::npos; at = FindMark(text, at + 1)) {
    const size_t begin = BeginOfComment(text, at);
    if (begin != Text::npos && Begins(comments, file.base() + static_cast<uint32_t>(begin))) {
      const uint32_t offset = file.base() + static_cast<uint32_t>(begin);
      const uint32_t line = file.LineOf(offset);
      ReadComment(file, line, offset - file.LineSpan(line).begin);
    }
  }
  if (!blocks_.empty()) {
    FindEndsOfBlocks(file);
    AssignBlockRanges(file);
  }
}

void Suppressions::AddFollowingBlock(const source::SourceFile& file, uint32_t line, size_t comment) {
  if (blocks_.empty() || blocks_.back().first <= line) {
    const uint32_t count = file.line_count();
    uint32_t first = line + 1;
    while (first <= count && IsSpaceOrComment(file.Text(file.LineSpan(first)))) {
      ++first;
    }
    const Text head = first > count ? Text() : file.Text(file.LineSpan(first));
    const size_t indent = IndentOf(head);
    blocks_.push_back({first, count, indent, head.substr(indent, 1) != "-"});
  }
  blocks_.back().comments.push_back(comment);  // comments one after another are about the same
}

// Cost: one scan of the lines. Blocks nest, so a line that ends the innermost open block may also end
// enclosing blocks.
void Suppressions::FindEndsOfBlocks(const source::SourceFile& file) {
  std::vector<Block*> open;
  auto next = blocks_.begin();
  for (uint32_t line = 1; line <= file.line_count() && (!open.empty() || next != blocks_.end()); ++line) {
    line = open.empty() ? next->first : line;
    if (line > file.line_count()) {
      break;
    }
    const Text text = file.Text(file.LineSpan(line));
    const size_t own = IndentOf(text);
    const bool is_item = text.substr(own).starts_with("- ");
    while (!open.empty() && own < text.size() && own <= open.back()->indent &&
           !(is_item && own == open.back()->indent && open.back()->may_hold_items)) {
      open.back()->last = line - 1;
      open.pop_back();
    }
    if (next != blocks_.end() && next->first == line) {
      open.push_back(&*next++);
    }
  }
}

void Suppressions::AssignBlockRanges(const source::SourceFile& file) {
  for (const Block& block : blocks_) {
    const bool is_there = block.first <= file.line_count();
    for (const size_t comment : block.comments) {
      comment_ranges_[comment] =
          is_there ? source::Span{file.LineSpan(block.first).begin, file.LineSpan(block.last).end}
                   : source::Span();
    }
  }
}

const std::vector<diag::Kind>& Suppressions::KindsOf(std::string_view word) {
  static const std::vector<diag::Kind> none;
  if (const auto known = kinds_.find(word); known != kinds_.end()) {
    return known->second;
  }
  std::vector<diag::Kind> kinds = RulesNamed(word);
  return kinds.empty() ? none : kinds_.emplace(word, std::move(kinds)).first->second;
}

void Suppressions::ReadComment(const source::SourceFile& file, uint32_t line, size_t begin) {
  const source::Span whole = file.LineSpan(line);
  const Text text = file.Text(whole);
  size_t at = text.find(kMark, begin) + kMark.size();
  SuppressionComment comment;
  comment.at = {whole.begin + static_cast<uint32_t>(begin), whole.end};
  comment.is_whole_file = text.substr(at).starts_with("-file");
  at += comment.is_whole_file ? Text("-file").size() : 0;
  const bool is_alone = IndentOf(text) == begin;
  comment_ranges_.push_back(comment.is_whole_file ? file.span() : whole);
  if (is_alone && !comment.is_whole_file) {
    AddFollowingBlock(file, line, comment_ranges_.size() - 1);
  }
  std::set<const std::vector<diag::Kind>*> named;
  while (at < text.size()) {
    at = std::min(text.find_first_not_of(" \t,", at), text.size());
    const Text word = text.substr(at, std::min(text.find_first_of(" \t,", at), text.size()) - at);
    if (word.empty() || IsReason(word)) {
      break;
    }
    const bool ends = word.ends_with(':');
    const Text name = word.substr(0, word.size() - (ends ? 1 : 0));
    const uint32_t place = whole.begin + static_cast<uint32_t>(at);
    const std::vector<diag::Kind>& kinds = KindsOf(name);
    if (kinds.empty() || named.insert(&kinds).second) {
      comment.items.push_back({{place, place + static_cast<uint32_t>(name.size())}, &kinds});
    }
    at += word.size();
    if (ends) {
      break;
    }
  }
  comments_.push_back(std::move(comment));
}

void Suppressions::FindRanges() {
  const auto key = [](source::Span span) { return std::pair(span.begin, UINT32_MAX - span.end); };
  std::vector<size_t> order(comments_.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return key(comment_ranges_[a]) < key(comment_ranges_[b]); });
  std::vector<size_t> open;  // those that the next one may lie in
  for (const size_t i : order) {
    const source::Span span = comment_ranges_[i];
    if (ranges_.empty() || key(ranges_.back().span) != key(span)) {
      while (!open.empty() && ranges_[open.back()].span.end < span.end) {
        open.pop_back();
      }
      ranges_.push_back({span, open.empty() ? kNone : open.back(), false, {}, {}});
      open.push_back(ranges_.size() - 1);
    }
    comments_[i].reach = ranges_.size() - 1;
    SuppressionRange& reach = ranges_.back();
    reach.names_all = reach.names_all || (comments_[i].is_whole_file && comments_[i].items.empty());
    for (const Item& item : comments_[i].items) {
      reach.named.insert(item.kinds->begin(), item.kinds->end());
    }
  }
}

bool Suppressions::IsSuppressed(const diag::Diagnostic& finding) {
  const source::Span at = finding.labels.front().span;
  if (!at.has_value() || !sources_.Contains(at) || !MayBeIgnored(finding.kind)) {
    return false;
  }
  const auto following = std::upper_bound(
      ranges_.begin(), ranges_.end(), at.begin,
      [](uint32_t place, const SuppressionRange& reach) { return place < reach.span.begin; });
  bool covers = false;
  for (size_t i = following == ranges_.begin() ? kNone : static_cast<size_t>(following - ranges_.begin()) - 1;
       i != kNone; i = ranges_[i].around) {
    SuppressionRange& reach = ranges_[i];
    const bool is_named = reach.names_all || reach.named.count(finding.kind) > 0;
    if (reach.span.has_value() && IsWithin(at, reach.span) && is_named) {
      reach.matched.insert(finding.kind);
      covers = true;
    }
  }
  return covers;
}

bool Suppressions::IsUsed(const SuppressionComment& comment, const Item& item) const {
  const std::set<diag::Kind>& matched = ranges_[comment.reach].matched;
  return std::any_of(item.kinds->begin(), item.kinds->end(),
                     [&](diag::Kind kind) { return matched.count(kind) > 0; });
}

void Suppressions::ReportUnused(diag::Emitter& emit) const {
  for (const SuppressionComment& comment : comments_) {
    if (comment.items.empty() && !comment.is_whole_file) {
      emit.Report(comment.at, kNamesNone)
          .Hint("`# kval: ignore KV301 — reason`; `kval rules` lists the rules")
          .Emit();
    } else if (comment.items.empty() && ranges_[comment.reach].matched.empty()) {
      emit.Report(comment.at, kUnusedAll).Hint("remove the comment").Emit();
    }
    for (const Item& item : comment.items) {
      const Text word = sources_.Text(item.at);
      if (item.kinds->empty()) {
        emit.Report(item.at, kNoRule, word).Hint("write the reason after a dash: `KV301 — reason`").Emit();
      } else if (!std::any_of(item.kinds->begin(), item.kinds->end(), MayBeIgnored)) {
        emit.Report(item.at, kNeverIgnored, word).Emit();
      } else if (!IsUsed(comment, item)) {
        emit.Report(item.at, kUnused, word).Hint("remove the comment").Emit();
      }
    }
  }
}

}  // namespace kval::policy

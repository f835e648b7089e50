#include "src/merge/flag_path.h"

#include <algorithm>
#include <string>

#include "src/support/substitute.h"

namespace kval::merge {
namespace {

class PathReader {
 public:
  PathReader(std::string_view text, uint32_t begin, Arena& arena, EmptySteps empty)
      : text_(text), begin_(begin), arena_(arena), empty_(empty) {}

  Result<std::vector<FlagStep>> Read() {
    std::vector<FlagStep> steps;
    for (;;) {
      if (!ReadKey(steps)) {
        return Failure{failure_};
      }
      while (at_ < text_.size() && text_[at_] == '[') {
        if (!ReadIndex(steps)) {
          return Failure{failure_};
        }
      }
      if (at_ == text_.size()) {
        return steps;
      }
      if (text_[at_] != '.') {
        return Failure{Substitute("expected `.` or `[` after `]` in the path `{}`", text_)};
      }
      ++at_;
    }
  }

 private:
  bool Fail(std::string message) {
    failure_ = std::move(message);
    return false;
  }
  source::Span SpanFrom(size_t start) const {
    if (begin_ == 0) {
      return {};
    }
    return {begin_ + static_cast<uint32_t>(start), begin_ + static_cast<uint32_t>(at_)};
  }

  bool ReadKey(std::vector<FlagStep>& steps) {
    const size_t start = at_;
    std::string unescaped;
    bool has_escapes = false;
    for (; at_ < text_.size() && text_[at_] != '.' && text_[at_] != '['; ++at_) {
      if (text_[at_] == ':') {
        return Fail(Substitute("the path `{}` has a `:`, which is not allowed in the keys of a flag", text_));
      }
      if (text_[at_] == '\\' && at_ + 1 < text_.size() &&
          std::string_view(".[]\\").find(text_[at_ + 1]) != std::string_view::npos) {
        has_escapes = true;
        ++at_;
      }
      unescaped += text_[at_];
    }
    if (at_ == start && empty_ == EmptySteps::kAreErrors) {
      return Fail(Substitute("the path `{}` has an empty step", text_));
    }
    const std::string_view key = has_escapes ? arena_.CopyText(unescaped) : text_.substr(start, at_ - start);
    steps.push_back({key, -1, SpanFrom(start)});
    return true;
  }

  bool ReadIndex(std::vector<FlagStep>& steps) {
    const size_t start = at_++;
    constexpr int64_t kLargest = 1'000'000'000;
    int64_t index = 0;
    const size_t digits = at_;
    for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9' && index < kLargest; ++at_) {
      index = index * 10 + (text_[at_] - '0');
    }
    if (at_ == digits || at_ == text_.size() || text_[at_] != ']') {
      return Fail(Substitute("expected `[` with a number and `]` in the path `{}`", text_));
    }
    ++at_;
    steps.push_back({{}, index, SpanFrom(start)});
    return true;
  }

  std::string_view text_;
  uint32_t begin_;
  Arena& arena_;
  EmptySteps empty_;
  size_t at_ = 0;
  std::string failure_;
};

// A list with the item at the index, behind nulls.
const value::Value* ListWith(const value::Value* item, int64_t index, source::Span span,
                             value::Builder& builder) {
  std::vector<const value::Value*> items(static_cast<size_t>(index), builder.Null(span));
  items.push_back(item);
  return builder.Sequence(items, span);
}

}  // namespace

Result<std::vector<FlagStep>> ParseFlagPath(std::string_view text, uint32_t begin, Arena& arena,
                                            EmptySteps empty) {
  return PathReader(text, begin, arena, empty).Read();
}

std::vector<FlagStep> SplitVariable(std::string_view text, uint32_t begin) {
  constexpr std::string_view kSeparator = "__";
  std::vector<FlagStep> steps;
  for (size_t start = 0;;) {
    const size_t end = std::min(text.find(kSeparator, start), text.size());
    steps.push_back({text.substr(start, end - start),
                     -1,
                     {begin + static_cast<uint32_t>(start), begin + static_cast<uint32_t>(end)}});
    if (end == text.size()) {
      return steps;
    }
    start = end + kSeparator.size();
  }
}

const value::Value* FlagOverlay(const std::vector<FlagStep>& path, const value::Value& value,
                                value::Builder& builder, MergePlan& plan, FlagItems items) {
  const value::Value* made = &value;
  const value::Value* begun = &value;  // the same where nothing is there yet
  for (size_t i = path.size(); i-- > 0;) {
    const FlagStep& step = path[i];
    const bool is_last = i + 1 == path.size();
    Op op;
    op.has_match = true;
    op.action = is_last ? Action::kReplace : Action::kMerge;
    op.span = step.span;
    op.match_span = step.span;
    if (step.index >= 0) {
      // A separate node, because one value may be set at several paths.
      const value::Value* item = builder.WithSpan(*made, made->span);
      op.by = MatchByIndex{step.index};
      if (items == FlagItems::kMayBeNew) {
        op.or_add = is_last;
        op.fills_with_nulls = true;
        op.initial = begun;
        op.expects = Expectation::Optional();
        begun = ListWith(begun, step.index, step.span, builder);
      }
      plan.At(item) = std::move(op);
      made = builder.Sequence(std::span<const value::Value* const>(&item, 1), step.span);
      continue;
    }
    op.or_add = is_last;
    op.expects = Expectation::Optional();
    const value::Entry entry{builder.String(step.key, step.span), made};
    if (items == FlagItems::kMayBeNew) {
      op.initial = begun;
      const value::Entry first{entry.key, begun};
      begun = builder.Mapping(std::span<const value::Entry>(&first, 1), step.span);
    }
    plan.At(entry.key) = std::move(op);
    made = builder.Mapping(std::span<const value::Entry>(&entry, 1), step.span);
  }
  return made;
}

}  // namespace kval::merge

#include "tests/merge/notation.h"

#include <charconv>
#include <vector>

#include "src/support/check.h"

namespace kval::merge {
namespace {

class Reader {
 public:
  Reader(const source::SourceFile& file, value::Builder& builder, MergePlan* plan)
      : text_(file.text()), base_(file.base()), builder_(builder), plan_(plan) {}

  const value::Value* Node() {
    Spaces();
    const size_t start = at_;
    if (text_[at_] == '{') {
      return Mapping(start);
    }
    if (text_[at_] == '[') {
      return Sequence(start);
    }
    const std::string_view word = Word();
    const source::Span span = SpanFrom(start);
    if (word == "~") {
      return builder_.Null(span);
    }
    if (word == "true" || word == "false") {
      return builder_.Bool(word == "true", span);
    }
    int64_t number = 0;
    if (!word.empty() &&
        std::from_chars(word.data(), word.data() + word.size(), number).ptr == word.data() + word.size()) {
      return builder_.Int(number, span);
    }
    return builder_.String(word, span);
  }

 private:
  const value::Value* Mapping(size_t start) {
    std::vector<value::Entry> entries;
    for (++at_, Spaces(); text_[at_] != '}'; Spaces()) {
      const std::vector<std::string_view> marks = Marks();
      const value::Value* key = Node();
      Spaces();
      KVAL_CHECK(text_[at_] == ':');
      ++at_;
      entries.push_back({key, Node()});
      Use(marks, key);
      Comma();
    }
    ++at_;
    return builder_.Mapping(entries, SpanFrom(start));
  }

  const value::Value* Sequence(size_t start) {
    std::vector<const value::Value*> items;
    for (++at_, Spaces(); text_[at_] != ']'; Spaces()) {
      const std::vector<std::string_view> marks = Marks();
      items.push_back(Node());
      Use(marks, items.back());
      Comma();
    }
    ++at_;
    return builder_.Sequence(items, SpanFrom(start));
  }

  std::vector<std::string_view> Marks() {
    std::vector<std::string_view> marks;
    for (Spaces(); text_[at_] == '!'; Spaces()) {
      marks.push_back(Word());
    }
    return marks;
  }

  void Use(const std::vector<std::string_view>& marks, const value::Value* node) {
    for (const std::string_view mark : marks) {
      const size_t equals = mark.find('=');
      const std::string_view name = mark.substr(1, equals == std::string_view::npos ? equals : equals - 1);
      const std::string_view argument = equals == std::string_view::npos ? "" : mark.substr(equals + 1);
      size_t number = 0;
      std::from_chars(argument.data(), argument.data() + argument.size(), number);
      Op& op = plan_->At(node);
      op.match_span = node->span;
      Set(op, name, argument, number);
    }
  }

  static void Set(Op& op, std::string_view name, std::string_view argument, size_t number) {
    const auto action = [&op](Action made) {
      op.action = made;
      op.span = op.match_span;
    };
    if (name == "merge") {
      action(Action::kMerge);
    } else if (name == "replace") {
      action(Action::kReplace);
    } else if (name == "or_add") {
      op.or_add = true;
    } else if (name == "remove") {
      action(Action::kRemove);
    } else if (name == "append") {
      action(Action::kAppend);
    } else if (name == "assert") {
      action(Action::kAssert);
    } else if (name == "insert_before" || name == "insert_after") {
      action(Action::kInsert);
      (name == "insert_before" ? op.before : op.after) = true;
    } else if (name == "children_optional") {
      op.child_expects = Expectation::Optional();
    } else if (name == "children") {
      op.child_expects = Expectation::Exactly(number);
    } else {
      op.has_match = true;
      SetMatch(op, name, argument, number);
    }
  }

  static void SetMatch(Op& op, std::string_view name, std::string_view argument, size_t number) {
    if (name == "by") {
      op.by = MatchByKeyValue{argument};
    } else if (name == "index") {
      op.by = MatchByIndex{static_cast<int64_t>(number)};
    } else if (name == "expects") {
      op.expects = Expectation::Exactly(number);
    } else if (name == "at_least") {
      op.expects = Expectation{{{number, kUnlimited, nullptr}}, CountKeyword::kExpects, {}};
    } else if (name == "optional") {
      op.expects = Expectation::Optional();
    } else if (name == "when") {
      op.expects = Expectation{{{number, number, nullptr}}, CountKeyword::kWhen, {}};
    } else {
      KVAL_CHECK(name == "match");
    }
  }

  std::string_view Word() {
    const size_t start = at_;
    while (at_ < text_.size() && std::string_view(" {}[],:").find(text_[at_]) == std::string_view::npos) {
      ++at_;
    }
    return text_.substr(start, at_ - start);
  }
  void Spaces() {
    while (text_[at_] == ' ') {
      ++at_;
    }
  }
  void Comma() {
    Spaces();
    if (text_[at_] == ',') {
      ++at_;
    }
  }
  source::Span SpanFrom(size_t start) const {
    return {base_ + static_cast<uint32_t>(start), base_ + static_cast<uint32_t>(at_)};
  }

  std::string_view text_;
  uint32_t base_;
  value::Builder& builder_;
  MergePlan* plan_;
  size_t at_ = 0;
};

}  // namespace

const value::Value* Read(std::string text, source::SourceMap& sources, value::Builder& builder,
                         MergePlan* plan) {
  return Reader(sources.AddText("test", std::move(text)), builder, plan).Node();
}

std::string Write(const value::Value& value) {
  std::string text;
  switch (value.kind) {
    case value::Kind::kNull:
      return "~";
    case value::Kind::kBool:
      return value.boolean ? "true" : "false";
    case value::Kind::kInt:
      return std::to_string(value.integer);
    case value::Kind::kFloat:
      return std::to_string(value.real);
    case value::Kind::kString:
      return std::string(value.raw);
    case value::Kind::kSequence:
      for (const value::Value* item : value.items()) {
        text += (text.empty() ? "" : ",") + Write(*item);
      }
      return "[" + text + "]";
    case value::Kind::kMapping:
      for (const value::Entry& entry : value.entries()) {
        text += (text.empty() ? "" : ",") + Write(*entry.key) + ":" + Write(*entry.value);
      }
      return "{" + text + "}";
  }
  return text;
}

}  // namespace kval::merge

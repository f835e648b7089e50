#include "src/helm/json_text.h"

#include <cmath>
#include <cstdlib>
#include <vector>

#include "src/helm/go_number.h"
#include "src/json/reader.h"

namespace kval::helm {
namespace {

constexpr size_t kMostDepth = 10000;  // Go's

// Builds nodes. Places: of a scalar its text, of a collection its brackets.
class Maker : public json::Handler {
 public:
  Maker(uint32_t begin, TableArena* forest) : begin_(begin), forest_(*forest) {}

  bool Null(json::ByteOffsets place) override { return Add(forest_.MakeNode(build().Null(SpanOf(place)))); }
  bool Bool(bool boolean, json::ByteOffsets place) override {
    return Add(forest_.MakeNode(build().Bool(boolean, SpanOf(place))));
  }
  bool Number(std::string_view spelling, json::ByteOffsets place) override {
    const std::string text(spelling);
    const double real = std::strtod(text.c_str(), nullptr);
    if (!std::isfinite(real)) {
      return false;
    }
    return Add(forest_.MakeNode(AsFloat64(*build().Float(real, SpanOf(place)), build().arena())));
  }
  bool String(std::string_view text, json::ByteOffsets place) override {
    return Add(forest_.MakeNode(build().String(text, SpanOf(place))));
  }
  bool Key(std::string_view text, json::ByteOffsets place) override {
    open_.back().key = build().String(text, SpanOf(place));
    return true;
  }
  bool BeginObject(json::ByteOffsets brace) override {
    return Open(forest_.MakeNode(forest_.NewTable()), brace);
  }
  bool BeginArray(json::ByteOffsets bracket) override {
    return Open(forest_.MakeNode(forest_.NewList(), build().Sequence({})), bracket);
  }
  bool EndObject(json::ByteOffsets brace) override { return Close(brace); }
  bool EndArray(json::ByteOffsets bracket) override { return Close(bracket); }

  const TableValue& root() const { return root_; }

 private:
  struct Frame {
    TableValue node;
    uint32_t begin;
    const value::Value* key;
  };

  value::Builder& build() { return forest_.build(); }
  source::Span SpanOf(json::ByteOffsets place) const {
    return {begin_ + static_cast<uint32_t>(place.begin), begin_ + static_cast<uint32_t>(place.end)};
  }

  bool Open(const TableValue& node, json::ByteOffsets place) {
    if (open_.size() >= kMostDepth) {
      return false;
    }
    open_.push_back({node, SpanOf(place).begin, nullptr});
    return true;
  }

  bool Close(json::ByteOffsets place) {
    const Frame frame = open_.back();
    open_.pop_back();
    const source::Span span = {frame.begin, SpanOf(place).end};
    TableValue node = frame.node;
    node.written = node.table != nullptr ? build().Mapping({}, span) : build().Sequence({}, span);
    return Add(node);
  }

  bool Add(const TableValue& node) {
    if (open_.empty()) {
      root_ = node;
    } else if (Frame& frame = open_.back(); frame.node.list != nullptr) {
      frame.node.list->items.push_back(node);
    } else {
      frame.node.table->Set(*frame.key, node);
    }
    return true;
  }

  uint32_t begin_;
  TableArena& forest_;
  std::vector<Frame> open_;
  TableValue root_;
};

std::string TextOf(json::JsonError error) {
  return error == json::JsonError::kStopped ? "a number or its nesting is too large"
                                            : std::string(json::MessageOf(error));
}

}  // namespace

std::optional<JsonError> FindJsonError(std::string_view text) {
  json::Handler nothing;
  const json::JsonReadResult outcome = json::Read(text, nothing, {.is_go = true});
  return outcome.ok() ? std::nullopt : std::optional(JsonError{outcome.at, TextOf(outcome.error)});
}

std::optional<JsonText> ReadJson(std::string_view text, uint32_t begin, TableArena& forest,
                                 std::string& message) {
  Maker maker(begin, &forest);
  const json::JsonReadResult outcome = json::Read(text, maker, {.is_prefix = true, .is_go = true});
  if (!outcome.ok()) {
    message = TextOf(outcome.error);
    return std::nullopt;
  }
  return JsonText{maker.root(), outcome.at};
}

}  // namespace kval::helm

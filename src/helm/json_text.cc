#include "src/helm/json_text.h"

#include <cmath>
#include <cstdlib>
#include <utility>
#include <vector>

#include "src/helm/go_number.h"
#include "src/json/reader.h"

namespace kval::helm {
namespace {

constexpr size_t kMostDepth = 10000;  // Go's

// Builds nodes. Places: of a scalar its text, of a collection its brackets.
class Maker : public json::Handler {
 public:
  Maker(uint32_t begin, Forest* forest) : begin_(begin), forest_(*forest) {}

  bool Null(json::Place place) override { return Add(forest_.NodeOf(build().Null(SpanOf(place)))); }
  bool Bool(bool boolean, json::Place place) override {
    return Add(forest_.NodeOf(build().Bool(boolean, SpanOf(place))));
  }
  bool Number(std::string_view spelling, json::Place place) override {
    const std::string text(spelling);
    const double real = std::strtod(text.c_str(), nullptr);
    if (!std::isfinite(real)) {
      return false;
    }
    return Add(forest_.NodeOf(AsFloat64(*build().Float(real, SpanOf(place)), build().arena())));
  }
  bool String(std::string_view text, json::Place place) override {
    return Add(forest_.NodeOf(build().String(text, SpanOf(place))));
  }
  bool Key(std::string_view text, json::Place place) override {
    open_.back().key = build().String(text, SpanOf(place));
    return true;
  }
  bool BeginObject(json::Place brace) override { return Open(forest_.NodeOf(forest_.NewTable()), brace); }
  bool BeginArray(json::Place bracket) override {
    return Open(forest_.NodeOf(forest_.NewList(), build().Sequence({})), bracket);
  }
  bool EndObject(json::Place brace) override { return Close(brace); }
  bool EndArray(json::Place bracket) override { return Close(bracket); }

  const Node& root() const { return root_; }

 private:
  struct Frame {
    Node node;
    uint32_t begin;
    const value::Value* key;
  };

  value::Builder& build() { return forest_.build(); }
  source::Span SpanOf(json::Place place) const {
    return {begin_ + static_cast<uint32_t>(place.begin), begin_ + static_cast<uint32_t>(place.end)};
  }

  bool Open(const Node& node, json::Place place) {
    if (open_.size() >= kMostDepth) {
      return false;
    }
    open_.push_back({node, SpanOf(place).begin, nullptr});
    return true;
  }

  bool Close(json::Place place) {
    const Frame frame = open_.back();
    open_.pop_back();
    const source::Span span = {frame.begin, SpanOf(place).end};
    Node node = frame.node;
    node.written = node.table != nullptr ? build().Mapping({}, span) : build().Sequence({}, span);
    return Add(node);
  }

  bool Add(const Node& node) {
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
  Forest& forest_;
  std::vector<Frame> open_;
  Node root_;
};

std::string TextOf(json::Error error) {
  return error == json::Error::kStopped ? "a number or its nesting is too large"
                                        : std::string(json::MessageOf(error));
}

}  // namespace

std::optional<JsonFault> FindJsonFault(std::string_view text) {
  json::Handler nothing;
  const json::Outcome outcome = json::Read(text, nothing, {.is_go = true});
  return outcome.ok() ? std::nullopt : std::optional(JsonFault{outcome.at, TextOf(outcome.error)});
}

std::optional<JsonText> ReadJson(std::string_view text, uint32_t begin, Forest& forest,
                                 std::string& message) {
  Maker maker(begin, &forest);
  const json::Outcome outcome = json::Read(text, maker, {.is_prefix = true, .is_go = true});
  if (!outcome.ok()) {
    message = TextOf(outcome.error);
    return std::nullopt;
  }
  return JsonText{maker.root(), outcome.at};
}

}  // namespace kval::helm

#include "src/helm/json_text.h"

#include <rapidjson/error/en.h>
#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>
#include <vector>

#include "src/helm/go_number.h"
#include "src/support/throwing_allocator.h"

namespace kval::helm {
namespace {

constexpr unsigned kFlags = rapidjson::kParseStopWhenDoneFlag | rapidjson::kParseIterativeFlag |
                            rapidjson::kParseNumbersAsStringsFlag;
using Reader = rapidjson::GenericReader<rapidjson::UTF8<>, rapidjson::UTF8<>, ThrowingAllocator>;
constexpr size_t kMostDepth = 10000;  // Go's

// Builds nodes from RapidJSON's events. Places: of a scalar its text, of a collection its brackets.
class Maker : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, Maker> {
 public:
  Maker(uint32_t begin, rapidjson::MemoryStream* stream, std::string_view text, Forest* forest)
      : begin_(begin), stream_(*stream), text_(text), forest_(*forest) {}

  bool Null() { return Add(forest_.NodeOf(build().Null(Word(4)))); }
  bool Bool(bool boolean) { return Add(forest_.NodeOf(build().Bool(boolean, Word(boolean ? 4 : 5)))); }
  bool RawNumber(const char* digits, unsigned size, bool) {
    const std::string text(digits, size);
    const double real = std::strtod(text.c_str(), nullptr);
    if (!std::isfinite(real)) {
      return false;
    }
    return Add(forest_.NodeOf(AsFloat64(*build().Float(real, Word(size)), build().arena())));
  }
  bool String(const char* text, unsigned size, bool) {
    return Add(forest_.NodeOf(build().String({text, size}, Quoted())));
  }
  bool Key(const char* text, unsigned size, bool) {
    open_.back().key = build().String({text, size}, Quoted());
    return true;
  }
  bool StartObject() { return Open(forest_.NodeOf(forest_.NewTable())); }
  bool StartArray() { return Open(forest_.NodeOf(forest_.NewList(), build().Sequence({}))); }
  bool EndObject(unsigned) { return Close(); }
  bool EndArray(unsigned) { return Close(); }

  const Node& root() const { return root_; }

 private:
  struct Frame {
    Node node;
    uint32_t begin;
    const value::Value* key;
  };

  value::Builder& build() { return forest_.build(); }
  uint32_t Place() const { return begin_ + static_cast<uint32_t>(stream_.Tell()); }
  source::Span Word(size_t size) const { return {Place() - static_cast<uint32_t>(size), Place()}; }
  // RapidJSON tells of a string behind it: its first quote is the last one before that is not escaped.
  source::Span Quoted() const {
    size_t at = stream_.Tell() - 1;
    size_t start = at;
    for (; start > 0; --start) {
      if (text_[start - 1] != '"') {
        continue;
      }
      size_t slashes = 0;
      while (start - 1 > slashes && text_[start - 2 - slashes] == '\\') {
        ++slashes;
      }
      if (slashes % 2 == 0) {
        break;
      }
    }
    return {begin_ + static_cast<uint32_t>(start == 0 ? 0 : start - 1), Place()};
  }

  bool Open(const Node& node) {
    if (open_.size() >= kMostDepth) {
      return false;
    }
    open_.push_back({node, Place() - 1, nullptr});
    return true;
  }

  bool Close() {
    const Frame frame = open_.back();
    open_.pop_back();
    const source::Span span = {frame.begin, Place()};
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
  rapidjson::MemoryStream& stream_;
  std::string_view text_;
  Forest& forest_;
  std::vector<Frame> open_;
  Node root_;
};

std::string WordsOf(const rapidjson::ParseResult& result) {
  std::string words = result.Code() == rapidjson::kParseErrorTermination
                          ? "a number or its nesting is too large"
                          : rapidjson::GetParseError_En(result.Code());
  while (!words.empty() && words.back() == '.') {
    words.pop_back();
  }
  return words;
}

}  // namespace

std::optional<JsonFault> FindJsonFault(std::string_view text) {
  rapidjson::MemoryStream stream(text.data(), text.size());
  rapidjson::BaseReaderHandler<> nothing;
  Reader reader;
  constexpr unsigned kWhole = rapidjson::kParseIterativeFlag | rapidjson::kParseNumbersAsStringsFlag;
  const rapidjson::ParseResult result = reader.Parse<kWhole>(stream, nothing);
  // What RapidJSON calls too big is a number all the same, and read exactly later.
  const bool is_fault = result.IsError() && result.Code() != rapidjson::kParseErrorNumberTooBig;
  return is_fault ? std::optional(JsonFault{std::min(result.Offset(), text.size()), WordsOf(result)})
                  : std::nullopt;
}

std::optional<JsonText> ReadJson(std::string_view text, uint32_t begin, Forest& forest,
                                 std::string& message) {
  rapidjson::MemoryStream stream(text.data(), text.size());
  Maker maker(begin, &stream, text, &forest);
  Reader reader;
  const rapidjson::ParseResult result = reader.Parse<kFlags>(stream, maker);
  if (result.IsError()) {
    message = WordsOf(result);
    return std::nullopt;
  }
  return JsonText{maker.root(), stream.Tell()};
}

}  // namespace kval::helm

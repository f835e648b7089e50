#include "src/json/document.h"

#include <utility>
#include <vector>

#include "src/json/reader.h"

namespace kval::json {
namespace {

class Builder : public Handler {
 public:
  Builder(std::string_view text, Arena& arena) : text_(text), arena_(arena) {}

  bool Null(ByteOffsets place) override { return Add(JsonKind::kNull, place) != nullptr; }
  bool Bool(bool boolean, ByteOffsets place) override {
    Add(JsonKind::kBool, place)->boolean = boolean;
    return true;
  }
  bool Number(std::string_view spelling, ByteOffsets place) override {
    Add(JsonKind::kNumber, place)->text = spelling;
    return true;
  }
  bool String(std::string_view text, ByteOffsets place) override {
    Add(JsonKind::kString, place)->text = Kept(text, place);
    return true;
  }
  bool Key(std::string_view text, ByteOffsets place) override {
    key_ = Kept(text, place);
    return true;
  }
  bool BeginObject(ByteOffsets brace) override { return Open(JsonKind::kObject, brace); }
  bool EndObject(ByteOffsets brace) override { return Close(brace); }
  bool BeginArray(ByteOffsets bracket) override { return Open(JsonKind::kArray, bracket); }
  bool EndArray(ByteOffsets bracket) override { return Close(bracket); }

  const Value* root() const { return root_; }

 private:
  struct Level {
    Value* value;
    size_t begin;
    Value* last = nullptr;
  };

  // A string without escapes is a part of the text.
  std::string_view Kept(std::string_view text, ByteOffsets place) {
    return text.size() + 2 == place.end - place.begin ? text_.substr(place.begin + 1, text.size())
                                                      : arena_.CopyText(text);
  }

  Value* Add(JsonKind kind, ByteOffsets place) {
    auto* value = arena_.New<Value>();
    value->kind = kind;
    value->spelling = text_.substr(place.begin, place.end - place.begin);
    if (open_.empty()) {
      root_ = value;
      return value;
    }
    Level& level = open_.back();
    value->key = std::exchange(key_, {});
    (level.last == nullptr ? level.value->first : level.last->next) = value;
    level.last = value;
    ++level.value->size;
    return value;
  }

  bool Open(JsonKind kind, ByteOffsets place) {
    Value* value = Add(kind, place);
    open_.push_back({value, place.begin});
    return true;
  }

  bool Close(ByteOffsets place) {
    const Level& level = open_.back();
    level.value->spelling = text_.substr(level.begin, place.end - level.begin);
    open_.pop_back();
    return true;
  }

  std::string_view text_;
  Arena& arena_;
  std::vector<Level> open_;
  std::string_view key_;
  Value* root_ = nullptr;
};

}  // namespace

std::optional<std::string_view> Value::string() const {
  return kind == JsonKind::kString ? std::optional(text) : std::nullopt;
}

const Value* Value::Find(std::string_view name) const {
  for (const Value* member = kind == JsonKind::kObject ? first : nullptr; member != nullptr;
       member = member->next) {
    if (member->key == name) {
      return member;
    }
  }
  return nullptr;
}

bool Document::Parse(std::string_view text) {
  Builder builder(text, arena_);
  const bool is_json = Read(text, builder, {.validates_utf8 = true}).ok();
  root_ = is_json ? builder.root() : nullptr;
  return is_json;
}

}  // namespace kval::json

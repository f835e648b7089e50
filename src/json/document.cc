#include "src/json/document.h"

#include <utility>
#include <vector>

#include "src/json/reader.h"

namespace kval::json {
namespace {

class Builder : public Handler {
 public:
  Builder(std::string_view text, Arena& arena) : text_(text), arena_(arena) {}

  bool Null(Place place) override { return Add(Kind::kNull, place) != nullptr; }
  bool Bool(bool boolean, Place place) override {
    Add(Kind::kBool, place)->boolean = boolean;
    return true;
  }
  bool Number(std::string_view spelling, Place place) override {
    Add(Kind::kNumber, place)->text = spelling;
    return true;
  }
  bool String(std::string_view text, Place place) override {
    Add(Kind::kString, place)->text = Kept(text, place);
    return true;
  }
  bool Key(std::string_view text, Place place) override {
    key_ = Kept(text, place);
    return true;
  }
  bool BeginObject(Place brace) override { return Open(Kind::kObject, brace); }
  bool EndObject(Place brace) override { return Close(brace); }
  bool BeginArray(Place bracket) override { return Open(Kind::kArray, bracket); }
  bool EndArray(Place bracket) override { return Close(bracket); }

  const Value* root() const { return root_; }

 private:
  struct Level {
    Value* value;
    size_t begin;
    Value* last = nullptr;
  };

  // A string without escapes is a part of the text.
  std::string_view Kept(std::string_view text, Place place) {
    return text.size() + 2 == place.end - place.begin ? text_.substr(place.begin + 1, text.size())
                                                      : arena_.CopyText(text);
  }

  Value* Add(Kind kind, Place place) {
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

  bool Open(Kind kind, Place place) {
    Value* value = Add(kind, place);
    open_.push_back({value, place.begin});
    return true;
  }

  bool Close(Place place) {
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
  return kind == Kind::kString ? std::optional(text) : std::nullopt;
}

const Value* Value::Find(std::string_view name) const {
  for (const Value* member = kind == Kind::kObject ? first : nullptr; member != nullptr;
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

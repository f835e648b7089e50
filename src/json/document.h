#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "src/support/arena.h"

namespace kval::json {

enum class JsonKind : uint8_t { kNull, kBool, kNumber, kString, kArray, kObject };

// A value of a document. Items and members are a list, in the order of the text.
struct Value {
  JsonKind kind = JsonKind::kNull;
  bool boolean = false;
  std::string_view text;      // of a string: decoded; of a number: as written
  std::string_view key;       // of a member of an object, decoded
  std::string_view spelling;  // the whole value in the text
  size_t size = 0;            // how many items or members
  const Value* first = nullptr;
  const Value* next = nullptr;  // in the collection that holds this value

  bool is(JsonKind other) const { return kind == other; }
  // Returns the content of a string; nullopt for other values.
  std::optional<std::string_view> string() const;
  // Returns the first member with this name; null if there is none or the value is not an object.
  const Value* Find(std::string_view name) const;

  class Iterator {
   public:
    explicit Iterator(const Value* at) : at_(at) {}
    const Value& operator*() const { return *at_; }
    Iterator& operator++() {
      at_ = at_->next;
      return *this;
    }
    bool operator!=(const Iterator& other) const { return at_ != other.at_; }

   private:
    const Value* at_;
  };
  Iterator begin() const { return Iterator(first); }
  static Iterator end() { return Iterator(nullptr); }
};

// A JSON text as a tree in one arena, so that reading and freeing it costs no native stack, however deep it
// is.
class Document {
 public:
  Document() = default;

  // Returns false if the text is not exactly one JSON value in UTF-8. The text must outlive the document.
  bool Parse(std::string_view text);
  // Null before a text was parsed.
  const Value* root() const { return root_; }

 private:
  Arena arena_;
  const Value* root_ = nullptr;
};

}  // namespace kval::json

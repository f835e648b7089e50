#pragma once

#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

#include "src/value/builder.h"
#include "src/value/value.h"

namespace kval::kubernetes {

// Builds the maps and lists of policies that are generated from other objects.
class GeneratedValues {
 public:
  explicit GeneratedValues(Arena& arena) : builder_(&arena) {}

  struct Field {
    std::string_view key;
    const value::Value* value;
  };
  // Fields with null pointers are left out.
  const value::Value* Map(std::initializer_list<Field> fields) {
    std::vector<value::Entry> entries;
    for (const Field& field : fields) {
      if (field.value != nullptr) {
        entries.push_back({builder_.String(field.key), field.value});
      }
    }
    return builder_.Mapping(entries);
  }

  const value::Value* Text(std::string_view text) { return builder_.String(text); }
  const value::Value* List(std::span<const value::Value* const> items) { return builder_.Sequence(items); }
  const value::Value* List(std::initializer_list<std::string_view> texts) {
    std::vector<const value::Value*> items;
    for (const std::string_view text : texts) {
      items.push_back(Text(text));
    }
    return List(items);
  }

  value::Builder& builder() { return builder_; }

 private:
  value::Builder builder_;
};

}  // namespace kval::kubernetes

#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/value/builder.h"
#include "src/value/value.h"

namespace kval::schemas::json_schema {

// Keywords that only kval supports: other tools ignore them.
//
// At the root: the schema describes values as ytt and KCL schemas do. An optional key gets its `default` or
// the default of its type; an integer is written as one; string lengths are in bytes; null passes rules if
// the type allows it; patterns are RE2 and, in `patternProperties`, tested in order for keys that nothing
// else names; an `anyOf` alone selects by shape.
constexpr std::string_view kOfValues = "x-kval-values";
// In such a schema: a key that stays away when it is not given.
constexpr std::string_view kOptional = "x-kval-optional";
// In an item of `allOf`: the rule that the item states, by its name in kval; its other keywords say as much
// of it as other tools understand.
constexpr std::string_view kRule = "x-kval-rule";
constexpr std::string_view kMessage = "x-kval-message";
constexpr std::string_view kExampleNames = "x-kval-example-names";
constexpr std::string_view kRemoved = "x-kval-removed";
constexpr std::string_view kSensitive = "x-kval-sensitive";

// A schema in the making: keywords in the order in which they are added.
class Keywords {
 public:
  explicit Keywords(value::Builder& build) : build_(&build) {}

  void Add(std::string_view keyword, const value::Value* value) {
    entries_.push_back({build_->String(keyword), value});
  }
  void Add(std::string_view keyword, std::string_view text) { Add(keyword, build_->String(text)); }
  const value::Value* Find(std::string_view keyword) const {
    for (const value::Entry& entry : entries_) {
      if (entry.key->raw == keyword) {
        return entry.value;
      }
    }
    return nullptr;
  }
  bool Has(std::string_view keyword) const { return Find(keyword) != nullptr; }
  void Set(std::string_view keyword, const value::Value* value) {
    for (value::Entry& entry : entries_) {
      if (entry.key->raw == keyword) {
        entry.value = value;
        return;
      }
    }
    Add(keyword, value);
  }
  bool empty() const { return entries_.empty(); }
  const value::Value* Build() const { return build_->Mapping(entries_); }

 private:
  value::Builder* build_;
  std::vector<value::Entry> entries_;
};

const value::Value* Texts(value::Builder& build, const std::vector<std::string>& texts);

// Whether JSON has a text for the value.
bool IsSayable(const value::Value& value, int depth = 0);

}  // namespace kval::schemas::json_schema

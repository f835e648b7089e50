#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/value/builder.h"
#include "src/value/value.h"

namespace kval::schemas::json_schema {

// Keywords that only kval supports: other tools ignore them.
//
// At the root: the schema has the semantics of ytt and KCL schemas. A missing optional key gets its `default`
// or the default of its type; 1.0 is not an integer; string lengths are in bytes; null passes rules if the
// type allows it; patterns are RE2's; `patternProperties` are tested in order, and only for undeclared keys;
// a single `anyOf` selects an alternative by shape.
constexpr std::string_view kValuesSchema = "x-kval-values";
// In such a schema: a key without a default, which stays missing.
constexpr std::string_view kOptional = "x-kval-optional";
// In an item of `allOf`: the name in kval of the rule that the item expresses. The other keywords express as
// much of the rule as other tools support.
constexpr std::string_view kRule = "x-kval-rule";
constexpr std::string_view kMessage = "x-kval-message";
constexpr std::string_view kExampleNames = "x-kval-example-names";
constexpr std::string_view kRemoved = "x-kval-removed";
constexpr std::string_view kSensitive = "x-kval-sensitive";

// A schema under construction. Keeps keywords in the order in which they are added.
class KeywordBuilder {
 public:
  explicit KeywordBuilder(value::Builder& build) : build_(&build) {}

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

// Creates an array of strings.
const value::Value* Strings(value::Builder& build, const std::vector<std::string>& strings);

// Returns whether JSON can represent the value.
bool IsJsonRepresentable(const value::Value& value, int depth = 0);

}  // namespace kval::schemas::json_schema

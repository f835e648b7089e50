#pragma once

#include <deque>
#include <unordered_map>

#include "src/lang/cel/value.h"
#include "src/value/entry_index.h"
#include "src/value/value.h"

namespace kval::kubernetes {

// Adapts document values to CEL without a schema: maps and lists without copying. Source: apimachinery,
// pkg/runtime/converter.go, for the types that JSON numbers get.
//
// Results are valid while the adapter exists.
class DynamicValues {
 public:
  DynamicValues() = default;
  DynamicValues(const DynamicValues&) = delete;
  DynamicValues& operator=(const DynamicValues&) = delete;

  // Null for a null pointer.
  cel::Value ToCel(const value::Value* value);
  // Returns the document value behind a map; null for other maps, which may no longer exist.
  const value::Value* SourceOf(const cel::Map* map) const;

 private:
  class DynamicMap final : public cel::Map {
   public:
    DynamicMap(DynamicValues& values, const value::Value& source) : values_(values), source_(source) {}
    size_t size() const override { return source_.entries().size(); }
    bool Find(const cel::Value& key, cel::Value* found) const override;
    cel::Value KeyAt(size_t index) const override;
    cel::Value ValueAt(size_t index) const override;

   private:
    DynamicValues& values_;
    const value::Value& source_;
  };
  class DynamicList final : public cel::List {
   public:
    DynamicList(DynamicValues& values, const value::Value& source) : values_(values), source_(source) {}
    size_t size() const override { return source_.items().size(); }
    cel::Value At(size_t index) const override { return values_.ToCel(source_.items()[index]); }

   private:
    DynamicValues& values_;
    const value::Value& source_;
  };

  std::deque<DynamicMap> maps_;
  std::deque<DynamicList> lists_;
  value::EntryIndex index_;
  std::unordered_map<const value::Value*, cel::Value> adapted_;  // collections
  std::unordered_map<const cel::Map*, const value::Value*> sources_;
};

}  // namespace kval::kubernetes

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/diag/path.h"
#include "src/value/value.h"

namespace kval::schemas::crd::rules {

// A schema of a definition, inside the schema at index `parent`, reached by these keys.
struct SchemaPosition {
  const value::Value* schema;
  // The nearest enclosing list whose items cannot be correlated between versions of an object, or null.
  // Source: apiextensions-apiserver, forbidOldSelfValidations.
  const value::Value* atomic;
  // How many values of it one object may have; nullopt if that is not bounded.
  std::optional<uint64_t> times;
  size_t parent;
  std::string_view keyword, name;  // the name of a property; no keyword: the schema of the version
};

// The schemas within the schema of a version, outermost first. Uses no native stack.
class SchemaPositions {
 public:
  // `path`: of the schema in its document. Both must outlive it.
  SchemaPositions(const value::Value& schema, const diag::Path& path)
      : path_(path), places_{{&schema, nullptr, 1, 0, {}, {}}} {}

  size_t size() const { return places_.size(); }
  const SchemaPosition& operator[](size_t at) const { return places_[at]; }
  // Adds the schemas directly within one.
  void Expand(size_t at);

  // The path of a rule's part in the document.
  diag::Path PathOfRule(size_t at, size_t rule, std::string_view part) const;
  // The place in an object: `spec.items[].name`; empty for the object itself.
  std::string FieldOf(size_t at) const;

 private:
  void Add(const value::Value* schema, const value::Value* atomic, size_t parent, std::string_view keyword,
           std::string_view name);

  const diag::Path& path_;
  std::vector<SchemaPosition> places_;
};

}  // namespace kval::schemas::crd::rules

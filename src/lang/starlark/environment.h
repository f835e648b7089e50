#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "src/lang/starlark/value.h"
#include "src/support/keyed_hash.h"

namespace kval::starlark {

// Predeclared names of a program: built-ins, names of the host, globals of another program. Programs refer to
// positions in an environment, so it must outlive them; names added later are visible only to programs parsed
// afterwards. Not copyable.
class Environment {
 public:
  // `parent` (may be null) supplies names that this one does not define.
  explicit Environment(const Environment* parent) : parent_(parent) {}
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

  // Adds or replaces.
  void Define(std::string_view name, Value value);

  // Returns the value, or null if no environment up to the root defines it.
  const Value* Find(std::string_view name) const;
  // All names up to the root, for suggestions.
  std::vector<std::string_view> Names() const;

 private:
  const Environment* parent_;
  std::deque<Value> values_;
  TextMap<std::string, size_t> index_;
};

}  // namespace kval::starlark

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/lang/cel/type.h"
#include "src/support/keyed_hash.h"

namespace kval::cel {

// Features that exist only in some places of Kubernetes.
enum class Extension : uint8_t {
  // `cel.bind(name, value, result)`: cel-go, ext/bindings.go; in selectors of devices.
  kBindings,
  // Declarations for mutations: objects `Object.spec{…}` with arbitrary fields, `JSONPatch{…}` and
  // `jsonpatch.escapeKey`. Source: apiserver, pkg/cel/mutation.
  kPatches,
  // Functions of Kyverno's policies: github.com/kyverno/sdk, extensions/cel/libs.
  kKyverno,
};

// The variables available to a program, with types. Compiled programs do not need it, except the types'
// arena, which must outlive them.
class Environment {
 public:
  struct Variable {
    std::string name;
    const Type* type;
  };

  // Where types for the variables are made.
  TypeArena& types() { return types_; }

  // Names may have dots. The order of the declarations is that of the values when a program runs.
  void Declare(std::string_view name, const Type* type) {
    constexpr size_t kFew = 16;
    variables_.push_back({std::string(name), type});
    for (; variables_.size() > kFew && noted_ < variables_.size(); ++noted_) {
      places_.try_emplace(variables_[noted_].name, noted_);
    }
  }
  std::span<const Variable> variables() const { return variables_; }
  // Returns the index of the first variable with a name. Indexed, because policies may declare any number of
  // variables, and a program for each.
  std::optional<size_t> Find(std::string_view name) const {
    if (!places_.empty()) {
      const auto found = places_.find(name);
      return found == places_.end() ? std::nullopt : std::optional(found->second);
    }
    const auto found = std::find_if(variables_.begin(), variables_.end(),
                                    [name](const Variable& variable) { return variable.name == name; });
    return found == variables_.end() ? std::nullopt
                                     : std::optional(static_cast<size_t>(found - variables_.begin()));
  }

  void Extend(Extension extension) { extensions_ |= 1U << static_cast<unsigned>(extension); }
  bool Has(Extension extension) const {
    return ((extensions_ >> static_cast<unsigned>(extension)) & 1U) != 0;
  }

  // The namespace in which names are looked up first: `x` is `a.b.x`, `a.x` or `x` in `a.b`.
  void set_container(std::string_view container) { container_ = container; }
  const std::string& container() const { return container_; }

 private:
  TypeArena types_;
  std::vector<Variable> variables_;
  TextMap<std::string, size_t> places_;  // of them, once they are many
  size_t noted_ = 0;
  std::string container_;
  unsigned extensions_ = 0;
};

}  // namespace kval::cel

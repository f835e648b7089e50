#pragma once

#include <span>
#include <vector>

#include "src/lang/kcl/eval/components.h"

namespace kval::kcl::eval {

// The setters of a chain below one that is running.
struct ChainView {
  std::span<const Setter> setters;
  std::span<Level> levels;
  size_t count = 0;
  Instance* instance = nullptr;  // null: a global's chain
  size_t member = 0;
  Symbol name{};                  // of a global's chain
  const Value* shared = nullptr;  // value of the running statement, if already known
};

// Values of globals and attributes: the result of their chain of setters (setter.h), merged with the
// configuration of an instance.
class Chains : private Components {
 public:
  explicit Chains(const Components& components) : Components(components) {}

  // Returns the value of a whole chain whose GetLastValue is unknown; while setters of it run, the value
  // below the lowest running one.
  Value Read(ChainView chain);
  // Returns the value after the first `count` setters.
  Value ReadBelow(const ChainView& chain);
  Value ReadMember(Instance& instance, size_t member);

 private:
  bool IsOfAbsent(const Value& value) const;
  // Returns false if the setter has no effect.
  bool RunGlobal(const Setter& setter, const ChainView& below, Value* result);
  bool RunMember(const Setter& setter, const ChainView& below, Value* result);
  Value SetValue(const Setter& setter, Symbol name, Frame* frame, const ChainView& below);
  Value AssignedValue(const Setter& setter, Symbol name, Frame* frame, const ChainView& below);
  // Returns the value that a statement assigns to all its names: evaluated once, while each name has its
  // previous value.
  Value SharedValue(const AssignStmt& stmt, const Setter& setter, Frame* frame, const ChainView& below);
  // Returns the levels of the statement in the chains of its names, except levels that have already run.
  std::vector<Level*> LevelsOf(const AssignStmt& stmt, const Setter& setter, Instance* instance);
  Value AugmentedValue(const AugAssignStmt& stmt, Frame* frame, const ChainView& below);
  Value UnifiedValue(const Setter& setter, Frame* frame, const ChainView& below);
  Value AttributeValue(const AttributeStmt& stmt, Frame* frame, const ChainView& below);
  Value Merged(const Value& value, const Entry& entry);
  Value WithConfig(const Value& value, const Entry* entry, const Member& declared);
};

}  // namespace kval::kcl::eval

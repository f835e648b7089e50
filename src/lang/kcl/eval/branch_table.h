#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "src/lang/kcl/eval/setter.h"

namespace kval::kcl::eval {

// An if statement that assigns names. Its branch is selected once; the conditions use the values that the
// names have before the statement.
struct BranchPoint {
  struct FirstSetter {
    size_t chain = 0;
    size_t setter = 0;
  };
  const IfStmt* statement = nullptr;
  std::vector<FirstSetter> first_setters;  // of each chain that contains the statement
};

// The result of a decision: the index of the branch, the number of branches if none is taken, or this value
// if undecided.
inline constexpr int32_t kUndecided = -1;
// The result if a condition failed, which was reported.
inline constexpr int32_t kUndecidable = -2;

// The if statements of one scope: the globals of a package, or the members of a schema.
class BranchTable {
 public:
  static constexpr size_t kNone = static_cast<size_t>(-1);

  // Adds the if statements of a chain. Requires: all setters of the chain are known.
  void Add(size_t chain, std::span<Setter> setters);
  // Returns the index of a statement of a part; kNone if it assigns no name.
  size_t Find(const IfStmt& statement, int32_t part) const;
  size_t size() const { return all_.size(); }
  const BranchPoint& operator[](size_t index) const { return all_[index]; }

 private:
  std::vector<BranchPoint> all_;
  std::map<std::pair<const IfStmt*, int32_t>, size_t> places_;
};

}  // namespace kval::kcl::eval

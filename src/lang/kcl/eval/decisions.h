#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "src/lang/kcl/eval/setter.h"

namespace kval::kcl::eval {

// An if statement that gives values to names. Which of its branches is taken is found out once, by conditions
// that see those names as they are before the statement.
struct Decision {
  struct First {
    size_t chain = 0;
    size_t setter = 0;
  };
  const IfStmt* statement = nullptr;
  std::vector<First> first_setters;  // of each chain that the statement takes part in
};

// The result of a decision: the index of the branch, the number of branches if none is taken, or this value
// if undecided.
inline constexpr int32_t kUndecided = -1;
// Or this, when a condition failed, which was reported.
inline constexpr int32_t kUndecidable = -2;

// The if statements of one scope: of the globals of a package, of the members of a schema.
class Decisions {
 public:
  static constexpr size_t kNone = static_cast<size_t>(-1);

  // Takes note of the choices of a chain, all of whose setters are known.
  void Add(size_t chain, std::span<Setter> setters);
  // The place of a statement of a part; kNone when it gives no name a value.
  size_t Find(const IfStmt& statement, int32_t part) const;
  size_t size() const { return all_.size(); }
  const Decision& operator[](size_t index) const { return all_[index]; }

 private:
  std::vector<Decision> all_;
  std::map<std::pair<const IfStmt*, int32_t>, size_t> places_;
};

}  // namespace kval::kcl::eval

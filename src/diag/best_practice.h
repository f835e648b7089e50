#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "src/diag/kind.h"

// The best practices of best_practice.def, which documents the columns. Their kinds are rules
// (resource_rule.h).
namespace kval::diag {

// The sets of `--rules`; kAll includes kRecommended.
enum class PracticeSet : uint8_t { kRecommended, kAll };

enum class PracticeSubject : uint8_t { kContainer, kMainContainer, kPod, kObject };

struct BestPractice {
  uint16_t number;
  PracticeSet set;
  PracticeSubject subject;
  std::string_view kinds, each, requirement, finding, expression, place, hint, source;

  Kind kind() const { return static_cast<Kind>(number); }
};

// Returns all best practices in the order of their numbers.
std::span<const BestPractice> BestPractices();
// Returns null for kinds that are no best practices.
const BestPractice* FindBestPractice(Kind kind);

}  // namespace kval::diag

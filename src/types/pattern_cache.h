#pragma once

#include <map>
#include <string>
#include <string_view>

#include "src/support/limits.h"
#include "src/types/pattern.h"

namespace kval::types {

// Compiles each pattern of a schema once, however often it occurs: in large CustomResourceDefinitions a few
// patterns, such as that of quantities, occur hundreds of times.
// Threads: one at a time.
class PatternCache {
 public:
  explicit PatternCache(const Limits& limits) : limits_(limits) {}

  // Returns what Pattern::Compile does; valid as long as the cache.
  const Result<Pattern>& Compile(std::string_view pattern) {
    auto known = patterns_.find(pattern);
    if (known == patterns_.end()) {
      known = patterns_.emplace(pattern, Pattern::Compile(pattern, limits_)).first;
    }
    return known->second;
  }

 private:
  Limits limits_;
  std::map<std::string, Result<Pattern>, std::less<>> patterns_;
};

}  // namespace kval::types

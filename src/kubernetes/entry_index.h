#pragma once

#include <optional>
#include <string_view>
#include <unordered_map>

#include "src/check/trail.h"
#include "src/support/keyed_hash.h"
#include "src/value/value.h"

namespace kval::kubernetes {

// Entries of maps by names that the document gives, as many as it likes: large maps are looked through once.
class EntryIndex {
 public:
  // As At (node.h); nothing where there is no map. It must not change as long as this lives.
  std::optional<check::Trail> At(const std::optional<check::Trail>& map, std::string_view key);

 private:
  std::unordered_map<const value::Value*, TextMap<std::string_view, const value::Entry*>> known_;
};

}  // namespace kval::kubernetes

#include "src/support/interner.h"

#include <utility>

#include "src/support/check.h"
#include "src/support/keyed_hash.h"

namespace kval {
namespace {

constexpr size_t kFirstSize = 64;

uint32_t HashOf(std::string_view text) {
  return static_cast<uint32_t>(KeyedHash(text));
}

}  // namespace

size_t Interner::Probe(std::string_view text, uint32_t hash) const {
  const size_t mask = slots_.size() - 1;
  size_t at = hash & mask;
  while (slots_[at].symbol >= 0 &&
         (slots_[at].hash != hash || strings_[static_cast<size_t>(slots_[at].symbol)] != text)) {
    at = (at + 1) & mask;
  }
  return at;
}

void Interner::Grow() {
  const std::vector<Slot> old = std::move(slots_);
  slots_.assign(old.empty() ? kFirstSize : old.size() * 2, Slot{});
  const size_t mask = slots_.size() - 1;
  for (const Slot& slot : old) {
    if (slot.symbol < 0) {
      continue;
    }
    size_t at = slot.hash & mask;
    while (slots_[at].symbol >= 0) {
      at = (at + 1) & mask;
    }
    slots_[at] = slot;
  }
}

Symbol Interner::Intern(std::string_view text) {
  if ((strings_.size() + 1) * 2 > slots_.size()) {
    Grow();
  }
  const uint32_t hash = HashOf(text);
  const size_t at = Probe(text, hash);
  if (slots_[at].symbol < 0) {
    slots_[at] = {hash, static_cast<int32_t>(strings_.size())};
    strings_.push_back(arena_.CopyText(text));
  }
  return Symbol{slots_[at].symbol};
}

Symbol Interner::Find(std::string_view text) const {
  if (slots_.empty()) {
    return {};
  }
  return Symbol{slots_[Probe(text, HashOf(text))].symbol};
}

std::string_view Interner::Text(Symbol symbol) const {
  KVAL_CHECK(symbol.has_value() && static_cast<size_t>(symbol.index) < strings_.size());
  return strings_[static_cast<size_t>(symbol.index)];
}

}  // namespace kval

#include "src/support/interner.h"

#include "src/support/check.h"

namespace kval {

Symbol Interner::Intern(std::string_view text) {
  if (auto found = symbols_.find(text); found != symbols_.end()) {
    return found->second;
  }
  const std::string_view copy = arena_.CopyText(text);
  const Symbol symbol{static_cast<int32_t>(texts_.size())};
  texts_.push_back(copy);
  symbols_.emplace(copy, symbol);
  return symbol;
}

Symbol Interner::Find(std::string_view text) const {
  auto found = symbols_.find(text);
  return found == symbols_.end() ? Symbol{} : found->second;
}

std::string_view Interner::Text(Symbol symbol) const {
  KVAL_CHECK(symbol.has_value() && static_cast<size_t>(symbol.index) < texts_.size());
  return texts_[static_cast<size_t>(symbol.index)];
}

}  // namespace kval

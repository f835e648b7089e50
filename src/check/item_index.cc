#include "src/check/item_index.h"

namespace kval::check {
namespace {

constexpr size_t kShort = 16;
constexpr size_t kOften = 4;

}  // namespace

std::optional<std::vector<uint32_t>> ItemIndex::Of(const value::Value& sequence,
                                                   const std::vector<const value::Value*>& scalars,
                                                   Budget& budget) {
  const auto items = sequence.items();
  if (items.size() <= kShort || scalars.empty()) {
    return std::nullopt;
  }
  IndexedSequence& noted = noted_[&sequence];
  if (noted.times_requested <= kOften) {
    if (++noted.times_requested <= kOften) {
      return std::nullopt;
    }
    budget.Spend(items.size());
    for (uint32_t i = 0; i < items.size(); ++i) {
      if (IsRecovered(*items[i]) || items[i]->kind == value::Kind::kNull) {
        noted.doubtful.push_back(i);
      } else if (!items[i]->is_collection()) {
        noted.items.Add(*items[i], i);
      }
    }
    noted.items.Sort();
  }
  std::vector<uint32_t> found = noted.doubtful;
  for (const value::Value* scalar : scalars) {
    noted.items.Find(*scalar, found);
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  budget.Spend(scalars.size() + found.size());
  return found;
}

}  // namespace kval::check

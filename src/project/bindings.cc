#include "src/project/bindings.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace kval::project {
namespace {

std::vector<std::string> NamesOf(const Bindings& bindings) {
  std::vector<std::string> names;
  for (const auto& [name, text] : bindings) {
    names.push_back(name);
  }
  return names;
}

// The values of some names; no path component contains a NUL.
std::string StringsOf(const std::vector<std::string>& names, const Bindings& bindings) {
  std::string strings;
  for (const std::string& name : names) {
    strings.append(bindings.find(name)->second).push_back('\0');
  }
  return strings;
}

}  // namespace

void BindingIndex::Add(const Bindings& bindings) {
  groups_[NamesOf(bindings)].members.push_back(all_.size());
  all_.push_back(&bindings);
}

std::vector<size_t> BindingIndex::Find(const Bindings& bindings, bool only_within) const {
  const Names names = NamesOf(bindings);
  std::vector<size_t> found;
  for (const auto& [own, kin] : groups_) {
    Names shared;
    std::set_intersection(own.begin(), own.end(), names.begin(), names.end(), std::back_inserter(shared));
    if (only_within && shared.size() < own.size()) {
      continue;
    }
    const auto [known, is_new] = kin.by_shared.try_emplace(shared);
    if (is_new) {
      for (const size_t member : kin.members) {
        known->second[StringsOf(shared, *all_[member])].push_back(member);
      }
    }
    if (const auto those = known->second.find(StringsOf(shared, bindings)); those != known->second.end()) {
      found.insert(found.end(), those->second.begin(), those->second.end());
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<size_t> BindingIndex::FindCompatible(const Bindings& bindings) const {
  return Find(bindings, false);
}

std::vector<size_t> BindingIndex::FindSubsets(const Bindings& bindings) const {
  return Find(bindings, true);
}

std::optional<std::vector<Bindings>> Combinations(const std::vector<std::vector<const Bindings*>>& found,
                                                  size_t most) {
  std::vector<Bindings> combined = {{}};
  for (const std::vector<const Bindings*>& matches : found) {
    BindingIndex of_matches;
    for (const Bindings* match : matches) {
      of_matches.Add(*match);
    }
    BindingIndex of_combined;
    std::set<Bindings> next;
    for (const Bindings& before : combined) {
      of_combined.Add(before);
      const std::vector<size_t> agreeing = of_matches.FindCompatible(before);
      for (const size_t match : agreeing) {
        Bindings both = before;
        both.insert(matches[match]->begin(), matches[match]->end());
        next.insert(std::move(both));
        if (next.size() > most) {
          return std::nullopt;
        }
      }
      if (agreeing.empty()) {
        next.insert(before);
      }
    }
    for (const Bindings* match : matches) {
      if (of_combined.FindCompatible(*match).empty()) {
        next.insert(*match);
      }
    }
    if (next.size() > most) {
      return std::nullopt;
    }
    combined.assign(next.begin(), next.end());
  }
  return combined;
}

}  // namespace kval::project

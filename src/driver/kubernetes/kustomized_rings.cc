#include "src/driver/kubernetes/kustomized_rings.h"

namespace kval::driver {
namespace {

// A directory whose loaded directories have been visited up to `next`.
struct Step {
  const LoadedFolders::value_type* folder;
  size_t next = 0;
};

}  // namespace

std::set<std::pair<std::string, std::string>> ClosesRings(const LoadedFolders& loaded) {
  std::set<std::pair<std::string, std::string>> closing;
  std::set<std::string> done;
  for (const LoadedFolders::value_type& first : loaded) {
    if (done.contains(first.first)) {
      continue;
    }
    std::vector<Step> way = {{&first}};
    std::set<std::string> on_way = {first.first};
    while (!way.empty()) {
      Step& step = way.back();
      if (step.next == step.folder->second.size()) {
        on_way.erase(step.folder->first);
        done.insert(step.folder->first);
        way.pop_back();
        continue;
      }
      const auto found = loaded.find(step.folder->second[step.next++]);
      if (found == loaded.end() || done.contains(found->first)) {
        continue;
      }
      if (on_way.insert(found->first).second) {
        way.push_back({&*found});
      } else {
        closing.emplace(step.folder->first, found->first);
      }
    }
  }
  return closing;
}

}  // namespace kval::driver

#include "src/driver/kubernetes/kustomization_cycles.h"

namespace kval::driver {
namespace {

// A directory whose loaded directories have been visited up to `next`.
struct Step {
  const LoadedDirectories::value_type* directory;
  size_t next = 0;
};

}  // namespace

std::set<std::pair<std::string, std::string>> FindCycleEdges(const LoadedDirectories& loaded) {
  std::set<std::pair<std::string, std::string>> closing;
  std::set<std::string> done;
  for (const LoadedDirectories::value_type& first : loaded) {
    if (done.contains(first.first)) {
      continue;
    }
    std::vector<Step> way = {{&first}};
    std::set<std::string> on_way = {first.first};
    while (!way.empty()) {
      Step& step = way.back();
      if (step.next == step.directory->second.size()) {
        on_way.erase(step.directory->first);
        done.insert(step.directory->first);
        way.pop_back();
        continue;
      }
      const auto found = loaded.find(step.directory->second[step.next++]);
      if (found == loaded.end() || done.contains(found->first)) {
        continue;
      }
      if (on_way.insert(found->first).second) {
        way.push_back({&*found});
      } else {
        closing.emplace(step.directory->first, found->first);
      }
    }
  }
  return closing;
}

}  // namespace kval::driver

#include "src/lang/kcl/eval/package_state.h"

#include <utility>

namespace kval::kcl::eval {
namespace {

// The chains of the globals, in the order of the files and lines.
void AddSetters(const Package& package, int32_t index, PackageState& state) {
  for (const FileAst& file : package.files) {
    std::vector<Choice> choices;
    ForEachSetter(file.body, choices, [&](Symbol name, Setter setter) {
      auto place = package.by_name.find(name);
      if (place != package.by_name.end()) {
        setter.part = index;
        state.globals[static_cast<size_t>(place->second)].setters.push_back(std::move(setter));
      }
    });
  }
  for (size_t g = 0; g < state.globals.size(); ++g) {
    state.globals[g].levels.resize(state.globals[g].setters.size());
    state.decisions.Add(g, state.globals[g].setters);
  }
  state.decided.assign(state.decisions.size(), kUndecided);
}

}  // namespace

std::vector<PackageState> PackageStates(const Program& program, const std::vector<Override>& overrides) {
  std::vector<PackageState> states(program.packages.size());
  for (size_t p = 0; p < program.packages.size(); ++p) {
    const Package& package = *program.packages[p];
    PackageState& state = states[p];
    state.module = {package.path, static_cast<int32_t>(p)};
    state.globals.resize(package.globals.size());
    for (size_t g = 0; g < package.globals.size(); ++g) {
      state.globals[g].global = &package.globals[g];
      state.globals[g].package = static_cast<int32_t>(p);
    }
    AddSetters(package, static_cast<int32_t>(p), state);
    for (const Override& change : overrides) {
      bool here = change.package.empty() ? p == 0 : change.package == package.path;
      auto place = here ? package.by_name.find(program.ast.names.Find(change.path.front().name))
                        : package.by_name.end();
      if (place != package.by_name.end()) {
        state.globals[static_cast<size_t>(place->second)].overrides.push_back(&change);
      }
    }
  }
  return states;
}

}  // namespace kval::kcl::eval

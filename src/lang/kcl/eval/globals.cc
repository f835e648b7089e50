#include "src/lang/kcl/eval/globals.h"

#include "src/lang/kcl/eval/chains.h"
#include "src/lang/kcl/eval/overrides.h"
#include "src/lang/kcl/eval/package_state.h"

namespace kval::kcl::eval {

using runtime::Kind;

namespace {

ChainView ChainOf(GlobalState& state) {
  return {state.setters, state.levels, state.setters.size(), nullptr, 0, state.global->name};
}

}  // namespace

Value Globals::Read(int32_t package, int32_t index) {
  GlobalState& state = packages_[static_cast<size_t>(package)].globals[static_cast<size_t>(index)];
  switch (state.global->kind) {
    case GlobalKind::kSchema:
    case GlobalKind::kRule:
    case GlobalKind::kTypeAlias: {
      if (state.global->schema == nullptr) {
        return {};
      }
      Value value;
      value.kind = Kind::kType;
      value.type = context_.TypeOf(*state.global->schema);
      return value;
    }
    case GlobalKind::kVariable:
      break;
  }
  return state.overrides.empty() ? ReadSet(state) : ReadOverridden(state);
}

Value Globals::Find(int32_t package, Symbol name, bool* found) {
  const Package& home = *context_.program().packages[static_cast<size_t>(package)];
  auto place = home.by_name.find(name);
  *found = place != home.by_name.end();
  return *found ? Read(package, place->second) : Value();
}

Value Globals::ReadSet(GlobalState& state) {
  const Value* value = GetLastValue(state.levels);
  return value != nullptr ? *value : chains_.Read(ChainOf(state));
}

Value Globals::ReadOverridden(GlobalState& state) {
  if (state.overridden.state == LevelState::kDone) {
    return state.overridden.value;
  }
  bool outermost = state.overridden.state == LevelState::kNew;
  state.overridden.state = LevelState::kRunning;
  Value value = ReadSet(state);
  // While the global's own setters run, they see each other's values.
  if (!outermost) {
    return value;
  }
  value = Overrides(whole_, context_).Applied(value, state.overrides);
  state.overridden = {LevelState::kDone, value};
  return value;
}

// KCL evaluates a uniting statement twice when its name is read, so the statement itself is the third
// evaluation.
void Globals::RunSetter(GlobalState& state, size_t setter, const Stmt& stmt) {
  ChainView chain = ChainOf(state);
  chain.count = setter + 1;
  Level& level = state.levels[setter];
  const bool was_read = counts_instances_ && level.state == LevelState::kDone;
  for (int again = was_read && stmt.kind == StmtKind::kUnification ? 2 : 1; again > 0; --again) {
    level.state = was_read ? LevelState::kNew : level.state;
    chains_.ReadBelow(chain);
  }
}

void Globals::Force(int32_t package, Symbol name, const Stmt& stmt) {
  const Package& home = *context_.program().packages[static_cast<size_t>(package)];
  auto place = home.by_name.find(name);
  if (place == home.by_name.end()) {
    return;
  }
  GlobalState& state = packages_[static_cast<size_t>(package)].globals[static_cast<size_t>(place->second)];
  context_.trace().circle = {};
  // Statements are run in the order of the setters: the next one is the one behind the last.
  const size_t count = state.setters.size();
  for (size_t n = 0; n < count; ++n) {
    const size_t i = (state.next_setter + n) % count;
    bool merged = stmt.kind == StmtKind::kUnification && i + 1 < state.setters.size() &&
                  state.setters[i + 1].stmt->kind == StmtKind::kUnification;
    if (state.setters[i].stmt != &stmt) {
      continue;
    }
    state.next_setter = i;
    if (!merged) {
      RunSetter(state, i, stmt);
    }
    return;
  }
}

}  // namespace kval::kcl::eval

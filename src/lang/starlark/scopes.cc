#include "src/lang/starlark/scopes.h"

#include <algorithm>
#include <string>

#include "src/lang/starlark/error.h"

namespace kval::starlark {
namespace {

constexpr diag::Def<std::string_view> kUndefined{diag::Kind::kStarlarkName, "undefined: {}"};

// ytt's hints for words of YAML and JSON.
std::string_view YamlWordHint(std::string_view name) {
  if (name == "true") {
    return "use 'True' instead of 'true' for boolean assignment";
  }
  if (name == "false") {
    return "use 'False' instead of 'false' for boolean assignment";
  }
  return name == "null" || name == "nil" || name == "none" ? "use 'None' for a null value" : "";
}

}  // namespace

void Scopes::EnterFunction(FunctionCode* code) {
  Function& made = functions_.emplace_back();
  made.parent = function_;
  made.code = code;
  made.region = NewScope(region_, &made);
  function_ = &made;
  region_ = made.region;
}

void Scopes::LeaveFunction() {
  Function& left = *function_;
  function_ = left.parent;
  region_ = left.region->parent;
  FinishFunction(left);
}

void Scopes::EnterComprehension() {
  region_ = NewScope(region_, function_);
}

void Scopes::LeaveComprehension() {
  region_ = region_->parent;
}

Scopes::NameScope* Scopes::NewScope(NameScope* parent, Function* function) {
  NameScope& made = regions_.emplace_back();
  made.parent = parent;
  made.function = function;
  return &made;
}

void Scopes::BindHere(NameExpr* name) {
  local_uses_.push_back({name, BindLocal(name->name)});
}

size_t Scopes::Finish() {
  FinishTop(functions_.front());
  ReportMissing();
  for (Function& function : functions_) {
    Publish(function);
  }
  program_.globals() = global_names_;
  return undefined_names_;
}

Scopes::Variable* Scopes::BindLocal(std::string_view name) {
  Variable*& variable = region_->names[name];
  if (!variable) {
    variable =
        &variables_.emplace_back(Variable{function_, static_cast<uint32_t>(function_->slot_names.size())});
    function_->slot_names.push_back(name);
    function_->variables.push_back(variable);
  }
  return variable;
}

void Scopes::Bind(NameExpr* name) {
  if (AtTop() && region_->names.find(name->name) == region_->names.end()) {
    const auto [entry, is_new] = globals_.emplace(name->name, static_cast<uint32_t>(global_names_.size()));
    if (is_new) {
      global_names_.push_back(name->name);
    }
    name->ref = {Scope::kGlobal, entry->second, nullptr};
    return;
  }
  BindLocal(name->name);
  Use(name);
}

void Scopes::Use(NameExpr* name) {
  const NameUse use{name, region_, function_};
  if (AtTop()) {
    // Resolved in the order of the text, so that `x = x` may read a predeclared x.
    ResolveAtTop(use);
  } else {
    function_->uses.push_back(use);
  }
}

Scopes::Variable* Scopes::Lookup(const NameScope* region, std::string_view name, const Function* within) {
  for (; region && region->function == within; region = region->parent) {
    if (const auto found = region->names.find(name); found != region->names.end()) {
      return found->second;
    }
  }
  return nullptr;
}

// At the end of a function all locals are known; other names belong to an enclosing scope.
void Scopes::FinishFunction(Function& function) {
  for (const NameUse& use : function.uses) {
    if (Variable* variable = Lookup(use.region, use.name->name, &function)) {
      Refer(use, variable);
    } else {
      function.parent->uses.push_back({use.name, function.region->parent, use.user});
    }
  }
  function.uses.clear();
}

void Scopes::FinishTop(Function& top) {
  for (const NameUse& use : top.uses) {
    if (Variable* variable = Lookup(use.region, use.name->name, &top)) {
      Refer(use, variable);
    } else {
      ResolveAtTop(use);
    }
  }
  top.uses.clear();
}

void Scopes::Refer(const NameUse& use, Variable* variable) {
  if (use.user == variable->owner) {
    // Whether it is a cell is known at the end only: Publish decides.
    local_uses_.push_back({use.name, variable});
    return;
  }
  variable->is_cell = true;
  use.name->ref = {Scope::kFree, CaptureOf(*use.user, variable), nullptr};
}

uint32_t Scopes::CaptureOf(Function& function, Variable* variable) {
  const auto found = function.capture_index.find(variable);
  if (found != function.capture_index.end()) {
    return found->second;
  }
  Capture capture{true, variable->slot};
  if (function.parent != variable->owner) {
    capture = {false, CaptureOf(*function.parent, variable)};
  }
  const auto index = static_cast<uint32_t>(function.captures.size());
  function.captures.push_back(capture);
  function.capture_index.emplace(variable, index);
  return index;
}

void Scopes::ResolveAtTop(const NameUse& use) {
  NameExpr* name = use.name;
  const NameScope& top = regions_.front();
  if (const auto found = top.names.find(name->name); found != top.names.end()) {
    Refer(use, found->second);
  } else if (const auto global = globals_.find(name->name); global != globals_.end()) {
    name->ref = {Scope::kGlobal, global->second, nullptr};
  } else if (const Value* value = environment_.Find(name->name)) {
    name->ref = {Scope::kPredeclared, 0, value};
  } else {
    ReportUndefined(use);
  }
}

// A name that the host knows, a module that was not loaded, is one mistake wherever it is used.
void Scopes::ReportMissing() {
  constexpr size_t kMost = 9;
  std::sort(missing_.begin(), missing_.end(),
            [](const auto& a, const auto& b) { return a.first.name->span.begin < b.first.name->span.begin; });
  for (const auto& [use, more] : missing_) {
    diag::DiagnosticBuilder builder = emitter_.Report(use.name->span, kUndefined, use.name->name);
    ++undefined_names_;
    for (size_t i = 0; i < more.size() && i < kMost; ++i) {
      builder.Related(more[i], "used here, too");
    }
    builder.Hint(undefined_hint_(use.name->name, program_.name())).Emit();
  }
}

bool Scopes::IsMissing(const NameUse& use) {
  if (!undefined_hint_ || undefined_hint_(use.name->name, program_.name()).empty()) {
    return false;
  }
  for (auto& [first, more] : missing_) {
    if (first.name->name == use.name->name) {
      more.push_back(use.name->span);
      return true;
    }
  }
  missing_.push_back({use, {}});
  return true;
}

std::vector<std::string_view> Scopes::VisibleNames(const NameScope* region) const {
  std::vector<std::string_view> names = environment_.Names();
  names.insert(names.end(), global_names_.begin(), global_names_.end());
  for (; region != nullptr; region = region->parent) {
    for (const auto& [name, variable] : region->names) {
      names.push_back(name);
    }
  }
  return names;
}

void Scopes::ReportUndefined(const NameUse& use) {
  if (IsMissing(use)) {
    return;
  }
  std::string hint(YamlWordHint(use.name->name));
  if (const auto argument = arguments_.find(use.name->span.begin);
      argument != arguments_.end() && hint.empty()) {
    hint = "a string needs quotes: `" + std::string(argument->second) +
           (argument->second.empty() ? "\"" : "=\"") + std::string(use.name->name) + "\"`";
  }
  size_t visible = global_names_.size();
  for (const NameScope* region = use.region; region != nullptr; region = region->parent) {
    visible += region->names.size();
  }
  if (hint.empty() && suggestions_.Take(visible)) {
    hint = SuggestionText(use.name->name, VisibleNames(use.region), "");
    if (!hint.empty()) {
      constexpr size_t kQuestion = sizeof(" (did you mean ") - 1;
      hint = "did you mean `" + hint.substr(kQuestion, hint.size() - 2 - kQuestion) + "`?";
    }
  }
  ++undefined_names_;
  emitter_.Report(use.name->span, kUndefined, use.name->name).Hint(std::move(hint)).Emit();
}

// Writes the results into the tree.
void Scopes::Publish(Function& function) {
  Arena& arena = program_.arena();
  FunctionCode& code = *function.code;
  code.slot_names = arena.Copy(std::span<const std::string_view>(function.slot_names));
  code.captures = arena.Copy(std::span<const Capture>(function.captures));
  std::vector<uint32_t> cells;
  for (const Variable* variable : function.variables) {
    if (variable->is_cell) {
      cells.push_back(variable->slot);
    }
  }
  code.cell_slots = arena.Copy(std::span<const uint32_t>(cells));
  if (function.parent == nullptr) {
    for (const auto& [name, variable] : local_uses_) {
      name->ref = {variable->is_cell ? Scope::kCell : Scope::kLocal, variable->slot, nullptr};
    }
  }
}

}  // namespace kval::starlark

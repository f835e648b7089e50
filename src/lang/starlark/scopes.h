#pragma once

#include <deque>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "src/diag/emitter.h"
#include "src/lang/starlark/environment.h"
#include "src/lang/starlark/program.h"
#include "src/lang/starlark/resolver.h"
#include "src/support/edit_distance.h"
#include "src/support/keyed_hash.h"

namespace kval::starlark {

// The names of one program while its tree is walked: which variables there are, who uses them, and where each
// is found at run time. Reports undefined names.
class Scopes {
 public:
  Scopes(Program& program, const Environment& environment, const UndefinedHint& undefined_hint,
         diag::Emitter& emitter)
      : program_(program), environment_(environment), undefined_hint_(undefined_hint), emitter_(emitter) {}

  // Enters the scope of a function, from its parameters to its end; the file is the first scope.
  void EnterFunction(FunctionCode* code);
  void LeaveFunction();
  // Enters the scope of a comprehension.
  void EnterComprehension();
  void LeaveComprehension();

  bool is_in_function() const { return function_->parent != nullptr; }
  bool IsBoundHere(std::string_view name) const { return region_->names.contains(name); }

  void Bind(NameExpr* name);
  // Binds in the current scope, also at top level: a parameter, a loaded name.
  void BindHere(NameExpr* name);
  void Use(NameExpr* name);
  // Records that the whole argument `keyword` of an annotation (empty: a positional argument) is this name.
  // If the name is undefined, the message suggests a string.
  void RecordArgument(const NameExpr& name, std::string_view keyword) {
    arguments_[name.span.begin] = keyword;
  }

  // After the file is visited: writes the results into the tree. Returns the number of undefined names.
  size_t Finish();

 private:
  struct Function;

  struct Variable {
    Function* owner;
    uint32_t slot;
    bool is_cell = false;
  };

  // A region of names: a function, the file, or a comprehension.
  struct NameScope {
    NameScope* parent;
    Function* function;
    TextMap<std::string_view, Variable*> names;
  };

  struct NameUse {
    NameExpr* name;
    NameScope* region;
    Function* user;  // the function that contains the name
  };

  struct Function {
    Function* parent;
    FunctionCode* code;
    NameScope* region;
    std::vector<std::string_view> slot_names;
    std::vector<Variable*> variables;
    std::vector<NameUse> uses;
    std::vector<Capture> captures;
    std::unordered_map<const Variable*, uint32_t> capture_index;
  };

  bool AtTop() const { return region_->parent == nullptr; }
  NameScope* NewScope(NameScope* parent, Function* function);
  Variable* BindLocal(std::string_view name);
  static Variable* Lookup(const NameScope* region, std::string_view name, const Function* within);
  void FinishFunction(Function& function);
  void FinishTop(Function& top);
  void Refer(const NameUse& use, Variable* variable);
  uint32_t CaptureOf(Function& function, Variable* variable);
  void ResolveAtTop(const NameUse& use);
  void ReportMissing();
  bool IsMissing(const NameUse& use);
  void ReportUndefined(const NameUse& use);
  std::vector<std::string_view> VisibleNames(const NameScope* region) const;
  void Publish(Function& function);

  Program& program_;
  const Environment& environment_;
  const UndefinedHint& undefined_hint_;
  diag::Emitter& emitter_;
  std::unordered_map<uint32_t, std::string_view> arguments_;            // by the place of the name
  std::vector<std::pair<NameUse, std::vector<source::Span>>> missing_;  // with all later uses
  std::deque<Function> functions_;
  std::deque<NameScope> regions_;
  std::deque<Variable> variables_;
  TextMap<std::string_view, uint32_t> globals_;
  std::vector<std::string_view> global_names_;
  SuggestionBudget suggestions_;
  std::vector<std::pair<NameExpr*, Variable*>> local_uses_;
  Function* function_ = nullptr;
  NameScope* region_ = nullptr;
  size_t undefined_names_ = 0;
};

}  // namespace kval::starlark

#include "src/lang/kcl/eval/packages.h"

#include <algorithm>
#include <numeric>
#include <string_view>

#include "src/lang/kcl/eval/branches.h"
#include "src/lang/kcl/eval/globals.h"
#include "src/lang/kcl/eval/overrides.h"
#include "src/lang/kcl/eval/statements.h"
#include "src/lang/kcl/runtime/size_estimate.h"
#include "src/lang/kcl/runtime/union.h"
#include "src/support/keyed_hash.h"

namespace kval::kcl::eval {
namespace {

// The indices of the globals in the order in which they are put out.
std::vector<size_t> ByPlace(const std::vector<GlobalState>& states) {
  std::vector<size_t> order(states.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](size_t one, size_t other) {
    return states[one].global->place < states[other].global->place;
  });
  return order;
}

}  // namespace

// A package that no file reads does not run, only its imports do (as since KCL 0.13).
bool Packages::Run(int32_t package) {
  PackageState& state = packages_[static_cast<size_t>(package)];
  if (state.started) {
    return !context_.failed();
  }
  state.started = true;
  const Package& home = *context_.program().packages[static_cast<size_t>(package)];
  for (const FileAst& file : home.files) {
    for (const Stmt* stmt : file.body) {
      const auto* import = stmt->As<ImportStmt>();
      if (import == nullptr || import->bound.id < 0) {
        continue;
      }
      const Ref& ref = context_.program().RefOf(import->bound);
      if (ref.kind == RefKind::kPackage && !Run(ref.package)) {
        return false;
      }
    }
  }
  if (package == 0 || home.is_read) {
    for (const FileAst& file : home.files) {
      RunStatements(file.body, package);
    }
  }
  return !context_.failed();
}

// The statements of a package in the order of the text: each name gets its final value, whatever the order.
void Packages::RunStatements(Stmts body, int32_t package) {
  for (const Stmt* stmt : body) {
    if (context_.failed()) {
      return;
    }
    context_.trace().visited = stmt->span;
    RunStatement(*stmt, package);
    GoOn(context_);
  }
}

void Packages::RunStatement(const Stmt& stmt, int32_t package) {
  ForEachTarget(stmt, [&](Symbol name) { globals_.Force(package, name, stmt); });
  if (const auto* condition = stmt.As<IfStmt>()) {
    const BranchScope scope(packages_[static_cast<size_t>(package)]);
    RunStatements(branches_.Taken(*condition, package, scope, nullptr), package);
  } else if (const auto* assertion = stmt.As<AssertStmt>()) {
    statements_.Assert(*assertion, nullptr);
  } else if (const auto* expression = stmt.As<ExprStmt>()) {
    for (const Expr* expr : expression->exprs) {
      Value value = whole_.Eval(*expr, nullptr);
      if (!context_.failed() && expr->kind != ExprKind::kCall && package == 0) {
        AddScalar(value, expr->kind == ExprKind::kSchemaInit);
      }
    }
  }
}

// Only the last instance among the expression statements is shown (kcl.md, 8).
void Packages::AddScalar(const Value& value, bool is_schema) {
  if (is_schema) {
    if (schema_scalar_ < scalars_.size()) {
      scalars_.erase(scalars_.begin() + static_cast<std::ptrdiff_t>(schema_scalar_));
    }
    scalars_.push_back(value);
    schema_scalar_ = scalars_.size() - 1;
  } else {
    scalars_.push_back(value);
  }
}

DictBuilder Packages::VisibleGlobals() {
  DictBuilder globals(&context_.heap());
  const EvalOptions& options = context_.options();
  const std::vector<GlobalState>& states = packages_.front().globals;
  TextSet<std::string_view> overridden;
  for (const Override& change : options.overrides) {
    overridden.insert(change.value);
  }
  for (const size_t i : ByPlace(states)) {
    std::string_view name = context_.Text(states[i].global->name);
    if (states[i].global->kind == GlobalKind::kVariable && overridden.count(name) == 0 &&
        (options.show_hidden || name.substr(0, 1) != "_")) {
      globals.Set(name, globals_.Read(0, static_cast<int32_t>(i)));
    }
  }
  Overrides(whole_, context_).AddNewGlobals(globals);
  return globals;
}

Value Packages::Result() {
  constexpr runtime::UnionOptions kPlan = {.check_conflicts = true, .resolve = false};
  DictBuilder whole(&context_.heap());
  auto merge = [&](const Value& value) {
    Entry entry;
    entry.value = value;
    MergeEntry(whole_, whole, entry, kPlan);
  };
  for (const Value& scalar : scalars_) {
    merge(scalar);
  }
  DictBuilder globals = VisibleGlobals();
  if (globals.size() > 0 || scalars_.empty()) {
    merge(globals.BuildValue());
  }
  const Entry* entry = whole.Find("");
  // The caller writes the result.
  bool shown = !context_.failed() && entry != nullptr && CheckOutputSize(whole_, entry->value);
  return shown ? entry->value : Value();
}

}  // namespace kval::kcl::eval

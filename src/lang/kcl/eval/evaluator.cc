#include "src/lang/kcl/eval/evaluator.h"

#include <algorithm>
#include <string>
#include <utility>

#include "src/lang/kcl/value/extent.h"
#include "src/lang/kcl/value/text.h"
#include "src/support/hosted_call.h"

namespace kval::kcl::eval {

using runtime::Kind;

namespace {

constexpr uint64_t kStepsOfAPoll = 4096;

}  // namespace

Evaluator::Evaluator(const Program& program, source::FileReader& files, diag::Emitter& emitter,
                     Options options)
    : program_(program),
      files_(files),
      emitter_(emitter),
      options_(std::move(options)),
      failures_(emitter, options_.collect_check_failures, !options_.fails_at_instances),
      heap_(options_.limits.kcl_memory),
      layouts_(options_.layouts != nullptr ? options_.layouts : std::make_shared<Layouts>(program)) {
  made_.resize(program.schemas.size());
  packages_.resize(program.packages.size());
  for (size_t p = 0; p < program.packages.size(); ++p) {
    const Package& package = *program.packages[p];
    PackageState& state = packages_[p];
    state.module = {package.path, static_cast<int32_t>(p)};
    state.globals.resize(package.globals.size());
    for (size_t g = 0; g < package.globals.size(); ++g) {
      state.globals[g].global = &package.globals[g];
      state.globals[g].package = static_cast<int32_t>(p);
    }
    for (const FileAst& file : package.files) {
      std::vector<Choice> choices;
      ForEachSetter(file.body, choices, [&](Symbol name, Setter setter) {
        auto place = package.by_name.find(name);
        if (place != package.by_name.end()) {
          setter.part = static_cast<int32_t>(p);
          state.globals[static_cast<size_t>(place->second)].setters.push_back(std::move(setter));
        }
      });
    }
    for (size_t g = 0; g < state.globals.size(); ++g) {
      state.globals[g].levels.resize(state.globals[g].setters.size());
      state.decisions.Add(g, state.globals[g].setters);
    }
    state.decided.assign(state.decisions.size(), kUndecided);
    for (const Override& change : options_.overrides) {
      bool here = change.package.empty() ? p == 0 : change.package == package.path;
      auto place = here ? package.by_name.find(program.ast.names.Find(change.path.front().name))
                        : package.by_name.end();
      if (place != package.by_name.end()) {
        state.globals[static_cast<size_t>(place->second)].overrides.push_back(&change);
      }
    }
  }
}

// Imported packages are evaluated before the package that imports them. One that no file reads does not run,
// only what it imports (as since KCL 0.13).
bool Evaluator::RunPackage(int32_t package) {
  PackageState& state = packages_[static_cast<size_t>(package)];
  if (state.started) {
    return !failed();
  }
  state.started = true;
  const Package& home = *program_.packages[static_cast<size_t>(package)];
  for (const FileAst& file : home.files) {
    for (const Stmt* stmt : file.body) {
      const auto* import = stmt->As<ImportStmt>();
      if (import == nullptr || import->bound.id < 0) {
        continue;
      }
      const Ref& ref = program_.RefOf(import->bound);
      if (ref.kind == RefKind::kPackage && !RunPackage(ref.package)) {
        return false;
      }
    }
  }
  if (package == 0 || home.is_read) {
    for (const FileAst& file : home.files) {
      RunTopLevel(file.body, package);
    }
  }
  return !failed();
}

// A file of the main package may be a package of its own, too.
bool Evaluator::IsInMain(source::Span span) const {
  for (const FileAst& file : program_.packages.front()->files) {
    if (file.file != nullptr && file.file->Contains(span.begin)) {
      return true;
    }
  }
  bool in_other = false;
  for (size_t p = 1; p < program_.packages.size() && !in_other; ++p) {
    for (const FileAst& file : program_.packages[p]->files) {
      in_other = in_other || (file.file != nullptr && file.file->Contains(span.begin));
    }
  }
  return !in_other;
}

std::string_view Evaluator::current_file() const {
  for (const std::unique_ptr<Package>& package : program_.packages) {
    for (const FileAst& file : package->files) {
      if (file.file != nullptr && file.file->Contains(trace_.place.begin)) {
        return file.file->name();
      }
    }
  }
  return {};
}

Value Evaluator::Fail(std::string message) {
  return FailAt(trace_.place, std::move(message));
}

Value Evaluator::FailAt(source::Span span, std::string message) {
  if (heap_.refused()) {
    return FailLimit(diag::Kind::kLimitMemory, "the program uses more memory than the limit");
  }
  failures_.Begin(span, std::move(message), trace_);
  return {};
}

Value Evaluator::FailBetween(source::Span place, source::Span other, std::string other_text,
                             std::string message) {
  if (heap_.refused()) {
    return FailLimit(diag::Kind::kLimitMemory, "the program uses more memory than the limit");
  }
  failures_.BeginBetween(place, other, std::move(other_text), std::move(message), trace_);
  return {};
}

Value Evaluator::FailLimit(diag::Kind kind, std::string message) {
  failures_.BeginLimit(kind, std::move(message), trace_);
  return {};
}

Value Evaluator::FailLimit(runtime::Limit limit, std::string message) {
  switch (limit) {
    case runtime::Limit::kNesting:
      return FailLimit(diag::Kind::kLimitDepth, std::move(message));
    case runtime::Limit::kMemory:
      return FailLimit(diag::Kind::kLimitMemory, std::move(message));
    case runtime::Limit::kSteps:
      return FailLimit(diag::Kind::kLimitSteps, std::move(message));
  }
  return {};
}

bool Evaluator::ChargeItems(size_t count) {
  if (Charge(count) && heap_.over_limit()) {
    FailLimit(diag::Kind::kLimitMemory, "the program uses more memory than the limit");
  }
  return !failed();
}

std::string Evaluator::TextOf(const Value& value) {
  return MayWrite(*this, value) ? runtime::Text(value) : std::string();
}

bool Evaluator::Charge(uint64_t steps) {
  const uint64_t before = steps_;
  steps_ += steps;
  if (before / kStepsOfAPoll != steps_ / kStepsOfAPoll) {
    PollHost();
  }
  if (steps_ > options_.limits.kcl_steps) {
    FailLimit(diag::Kind::kLimitSteps, "the program runs for more steps than the limit");
  }
  return !failed();
}

Value Evaluator::Option(std::string_view key) {
  return options_.option ? options_.option(key, heap_) : Value();
}

void Evaluator::Print(std::string_view text) {
  if (options_.print) {
    options_.print(text);
  }
}

}  // namespace kval::kcl::eval

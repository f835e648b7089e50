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

// KCL's longer messages with their lines joined.
std::string OnOneLine(std::string_view message) {
  std::string line;
  for (char c : message) {
    bool blank = c == '\n' || c == ' ';
    if (!blank || (!line.empty() && line.back() != ' ')) {
      line += blank ? ' ' : c;
    }
  }
  return line;
}

}  // namespace

Evaluator::Evaluator(const Program& program, source::FileReader& files, diag::Emitter& emitter,
                     Options options)
    : program_(program),
      files_(files),
      emitter_(emitter),
      options_(std::move(options)),
      heap_(options_.limits.kcl_memory) {
  layouts_.resize(program.schemas.size());
  made_.resize(program.schemas.size());
  schema_types_.resize(program.schemas.size());
  for (const std::unique_ptr<kcl::Schema>& schema : program.schemas) {
    const Package& package = *program.packages[static_cast<size_t>(schema->package)];
    schema_types_[static_cast<size_t>(schema->index)] = {Text(schema->name), package.path, schema.get()};
  }
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
      if (file.file != nullptr && file.file->Contains(place_.begin)) {
        return file.file->name();
      }
    }
  }
  return {};
}

Value Evaluator::Fail(std::string message) {
  return FailAt(place_, std::move(message));
}

Value Evaluator::FailBetween(source::Span place, source::Span other, std::string other_text,
                             std::string message) {
  if (!failed()) {
    FailAt(place, std::move(message));
    if (other.has_value() && other != place) {
      std::erase_if(failure_->labels, [&](const diag::Label& label) {
        return label.text == kMeanwhile && label.span == other;
      });
      failure_->labels.insert(failure_->labels.begin() + 1,
                              {other, std::move(other_text), diag::Role::kRelated});
    }
  }
  return {};
}

// The calls under way, innermost first; one at the place itself says nothing.
void Evaluator::AddCalls(diag::Diagnostic& diagnostic) const {
  const source::Span place = diagnostic.labels.front().span;
  for (size_t i = calls_.size(); i-- > 0;) {
    const bool repeats = i + 1 < calls_.size() && calls_[i].span == calls_[i + 1].span;
    if (calls_[i].span == place || repeats) {
      continue;
    }
    std::string text = calls_[i].is_schema
                           ? "while the instance of `" + std::string(calls_[i].name) + "` is made"
                           : std::string("called from here");
    diagnostic.labels.push_back({calls_[i].span, std::move(text), diag::Role::kCall});
  }
}

void Evaluator::Advise(std::string headline, std::string hint) {
  if (!failed() || failure_->kind != diag::Kind::kKclEvaluation) {
    return;
  }
  failure_->hint = std::move(hint);
  if (!headline.empty()) {
    failure_->message = "EvaluationError: " + std::move(headline);
  }
}

Value Evaluator::FailAt(source::Span span, std::string message) {
  if (failed()) {
    return {};
  }
  if (heap_.refused()) {
    return FailLimit(diag::Kind::kLimitMemory, "the program uses more memory than the limit");
  }
  diag::Diagnostic diagnostic{diag::Kind::kKclEvaluation, diag::Severity::kError,
                              "EvaluationError: " + OnOneLine(message)};
  failure_text_ = std::move(message);
  diagnostic.labels.push_back({span.has_value() ? span : visited_, {}, diag::Role::kPrimary});
  bool apart = visited_.end <= span.begin || span.end <= visited_.begin;
  if (visited_.has_value() && span.has_value() && apart) {
    diagnostic.labels.push_back({visited_, std::string(kMeanwhile), diag::Role::kRelated});
  }
  const bool speaks_of_nothing = failure_text_.find("Undefined") != std::string::npos;
  if (speaks_of_nothing && circle_.at.has_value()) {
    diagnostic.labels.push_back({circle_.at,
                                 "`" + std::string(circle_.name) +
                                     "` is read here while its own value is being made: it is Undefined",
                                 diag::Role::kRelated});
  }
  if (absent_.has_value() && collects() && !options_.fails_at_instances) {
    diagnostic.labels.push_back({absent_, "this attribute has no value", diag::Role::kSchema});
  }
  AddCalls(diagnostic);
  failure_ = std::move(diagnostic);
  return {};
}

Value Evaluator::FailLimit(diag::Kind kind, std::string message) {
  if (!failed()) {
    diag::Diagnostic diagnostic{kind, diag::Severity::kError, std::move(message)};
    // In which expression a recursion comes to its end depends on the compiler; the call does not.
    size_t outer = calls_.size();
    bool is_recursion = kind == diag::Kind::kLimitCallDepth && outer > 0;
    outer -= is_recursion ? 1 : 0;
    diagnostic.labels.push_back({is_recursion ? calls_[outer].span : visited_, {}, diag::Role::kPrimary});
    // Of a deep recursion the innermost frames say enough.
    for (size_t i = outer; i-- > 0 && diagnostic.labels.size() < 6;) {
      const source::Span inner = diagnostic.labels.back().span;
      if (calls_[i].span == inner) {
        continue;
      }
      diagnostic.labels.push_back({calls_[i].span, "called from here", diag::Role::kCall});
    }
    failure_ = std::move(diagnostic);
  }
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

std::string Evaluator::TakeFailure() {
  bool is_limit = failed() && failure_->kind != diag::Kind::kKclEvaluation;
  if (!failed() || is_limit) {
    return {};
  }
  failure_.reset();
  return std::move(failure_text_);
}

bool Evaluator::Emit() {
  if (!failed()) {
    return !std::exchange(check_failed_, false);
  }
  emitter_.Emit(std::move(*failure_));
  failure_->labels.clear();
  return false;
}

bool Evaluator::Recover() {
  const bool is_limit = failed() && failure_->kind != diag::Kind::kKclEvaluation &&
                        failure_->kind != diag::Kind::kMissingRequired;
  if (!failed() || !collects() || is_limit) {
    return false;
  }
  emitter_.Emit(std::move(*failure_));
  failure_.reset();
  check_failed_ = true;
  return true;
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

// Globals and expression values merged into one (kcl.md, 8).
Value Evaluator::Result() {
  constexpr runtime::UniteOptions kPlan = {.check_conflicts = true, .resolve = false};
  DictBuilder whole(&heap_);
  auto merge = [&](const Value& value) {
    Entry entry;
    entry.value = value;
    MergeEntry(*this, whole, entry, kPlan);
  };
  for (const Value& scalar : scalars_) {
    merge(scalar);
  }
  DictBuilder globals(&heap_);
  std::vector<GlobalState>& states = packages_.front().globals;
  for (size_t i = 0; i < states.size(); ++i) {
    std::string_view name = Text(states[i].global->name);
    bool is_override = std::any_of(options_.overrides.begin(), options_.overrides.end(),
                                   [name](const Override& change) { return change.value == name; });
    if (states[i].global->kind == GlobalKind::kVariable && !is_override &&
        (options_.show_hidden || name.substr(0, 1) != "_")) {
      globals.Set(name, ReadGlobal(0, static_cast<int32_t>(i)));
    }
  }
  AddNewGlobals(globals);
  if (globals.size() > 0 || scalars_.empty()) {
    merge(globals.BuildValue());
  }
  const Entry* entry = whole.Find("");
  // Whoever asks for the result writes it.
  bool shown = !failed() && entry != nullptr && MayWrite(*this, entry->value);
  return shown ? entry->value : Value();
}

}  // namespace kval::kcl::eval

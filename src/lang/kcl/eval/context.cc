#include "src/lang/kcl/eval/context.h"

#include <utility>
#include <vector>

#include "src/support/hosted_call.h"

namespace kval::kcl::eval {
namespace {

constexpr uint64_t kStepsOfAPoll = 4096;
constexpr const char* kTooManySteps = "the program runs for more steps than the limit";
constexpr const char* kTooMuchMemory = "the program uses more memory than the limit";
constexpr const char* kTooDeep = "the program is nested more deeply than the limit";

}  // namespace

Context::Context(const Program& program, source::FileReader& files, diag::Emitter& emitter,
                 EvalOptions options)
    : program_(program),
      files_(files),
      emitter_(emitter),
      options_(std::move(options)),
      failures_(emitter, options_.collect_check_failures, !options_.fails_at_instances),
      heap_(options_.limits.kcl_memory),
      layouts_(options_.layouts != nullptr ? options_.layouts : std::make_shared<Layouts>(program)) {}

bool Context::IsInMain(source::Span span) const {
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

std::string_view Context::current_file() const {
  for (const std::unique_ptr<Package>& package : program_.packages) {
    for (const FileAst& file : package->files) {
      if (file.file != nullptr && file.file->Contains(trace_.place.begin)) {
        return file.file->name();
      }
    }
  }
  return {};
}

Value Context::FailAt(source::Span span, std::string message) {
  if (heap_.refused()) {
    return FailLimit(diag::Kind::kLimitMemory, kTooMuchMemory);
  }
  failures_.Begin(span, std::move(message), trace_);
  return {};
}

void Context::Warn(source::Span place, std::string message, std::string hint) {
  if (warned_.insert(place.begin).second) {
    emitter_.ReportText(place, diag::Kind::kKclEvaluation, std::move(message))
        .As(diag::Severity::kWarning)
        .Hint(std::move(hint))
        .Emit();
  }
}

Value Context::FailBetween(source::Span place, source::Span other, std::string other_text,
                           std::string message) {
  if (heap_.refused()) {
    return FailLimit(diag::Kind::kLimitMemory, kTooMuchMemory);
  }
  failures_.BeginBetween(place, other, std::move(other_text), std::move(message), trace_);
  return {};
}

Value Context::FailLimit(diag::Kind kind, std::string message) {
  failures_.BeginLimit(kind, std::move(message), trace_);
  return {};
}

Value Context::FailLimit(runtime::Limit limit, std::string message) {
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

bool Context::FailStep() {
  if (steps_ > options_.limits.kcl_steps) {
    FailLimit(diag::Kind::kLimitSteps, kTooManySteps);
  } else if ((steps_ & 63) == 0 && heap_.over_limit()) {
    FailLimit(diag::Kind::kLimitMemory, kTooMuchMemory);
  } else {
    FailLimit(diag::Kind::kLimitCallDepth, kTooDeep);
  }
  return false;
}

bool Context::Charge(uint64_t steps) {
  const uint64_t before = steps_;
  steps_ += steps;
  if (before / kStepsOfAPoll != steps_ / kStepsOfAPoll) {
    PollHost();
  }
  if (steps_ > options_.limits.kcl_steps) {
    FailLimit(diag::Kind::kLimitSteps, kTooManySteps);
  }
  return !failed();
}

bool Context::ChargeItems(size_t count) {
  if (Charge(count) && heap_.over_limit()) {
    FailLimit(diag::Kind::kLimitMemory, kTooMuchMemory);
  }
  return !failed();
}

bool Context::MayReadAll(const Value& value) {
  // Values share their parts: larger values are not searched.
  constexpr size_t kMax = 10'000;
  if (!has_unsound_) {
    return true;
  }
  std::vector<Value> left = {value};
  for (size_t seen = 0; !left.empty(); ++seen) {
    const Value next = left.back();
    left.pop_back();
    if (runtime::IsInvalidValue(next) || seen > kMax) {
      failures_.Abandon();
      return false;
    }
    if (next.is(runtime::Kind::kList)) {
      left.insert(left.end(), next.items().begin(), next.items().end());
    } else if (next.is_config()) {
      for (const Entry& entry : next.fields().entries) {
        left.push_back(entry.value);
      }
    }
    if (!ChargeItems(1)) {
      return false;
    }
  }
  return true;
}

CallGuard::CallGuard(Context& context, CallSite site) : context_(context) {
  context.trace().calls.push_back(site);
  ok_ = context.trace().calls.size() <= context.options().limits.kcl_calls;
  if (!ok_) {
    context.FailLimit(diag::Kind::kLimitCallDepth, kTooDeep);
  }
}

}  // namespace kval::kcl::eval

#include "src/cli/run_guarded.h"

#include <new>
#include <string>
#include <utility>

#include "src/cli/report_options.h"
#include "src/driver/session.h"
#include "src/support/budget_exhausted.h"
#include "src/support/native_stack.h"

namespace kval::cli {
namespace {

constexpr diag::Def<> kNoMemory{diag::Kind::kLimitMemory, "the system has no more memory for this run"};
constexpr diag::Def<> kLargeOutput{diag::Kind::kLimitMemory, "the output exceeds the limit"};
constexpr diag::Def<> kNoSteps{diag::Kind::kLimitSteps, "evaluating this schema exceeds the limit of steps"};
constexpr diag::Def<> kLargeCharts{
    diag::Kind::kLimitSteps, "the values of these charts, each chart's by itself, have too many entries"};
constexpr diag::Def<> kEndless{diag::Kind::kLimitSteps,
                               "a default of the schema is recursive and has no end"};
constexpr diag::Def<> kNoStack{diag::Kind::kLimitCallDepth,
                               "the input is nested more deeply than the stack allows"};

// Writes the session's findings and one more to where the command writes them.
void WriteAll(const diag::Def<>& def, std::string_view hint, const ProcessEnvironment& environment,
              CommandOutput& output) {
  driver::Session& session = *output.session;
  session.emit.Report({}, def).Hint(std::string(hint)).Emit();
  std::string& people = output.findings_are_output ? output.out : output.err;
  const bool is_terminal =
      output.findings_are_output ? environment.stdout_is_terminal : environment.stderr_is_terminal;
  WriteFindings(*output.report, 0, environment, {&people, is_terminal}, output);
}

int Report(const diag::Def<>& def, std::string_view hint, const ProcessEnvironment& environment,
           CommandOutput& output) {
  std::string().swap(output.out);
  if (output.session == nullptr || output.report == nullptr) {
    output.err += "kval: error[" + diag::CodeOf(def.kind) + "]: " + std::string(def.format) + "\n";
    return kLimit;
  }
  try {
    WriteAll(def, hint, environment, output);
  } catch (const std::bad_alloc&) {
    // Without memory for all findings, only this one is written.
    std::string().swap(output.out);
    output.session.reset();
    output.session = std::make_shared<driver::Session>();
    WriteAll(def, hint, environment, output);
  }
  return kLimit;
}

}  // namespace

int RunGuarded(const RunCommand& run, const ProcessEnvironment& environment, CommandOutput& output) {
  try {
    return run(environment, output);
  } catch (const StackExhausted&) {
    return Report(kNoStack, "a larger stack (`ulimit -s`) allows more", environment, output);
  } catch (const BudgetExhausted& work) {
    if (!work.recursive_field().empty()) {
      return Report(kEndless,
                    "it is the default of `" + std::string(work.recursive_field()) +
                        "`: make the key optional, or give it a default without the key",
                    environment, output);
    }
    if (work.budget() == BudgetExhausted::BudgetKind::kOutput) {
      // The findings were written already, and are once more, with this one.
      output.err = output.session == nullptr ? std::string() : std::move(output.session->printed);
      return Report(kLargeOutput, "`--limit output-size=SIZE` sets the limit", environment, output);
    }
    if (work.budget() == BudgetExhausted::BudgetKind::kCharts) {
      return Report(kLargeCharts,
                    "every chart gets all of `global` of the chart above it; an item `[n]` that a flag sets "
                    "has n before it",
                    environment, output);
    }
    return Report(kNoSteps, "types that refer to each other expand to too many types", environment, output);
  } catch (const std::bad_alloc&) {
    return Report(kNoMemory, "allow the process more memory (`ulimit -v`), or check fewer inputs",
                  environment, output);
  }
}

}  // namespace kval::cli

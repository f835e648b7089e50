#include "src/lang/starlark/interpreter.h"

#include <algorithm>

#include "src/diag/collector.h"
#include "src/lang/starlark/lexer.h"
#include "src/lang/starlark/methods.h"
#include "src/lang/starlark/parser.h"
#include "src/lang/starlark/program.h"
#include "src/lang/starlark/resolver.h"
#include "src/support/hosted_call.h"

namespace kval::starlark {
namespace {

constexpr uint64_t kStepsOfAPoll = 4096;
constexpr size_t kShownText = 60;

source::Span PlaceOf(const ProgramSegment& segment) {
  const StarlarkCode* code = std::get_if<StarlarkCode>(&segment);
  return code != nullptr ? code->span : std::get<HostCall>(segment).at;
}

// Whether arguments that cannot be read begin as a sentence does: `The name of the app`.
bool IsProse(std::string_view text) {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
  };
  const auto is_of_word = [&](char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '-';
  };
  const size_t end =
      static_cast<size_t>(std::find_if_not(text.begin(), text.end(), is_of_word) - text.begin());
  if (end == 0 || !is_letter(text[0]) || text.find('"') != std::string_view::npos) {
    return false;
  }
  const std::string_view following = text.substr(end);
  const size_t next = following.find_first_not_of(' ');
  return next == std::string_view::npos || (next > 0 && is_letter(following[next])) || following[0] == '\'' ||
         following[0] == ':' || (following[0] == ',' && following.size() > 2 && is_letter(following[2])) ||
         following == ".";
}

// The arguments of every host call by segment index. Each is parsed as a separate program text.
std::vector<std::span<Argument>> ParseHostCalls(const source::SourceMap& sources, Program& program,
                                                std::span<const ProgramSegment> segments, Heap& heap,
                                                diag::Emitter& emitter) {
  std::vector<std::span<Argument>> all(segments.size());
  for (size_t i = 0; i < segments.size(); ++i) {
    const HostCall* call = std::get_if<HostCall>(&segments[i]);
    if (!call || call->form == HostCall::Form::kNone || !call->code.has_value()) {
      continue;
    }
    diag::Collector violations;
    diag::Emitter emit(&violations);
    const ProgramSegment code[] = {StarlarkCode{call->code}};
    const source::Span following = i + 1 < segments.size() ? PlaceOf(segments[i + 1]) : source::Span();
    const std::vector<LexedToken> tokens = Lex(sources, code, LineBreaks::kSpaces, heap, emit, following);
    Parser parser(program, tokens, {}, emit, 0);
    if (call->form == HostCall::Form::kArguments) {
      all[i] = parser.ParseWholeArguments();
    } else {
      const Argument argument{Argument::kPositional, {}, {}, parser.ParseWholeExpression()};
      all[i] = program.arena().Copy(std::span<const Argument>(&argument, 1));
    }
    const std::string_view text = sources.Text(call->code);
    for (diag::Diagnostic& error : violations.Release()) {
      if (call->form == HostCall::Form::kArguments && IsProse(text)) {
        error.hint = "put the text in quotes: `\"" + std::string(text.substr(0, kShownText)) +
                     (text.size() > kShownText ? "…" : "") + "\"`";
      }
      emitter.Emit(std::move(error));
    }
  }
  return all;
}

}  // namespace

Interpreter::Interpreter(const source::SourceMap* sources, InterpreterOptions options)
    : sources_(sources),
      options_(std::move(options)),
      heap_(options_.limits.starlark_memory),
      universe_(nullptr) {}

Interpreter::Interpreter(const Interpreter& like, const source::SourceMap* sources, ThreadCache* kept)
    : Interpreter(sources, like.options_) {
  options_.kept = kept;
}

// Most documents have no code in them.
const Environment& Interpreter::universe() {
  if (!has_universe_) {
    DefineUniverse(heap_, universe_);
    has_universe_ = true;
  }
  return universe_;
}

Interpreter::~Interpreter() = default;

const Program* Interpreter::Keep(std::unique_ptr<Program> program) {
  return programs_.emplace_back(std::move(program)).get();
}

const Program* Interpreter::Parse(std::string_view name, std::span<const ProgramSegment> segments,
                                  const Environment& environment, diag::Emitter& emitter,
                                  UndefinedNames undefined) {
  auto program = std::make_unique<Program>(std::string(name));
  program->mutable_code().name = "<toplevel>";
  const size_t errors_before = emitter.error_count();
  const std::vector<std::span<Argument>> host_arguments =
      ParseHostCalls(*sources_, *program, segments, heap_, emitter);
  const size_t errors_in_arguments = emitter.error_count();
  const std::vector<LexedToken> tokens = Lex(*sources_, segments, LineBreaks::kEndLines, heap_, emitter);
  Parser parser(*program, tokens, segments, emitter, errors_in_arguments);
  parser.SetHostArguments(host_arguments);
  parser.ParseFile();
  if (emitter.error_count() != errors_before) {
    return nullptr;
  }
  const size_t undefined_names = Resolve(*program, environment, options_.undefined_hint, emitter);
  const size_t errors = emitter.error_count() - errors_before;
  if (errors > 0 && (undefined == UndefinedNames::kReject || errors != undefined_names)) {
    return nullptr;
  }
  program->set_has_undefined(errors > 0);
  return Keep(std::move(program));
}

bool Interpreter::HasUndefined(const Program& program) {
  return program.has_undefined();
}

Status Interpreter::Step(uint64_t count) {
  const uint64_t before = steps_;
  steps_ += count + heap_.work().TakeSteps();
  if (before / kStepsOfAPoll != steps_ / kStepsOfAPoll) {
    PollHost();
  }
  if (steps_ > options_.limits.starlark_steps) {
    return EvalFailure(diag::Kind::kLimitSteps, "evaluation took more steps than the limit of " +
                                                    std::to_string(options_.limits.starlark_steps));
  }
  if (heap_.exhausted()) {
    return OutOfMemory(heap_);
  }
  return Success{};
}

}  // namespace kval::starlark

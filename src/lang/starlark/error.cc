#include "src/lang/starlark/error.h"

#include <algorithm>
#include <iterator>
#include <span>

#include "src/support/edit_distance.h"

namespace kval::starlark {

bool IsLimit(const EvalError& error) {
  return error.kind == diag::Kind::kLimitSteps || error.kind == diag::Kind::kLimitCallDepth ||
         error.kind == diag::Kind::kLimitMemory;
}

void TruncateMessage(std::string& message) {
  constexpr std::string_view kCut = "…";
  if (message.size() <= kMaxMessageSize) {
    return;
  }
  size_t end = kMaxMessageSize - kCut.size();
  while (end > 0 && (static_cast<unsigned char>(message[end]) & 0xC0U) == 0x80) {
    --end;
  }
  message.resize(end);
  message += kCut;
  message.shrink_to_fit();
}

std::string MakeMessage(std::string_view before, std::string_view text, std::string_view following) {
  std::string message(before.substr(0, kMaxMessageSize));
  message.append(text.substr(0, kMaxMessageSize)).append(following.substr(0, kMaxMessageSize));
  TruncateMessage(message);
  return message;
}

EvalFailure AlreadyReported(std::string message) {
  auto error = std::make_unique<EvalError>();
  error->message = std::move(message);
  error->is_reported = true;
  return EvalFailure(std::move(error));
}

void PushFrame(EvalError& error, const CallFrame& frame) {
  error.stack.push_back(frame);
  for (EvalError& other : error.others) {
    other.stack.push_back(frame);
  }
}

void AddOther(EvalError& error, EvalFailure other) {
  const std::unique_ptr<EvalError> taken = std::move(other).Take();
  std::vector<EvalError> more = std::move(taken->others);
  taken->others.clear();
  error.others.push_back(std::move(*taken));
  std::move(more.begin(), more.end(), std::back_inserter(error.others));
}

namespace {

std::string WithoutEmptyLines(std::string_view text) {
  std::string lines;
  for (const char c : text) {
    if (c != '\n' || (!lines.empty() && lines.back() != '\n')) {
      lines += c;
    }
  }
  while (!lines.empty() && lines.back() == '\n') {
    lines.pop_back();
  }
  return lines;
}

// starlark-go and ytt put hints at the end of their messages: ` (did you mean x?)`, ` (hint: …)`.
void TakeHint(std::string& headline, std::string& hint) {
  constexpr std::string_view kQuestion = " (did you mean ";
  constexpr std::string_view kHint = " (hint: ";
  const size_t question = headline.rfind(kQuestion);
  if (question != std::string::npos && headline.ends_with("?)")) {
    const size_t name = question + kQuestion.size();
    hint = "did you mean `" + headline.substr(name, headline.size() - 2 - name) + "`?";
    headline.resize(question);
  } else if (const size_t at = headline.rfind(kHint); at != std::string::npos && headline.ends_with(")")) {
    if (hint.empty()) {
      hint = headline.substr(at + kHint.size(), headline.size() - 1 - at - kHint.size());
    }
    headline.resize(at);
  }
}

void ReportOne(const EvalError& error, diag::Emitter& emitter) {
  if (error.is_reported) {
    return;
  }
  // A message of several lines shows values: the first line is the headline.
  const size_t line_end = error.message.find('\n');
  std::string headline = error.message.substr(0, line_end);
  if (line_end != std::string::npos && headline.back() == ':') {
    headline.pop_back();
  }
  std::string hint = error.hint;
  TakeHint(headline, hint);
  diag::DiagnosticBuilder builder = emitter.ReportText(error.at, error.kind, std::move(headline));
  if (line_end != std::string::npos) {
    builder.Note(WithoutEmptyLines(error.message.substr(line_end)));
  }
  constexpr size_t kShown = 20;
  for (size_t i = 0; i < error.stack.size() && i < kShown; ++i) {
    const std::string& function = error.stack[i].function;
    if (function.find(' ') != std::string::npos) {
      builder.Related(error.stack[i].call, function);
    } else {
      builder.Call(error.stack[i].call, "called from here: `" + function + "`");
    }
  }
  if (error.stack.size() > kShown) {
    builder.Note(std::to_string(error.stack.size() - kShown) + " more calls are not shown");
  }
  for (const source::Span call : error.further_calls) {
    builder.Call(call, "and from here");
  }
  builder.Hint(std::move(hint)).Emit();
}

}  // namespace

void Report(const EvalError& error, diag::Emitter& emitter) {
  ReportOne(error, emitter);
  for (const EvalError& other : error.others) {
    ReportOne(other, emitter);
  }
}

std::string SuggestionText(std::string_view word, std::vector<std::string_view> candidates,
                           std::string_view prefix) {
  std::sort(candidates.begin(), candidates.end());
  const std::string_view nearest = Nearest(word, std::span<const std::string_view>(candidates));
  if (nearest.empty() || nearest == word) {
    return {};
  }
  return " (did you mean " + std::string(prefix) + std::string(nearest) + "?)";
}

}  // namespace kval::starlark

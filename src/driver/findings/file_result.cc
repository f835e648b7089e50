#include "src/driver/findings/file_result.h"

#include <algorithm>
#include <utility>

#include "src/diag/spans.h"
#include "src/driver/session.h"
#include "src/policy/suppressions.h"

namespace kval::driver {
namespace {

constexpr diag::Def<std::string_view> kNoRoom{
    diag::Kind::kLimitSize, "the findings of {} are not shown: the inputs together exceed 4 GiB"};

const source::SourceFile* FindSame(const source::SourceFile& text, size_t known_strings,
                                   const Session& session) {
  for (size_t i = 0; i < known_strings; ++i) {
    const source::SourceFile& known = session.sources.file(i);
    if (known.name() == text.name() && known.text() == text.text()) {
      return &known;
    }
  }
  return nullptr;
}

source::Span Moved(source::Span span, const std::vector<TextRelocation>& moves) {
  for (const TextRelocation& move : moves) {
    if (span.has_value() && span.begin >= move.from.begin && span.begin <= move.from.end) {
      return {span.begin + move.by, span.end + move.by};
    }
  }
  return span;
}

}  // namespace

void FileResult::Take(Session& validated) {
  std::vector<diag::Diagnostic> found = validated.findings.Release();
  printed += validated.printed;
  steps += validated.StepsTaken();
  secret_keys.Add(validated.SecretKeys());
  for (diag::Diagnostic& finding : found) {
    findings.Consume(std::move(finding));
  }
  findings.CountDropped(validated.findings);
  for (std::unique_ptr<source::SourceFile>& text : validated.sources.Release()) {
    // A comment that ignores nothing is a finding, too.
    if (!found.empty() || policy::HasIgnores(*text)) {
      strings.push_back(std::move(text));
    }
  }
}

FileResult RunInSession(Session& part, uint64_t allowed_steps, const std::function<void()>& check) {
  const uint64_t run_steps = part.limits.run_steps;
  const uint64_t before = part.steps = run_steps - std::min(run_steps, allowed_steps);
  check();
  FileResult verdict;
  verdict.Take(part);
  verdict.steps -= before;
  return verdict;
}

void RelocateSpans(const std::vector<TextRelocation>& moves, diag::Diagnostic& finding) {
  diag::ForEachSpan(finding, [&moves](source::Span& span) { span = Moved(span, moves); });
}

void MergeInto(FileResult verdict, size_t known_strings, Session& session,
               const std::vector<TextRelocation>& moved) {
  MergeInto(std::move(verdict), known_strings, session, session.emit, moved);
}

void MergeInto(FileResult verdict, size_t known_strings, Session& session, diag::Emitter& emit,
               const std::vector<TextRelocation>& moved) {
  session.printed += verdict.printed;
  session.steps += verdict.steps;
  session.TakeSecretKeys(verdict.secret_keys);
  std::vector<TextRelocation> moves = moved;
  for (std::unique_ptr<source::SourceFile>& text : verdict.strings) {
    const source::Span from = text->span();
    const std::string name = text->name();
    const source::SourceFile* place = FindSame(*text, known_strings, session);
    if (place == nullptr) {
      place = session.sources.Adopt(std::move(text));
    }
    if (place == nullptr) {
      session.emit.Report({}, kNoRoom, name).Emit();
      return;
    }
    moves.push_back({from, place->base() - from.begin});
  }
  session.findings.CountDropped(verdict.findings);
  for (diag::Diagnostic& finding : verdict.findings.Release()) {
    RelocateSpans(moves, finding);
    emit.Emit(std::move(finding));
  }
}

}  // namespace kval::driver

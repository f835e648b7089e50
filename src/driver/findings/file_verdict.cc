#include "src/driver/findings/file_verdict.h"

#include <algorithm>
#include <utility>

#include "src/diag/spans.h"
#include "src/policy/suppressions.h"

namespace kval::driver {
namespace {

constexpr diag::Def<std::string_view> kNoRoom{
    diag::Kind::kLimitSize, "the findings of {} are not shown: the inputs together exceed 4 GiB"};

const source::SourceFile* FindSame(const source::SourceFile& text, size_t known_texts,
                                   const Session& session) {
  for (size_t i = 0; i < known_texts; ++i) {
    const source::SourceFile& known = session.sources.file(i);
    if (known.name() == text.name() && known.text() == text.text()) {
      return &known;
    }
  }
  return nullptr;
}

source::Span Moved(source::Span span, const std::vector<TextMove>& moves) {
  for (const TextMove& move : moves) {
    if (span.has_value() && span.begin >= move.from.begin && span.begin <= move.from.end) {
      return {span.begin + move.by, span.end + move.by};
    }
  }
  return span;
}

}  // namespace

void FileVerdict::Take(Session& judged) {
  std::vector<diag::Diagnostic> found = judged.findings.Release();
  printed += judged.printed;
  steps += judged.StepsTaken();
  secret_keys.Add(judged.SecretKeys());
  for (diag::Diagnostic& finding : found) {
    findings.Consume(std::move(finding));
  }
  findings.CountDropped(judged.findings);
  for (std::unique_ptr<source::SourceFile>& text : judged.sources.Release()) {
    // A comment that ignores nothing is a finding, too.
    if (!found.empty() || policy::HasIgnores(*text)) {
      texts.push_back(std::move(text));
    }
  }
}

void MovePlaces(const std::vector<TextMove>& moves, diag::Diagnostic& finding) {
  diag::ForEachSpan(finding, [&moves](source::Span& span) { span = Moved(span, moves); });
}

void HandOver(FileVerdict verdict, size_t known_texts, Session& session, const std::vector<TextMove>& moved) {
  HandOver(std::move(verdict), known_texts, session, session.emit, moved);
}

void HandOver(FileVerdict verdict, size_t known_texts, Session& session, diag::Emitter& emit,
              const std::vector<TextMove>& moved) {
  session.printed += verdict.printed;
  session.steps += verdict.steps;
  session.TakeSecretKeys(verdict.secret_keys);
  std::vector<TextMove> moves = moved;
  for (std::unique_ptr<source::SourceFile>& text : verdict.texts) {
    const source::Span from = text->span();
    const std::string name = text->name();
    const source::SourceFile* place = FindSame(*text, known_texts, session);
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
    MovePlaces(moves, finding);
    emit.Emit(std::move(finding));
  }
}

}  // namespace kval::driver

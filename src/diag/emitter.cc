#include "src/diag/emitter.h"

#include "src/support/utf8.h"

namespace kval::diag {
namespace {

// In bytes. Messages of programs and rules may contain a value of any size.
constexpr size_t kLongestText = size_t{64} << 10;

void Limit(std::string& text) {
  if (text.size() > kLongestText) {
    text = utf8::Shorten(text, kLongestText);
  }
}

}  // namespace

DiagnosticBuilder& DiagnosticBuilder::Add(source::Span span, std::string text, LabelRole role) {
  diagnostic_.labels.push_back({span, std::move(text), role});
  return *this;
}

DiagnosticBuilder& DiagnosticBuilder::Label(std::string text) {
  diagnostic_.labels.front().text = std::move(text);
  return *this;
}

DiagnosticBuilder& DiagnosticBuilder::Schema(source::Span span, std::string text) {
  return Add(span, std::move(text), LabelRole::kSchema);
}
DiagnosticBuilder& DiagnosticBuilder::Related(source::Span span, std::string text) {
  return Add(span, std::move(text), LabelRole::kRelated);
}
DiagnosticBuilder& DiagnosticBuilder::Origin(source::Span span, std::string text) {
  return Add(span, std::move(text), LabelRole::kOrigin);
}
DiagnosticBuilder& DiagnosticBuilder::Call(source::Span span, std::string text) {
  return Add(span, std::move(text), LabelRole::kCall);
}

DiagnosticBuilder& DiagnosticBuilder::At(Path path) {
  diagnostic_.path = std::move(path);
  diagnostic_.has_path = true;
  return *this;
}

DiagnosticBuilder& DiagnosticBuilder::Found(std::string text) {
  diagnostic_.found = std::move(text);
  return *this;
}

DiagnosticBuilder& DiagnosticBuilder::Expected(std::string text) {
  diagnostic_.expected = std::move(text);
  return *this;
}

DiagnosticBuilder& DiagnosticBuilder::Note(std::string text) {
  diagnostic_.notes.push_back(std::move(text));
  return *this;
}

DiagnosticBuilder& DiagnosticBuilder::Hint(std::string text) {
  diagnostic_.hint = std::move(text);
  return *this;
}

DiagnosticBuilder& DiagnosticBuilder::Fix(diag::Fix fix) {
  diagnostic_.fix = std::move(fix);
  return *this;
}

DiagnosticBuilder& DiagnosticBuilder::SupersededBy(Kind kind, source::Span at) {
  diagnostic_.superseded_by.push_back({kind, at});
  return *this;
}

DiagnosticBuilder& DiagnosticBuilder::Subject(std::string text) {
  diagnostic_.subject = std::move(text);
  return *this;
}

DiagnosticBuilder& DiagnosticBuilder::As(Severity severity) {
  diagnostic_.severity = severity;
  return *this;
}

void DiagnosticBuilder::Emit() {
  emitter_->Emit(std::move(diagnostic_));
}

DiagnosticBuilder Emitter::Start(source::Span at, Kind kind, std::string message) {
  Diagnostic diagnostic{};
  diagnostic.kind = kind;
  diagnostic.severity = EntryOf(kind).severity;
  diagnostic.message = std::move(message);
  diagnostic.labels.push_back({at, {}, LabelRole::kPrimary});
  return {this, std::move(diagnostic)};
}

void Emitter::Emit(Diagnostic diagnostic) {
  for (std::string* text : {&diagnostic.message, &diagnostic.hint, &diagnostic.found, &diagnostic.expected}) {
    Limit(*text);
  }
  for (Label& label : diagnostic.labels) {
    Limit(label.text);
  }
  for (std::string& note : diagnostic.notes) {
    Limit(note);
  }
  if (diagnostic.severity == Severity::kError) {
    ++errors_;
  } else if (diagnostic.severity == Severity::kWarning) {
    ++warnings_;
  }
  sink_->Consume(std::move(diagnostic));
}

}  // namespace kval::diag

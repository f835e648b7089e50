#include "src/diag/emitter.h"

namespace kval::diag {

Builder& Builder::Add(source::Span span, std::string text, Role role) {
  diagnostic_.labels.push_back({span, std::move(text), role});
  return *this;
}

Builder& Builder::Label(std::string text) {
  diagnostic_.labels.front().text = std::move(text);
  return *this;
}

Builder& Builder::Schema(source::Span span, std::string text) {
  return Add(span, std::move(text), Role::kSchema);
}
Builder& Builder::Related(source::Span span, std::string text) {
  return Add(span, std::move(text), Role::kRelated);
}
Builder& Builder::Origin(source::Span span, std::string text) {
  return Add(span, std::move(text), Role::kOrigin);
}
Builder& Builder::Call(source::Span span, std::string text) {
  return Add(span, std::move(text), Role::kCall);
}

Builder& Builder::At(Path path) {
  diagnostic_.path = std::move(path);
  diagnostic_.has_path = true;
  return *this;
}

Builder& Builder::Found(std::string text) {
  diagnostic_.found = std::move(text);
  return *this;
}

Builder& Builder::Expected(std::string text) {
  diagnostic_.expected = std::move(text);
  return *this;
}

Builder& Builder::Note(std::string text) {
  diagnostic_.notes.push_back(std::move(text));
  return *this;
}

Builder& Builder::Hint(std::string text) {
  diagnostic_.hint = std::move(text);
  return *this;
}

Builder& Builder::Fix(diag::Fix fix) {
  diagnostic_.fix = std::move(fix);
  return *this;
}

Builder& Builder::ToldBy(Kind kind, source::Span at) {
  diagnostic_.told_by.push_back({kind, at});
  return *this;
}

Builder& Builder::As(Severity severity) {
  diagnostic_.severity = severity;
  return *this;
}

void Builder::Emit() {
  emitter_->Emit(std::move(diagnostic_));
}

Builder Emitter::Start(source::Span at, Kind kind, std::string message) {
  Diagnostic diagnostic{};
  diagnostic.kind = kind;
  diagnostic.severity = EntryOf(kind).severity;
  diagnostic.message = std::move(message);
  diagnostic.labels.push_back({at, {}, Role::kPrimary});
  return {this, std::move(diagnostic)};
}

void Emitter::Emit(Diagnostic diagnostic) {
  if (diagnostic.severity == Severity::kError) {
    ++errors_;
  } else if (diagnostic.severity == Severity::kWarning) {
    ++warnings_;
  }
  sink_->Consume(std::move(diagnostic));
}

}  // namespace kval::diag

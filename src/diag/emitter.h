#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "src/diag/diagnostic.h"
#include "src/support/substitute.h"

namespace kval::diag {

// Receives finished diagnostics.
class Sink {
 public:
  virtual ~Sink() = default;
  virtual void Consume(Diagnostic diagnostic) = 0;
};

// A kind with its headline. Declared constexpr next to the one place that reports it:
//
//   constexpr Def<std::string_view> kDuplicate{Kind::kDuplicateKey, "key `{}` occurs twice"};
//
// The number of placeholders is checked at compile time.
template <typename... Args>
struct Def {
  Kind kind;
  std::string_view format;
  consteval Def(Kind k, std::string_view f) : kind(k), format(f) {
    if (CountPlaceholders(f) != sizeof...(Args)) {
      throw "placeholders and arguments differ in number";
    }
  }
};

class Emitter;

// A diagnostic in the making; Emit() hands it over. Dropping one without Emit() is a bug.
class [[nodiscard]] Builder {
 public:
  Builder(Emitter* emitter, Diagnostic diagnostic) : emitter_(emitter), diagnostic_(std::move(diagnostic)) {}

  // The text under the primary span.
  Builder& Label(std::string text);
  Builder& Schema(source::Span span, std::string text);
  Builder& Related(source::Span span, std::string text);
  Builder& Origin(source::Span span, std::string text);
  Builder& Call(source::Span span, std::string text);
  Builder& At(Path path);
  Builder& Found(std::string text);
  Builder& Expected(std::string text);
  Builder& Note(std::string text);
  Builder& Hint(std::string text);
  // The repair, where one is certain; without edits it is none.
  Builder& Fix(diag::Fix fix);
  // Suppresses this diagnostic if one of that kind with that primary span is reported, because both describe
  // the same mistake.
  Builder& ToldBy(Kind kind, source::Span at);
  Builder& As(Severity severity);
  void Emit();

 private:
  diag::Builder& Add(source::Span span, std::string text, Role role);

  Emitter* emitter_;
  Diagnostic diagnostic_;
};

// Where libraries report to. Counts what passes through.
class Emitter {
 public:
  explicit Emitter(Sink* sink) : sink_(sink) {}

  // `at` is the place to change; a Span without value is allowed where there is none.
  template <typename... Args>
  Builder Report(source::Span at, const Def<Args...>& def, std::type_identity_t<Args>... args) {
    return Start(at, def.kind, Substitute(def.format, args...));
  }
  // The same with a headline that was made elsewhere (a rule's own message).
  Builder ReportText(source::Span at, Kind kind, std::string message) {
    return Start(at, kind, std::move(message));
  }

  void Emit(Diagnostic diagnostic);

  size_t error_count() const { return errors_; }
  size_t warning_count() const { return warnings_; }

 private:
  Builder Start(source::Span at, Kind kind, std::string message);

  Sink* sink_;
  size_t errors_ = 0;
  size_t warnings_ = 0;
};

}  // namespace kval::diag

#pragma once

#include <array>
#include <cstddef>
#include <span>
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
class [[nodiscard]] DiagnosticBuilder {
 public:
  DiagnosticBuilder(Emitter* emitter, Diagnostic diagnostic)
      : emitter_(emitter), diagnostic_(std::move(diagnostic)) {}

  // Sets the label of the primary span.
  DiagnosticBuilder& Label(std::string text);
  DiagnosticBuilder& Schema(source::Span span, std::string text);
  DiagnosticBuilder& Related(source::Span span, std::string text);
  DiagnosticBuilder& Origin(source::Span span, std::string text);
  DiagnosticBuilder& Call(source::Span span, std::string text);
  DiagnosticBuilder& At(Path path);
  DiagnosticBuilder& Found(std::string text);
  DiagnosticBuilder& Expected(std::string text);
  DiagnosticBuilder& Note(std::string text);
  DiagnosticBuilder& Hint(std::string text);
  // Sets the fix, if one is certain; a fix without edits is ignored.
  DiagnosticBuilder& Fix(diag::Fix fix);
  // Suppresses this diagnostic if a diagnostic of that kind with that primary span is reported, because both
  // describe the same error.
  DiagnosticBuilder& SupersededBy(Kind kind, source::Span at);
  DiagnosticBuilder& Subject(std::string text);
  DiagnosticBuilder& As(Severity severity);
  void Emit();

 private:
  diag::DiagnosticBuilder& Add(source::Span span, std::string text, LabelRole role);

  Emitter* emitter_;
  Diagnostic diagnostic_;
};

// Where libraries report to. Counts what passes through.
class Emitter {
 public:
  explicit Emitter(Sink* sink) : sink_(sink) {}

  // `at`: the location to change; a span without value if there is none. Longer arguments are shortened.
  template <typename... Args>
  DiagnosticBuilder Report(source::Span at, const Def<Args...>& def, std::type_identity_t<Args>... args) {
    const std::array<SubstituteArg, sizeof...(Args)> list = {SubstituteArg(args)...};
    return Start(at, def.kind,
                 Substitute(def.format, std::span<const SubstituteArg>(list), kLongestArgument));
  }
  // The same with a given headline (a rule's message).
  DiagnosticBuilder ReportText(source::Span at, Kind kind, std::string message) {
    return Start(at, kind, std::move(message));
  }

  void Emit(Diagnostic diagnostic);

  size_t error_count() const { return errors_; }
  size_t warning_count() const { return warnings_; }

 private:
  static constexpr size_t kLongestArgument = 2000;  // in bytes

  DiagnosticBuilder Start(source::Span at, Kind kind, std::string message);

  Sink* sink_;
  size_t errors_ = 0;
  size_t warnings_ = 0;
};

}  // namespace kval::diag

#include "src/kubernetes/embedded_resource.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "src/diag/collector.h"
#include "src/kubernetes/accessors.h"
#include "src/kubernetes/metadata.h"
#include "src/kubernetes/report_at.h"
#include "src/support/ascii_text.h"
#include "src/types/custom_diagnostic_kind.h"

namespace kval::kubernetes {
namespace {

constexpr diag::Def<std::string_view> kApiVersion{diag::Kind::kBadName,
                                                  "`{}` is not an apiVersion: it has more than one `/`"};

constexpr diag::Def<> kNoApiVersion{diag::Kind::kBadName, "the apiVersion of a resource cannot be empty"};
constexpr diag::Def<std::string_view, std::string> kKind{diag::Kind::kBadName, "`{}` cannot be a kind: {}"};
constexpr diag::Def<> kNoKind{diag::Kind::kBadName, "the kind of a resource cannot be empty"};

void CheckApiVersion(const check::ValueCursor& at, diag::Emitter& emit) {
  const std::string_view text = TextOf(at);
  if (std::count(text.begin(), text.end(), '/') > 1) {
    ReportAt(emit, at, kApiVersion, text).Emit();
  } else if (at.value->kind == value::Kind::kString && text.empty()) {
    ReportAt(emit, at, kNoApiVersion).Emit();
  }
}

void CheckKind(const check::ValueCursor& at, diag::Emitter& emit) {
  if (at.value->kind != value::Kind::kString) {
    return;
  }
  if (TextOf(at).empty()) {
    ReportAt(emit, at, kNoKind).Emit();
  } else if (std::string why = GetFormatError("dns1035-label", LowerCased(TextOf(at))); !why.empty()) {
    ReportAt(emit, at, kKind, TextOf(at), std::move(why)).Emit();
  }
}

// The requirement of one key of the resource.
class Embedded final : public types::Predicate, public types::CustomDiagnosticKind {
 public:
  using Check = void (*)(const check::ValueCursor& at, diag::Emitter& emit);

  Embedded(std::string_view key, Check check) : key_(key), check_(check) {}

  types::PredicateResult Test(const value::Value& subject, const types::RuleScope& /*scope*/) const override {
    diag::Collector found;
    diag::Emitter emit(&found);
    const check::ValueCursor resource = check::ValueCursor::Document(subject);
    if (const std::optional<check::ValueCursor> at = At(resource, key_)) {
      check_(*at, emit);
    }
    types::PredicateResult verdict;
    if (!found.diagnostics().empty()) {
      const diag::Diagnostic& first = found.diagnostics().front();
      verdict.answer = types::PredicateResult::PredicateOutcome::kFails;
      verdict.message = first.message;
      verdict.parts.push_back({first.path, first.labels.front().span, {}});
    }
    return verdict;
  }
  std::string Describe() const override { return "a resource with a right " + std::string(key_); }
  diag::Kind error_kind() const override { return diag::Kind::kBadName; }

 private:
  std::string_view key_;
  Check check_;
};

}  // namespace

std::vector<std::shared_ptr<const types::Predicate>> EmbeddedResource() {
  return {std::make_shared<Embedded>("apiVersion", CheckApiVersion),
          std::make_shared<Embedded>("kind", CheckKind),
          std::make_shared<Embedded>("metadata", CheckEmbeddedMetadata)};
}

}  // namespace kval::kubernetes

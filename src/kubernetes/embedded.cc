#include "src/kubernetes/embedded.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "src/diag/collector.h"
#include "src/kubernetes/metadata.h"
#include "src/kubernetes/node.h"
#include "src/kubernetes/tell.h"
#include "src/types/own_fault.h"

namespace kval::kubernetes {
namespace {

constexpr diag::Def<std::string_view> kApiVersion{diag::Kind::kBadName,
                                                  "`{}` is not an apiVersion: it has more than one `/`"};

constexpr diag::Def<> kNoApiVersion{diag::Kind::kBadName, "the apiVersion of a resource cannot be empty"};
constexpr diag::Def<std::string_view, std::string> kKind{diag::Kind::kBadName, "`{}` cannot be a kind: {}"};
constexpr diag::Def<> kNoKind{diag::Kind::kBadName, "the kind of a resource cannot be empty"};

void CheckApiVersion(const check::Trail& at, diag::Emitter& emit) {
  const std::string_view text = TextOf(at);
  if (std::count(text.begin(), text.end(), '/') > 1) {
    Tell(emit, at, kApiVersion, text).Emit();
  } else if (at.value->kind == value::Kind::kString && text.empty()) {
    Tell(emit, at, kNoApiVersion).Emit();
  }
}

void CheckKind(const check::Trail& at, diag::Emitter& emit) {
  if (at.value->kind != value::Kind::kString) {
    return;
  }
  if (TextOf(at).empty()) {
    Tell(emit, at, kNoKind).Emit();
  } else if (std::string why = WhyNot("dns1035-label", Lowered(TextOf(at))); !why.empty()) {
    Tell(emit, at, kKind, TextOf(at), std::move(why)).Emit();
  }
}

// The requirement of one key of the resource.
class Embedded final : public types::Predicate, public types::OwnFault {
 public:
  using Check = void (*)(const check::Trail& at, diag::Emitter& emit);

  Embedded(std::string_view key, Check check) : key_(key), check_(check) {}

  types::Verdict Test(const value::Value& subject, const types::Scope& /*scope*/) const override {
    diag::Collector found;
    diag::Emitter emit(&found);
    const check::Trail resource = check::Trail::Document(subject);
    if (const std::optional<check::Trail> at = At(resource, key_)) {
      check_(*at, emit);
    }
    types::Verdict verdict;
    if (!found.diagnostics().empty()) {
      const diag::Diagnostic& first = found.diagnostics().front();
      verdict.answer = types::Verdict::Answer::kFails;
      verdict.message = first.message;
      verdict.parts.push_back({first.path, first.labels.front().span, {}});
    }
    return verdict;
  }
  std::string Describe() const override { return "a resource with a right " + std::string(key_); }
  diag::Kind fault_kind() const override { return diag::Kind::kBadName; }

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

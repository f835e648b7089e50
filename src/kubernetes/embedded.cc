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
                                                  "`{}` is no apiVersion: it has more than one `/`"};

constexpr diag::Def<> kNoApiVersion{diag::Kind::kBadName, "the apiVersion of a resource cannot be empty"};

class Embedded final : public types::Predicate, public types::OwnFault {
 public:
  types::Verdict Test(const value::Value& subject, const types::Scope& /*scope*/) const override {
    diag::Collector found;
    diag::Emitter emit(&found);
    const check::Trail at = check::Trail::Document(subject);
    const std::optional<check::Trail> api_version = At(at, "apiVersion");
    const std::string_view text = api_version ? TextOf(*api_version) : std::string_view();
    if (std::count(text.begin(), text.end(), '/') > 1) {
      Tell(emit, *api_version, kApiVersion, text).Emit();
    } else if (api_version && api_version->value->kind == value::Kind::kString && text.empty()) {
      Tell(emit, *api_version, kNoApiVersion).Emit();
    }
    if (const std::optional<check::Trail> metadata = At(at, "metadata")) {
      CheckEmbeddedMetadata(*metadata, emit);
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
  std::string Describe() const override { return "a resource with a right apiVersion and metadata"; }
  diag::Kind fault_kind() const override { return diag::Kind::kBadName; }
};

}  // namespace

std::shared_ptr<const types::Predicate> EmbeddedResource() {
  return std::make_shared<Embedded>();
}

}  // namespace kval::kubernetes

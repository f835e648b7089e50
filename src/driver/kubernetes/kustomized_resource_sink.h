#pragma once

#include <string>
#include <vector>

#include "src/diag/emitter.h"
#include "src/diag/path.h"
#include "src/driver/kubernetes/kustomization_graph.h"
#include "src/driver/kubernetes/patched_fields.h"
#include "src/value/value.h"

namespace kval::driver {

// A field that a `replacements` entry of a kustomization sets.
struct ReplacedField {
  std::string kind, name;          // of the resource; empty: any
  std::vector<std::string> steps;  // keys; `[name=web]`, a number, `*` and `-` are items
  source::Span place = {};         // of the replacement

  // Whether the path leads to the field or to a part of it.
  bool Matches(const diag::Path& path) const;
};

// Filters findings about resources that kustomizations complete. Keys that are certainly added are not
// reported as missing, and values that are certainly replaced are not reported as invalid; a namespace, which
// is added only to references within the same kustomization, is a warning, as is a key that a patch for some
// resources sets. The name of a Namespace is always replaced by
// the kustomization's namespace. Nothing is reported about fields that `replacements` set.
class KustomizedResourceSink final : public diag::Sink {
 public:
  // Requires: `fields` and `replaced` outlive this object.
  KustomizedResourceSink(const KustomizedFields& fields, const std::vector<ReplacedField>& replaced,
                         diag::Emitter& emit)
      : fields_(fields), all_replaced_(replaced), emit_(emit) {}
  // Sets the resource of subsequent findings.
  // `applied`: fields of it whose values are those that
  // replacements have set, so that findings about them are reported. Must outlive the findings; may be null.
  void BeginResource(const value::Value& document, const std::vector<ReplacedField>* applied = nullptr);
  void Consume(diag::Diagnostic finding) override;

 private:
  const KustomizedFields& fields_;
  const std::vector<ReplacedField>& all_replaced_;
  std::vector<const ReplacedField*> replaced_;           // of the resource
  std::vector<AppliedField> patched_;                    // of the resource
  const std::vector<ReplacedField>* applied_ = nullptr;  // of the resource
  bool is_namespace_ = false;
  bool gets_selector_ = false;    // has a kind for which kustomize adds a selector if there is none
  bool gets_namespaces_ = false;  // of those whose references it follows
  diag::Emitter& emit_;
};

}  // namespace kval::driver

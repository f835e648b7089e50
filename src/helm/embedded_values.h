#pragma once

#include <string>
#include <vector>

#include "src/helm/context.h"
#include "src/helm/set_flag.h"
#include "src/source/source_file.h"
#include "src/support/keyed_hash.h"
#include "src/value/value.h"

// Values of Helm inside other objects: Argo CD's Application and ApplicationSet, Flux' HelmRelease.
namespace kval::helm {

// One input that such an object passes to Helm: a map of values, or an assignment.
struct ValuesStep {
  const value::Value* layer = nullptr;  // null: the flag
  SetFlag flag = {SetKind::kSet, {}, {}};
};

// The name of a file in the chart's directory.
struct ValuesFileRef {
  const value::Value* name;
  bool may_be_missing = false;  // `ignoreMissingValueFiles`
};

struct EmbeddedValues {
  std::vector<ValuesFileRef> value_files;  // they come first of all
  std::vector<ValuesStep> steps;           // later steps take precedence
  // Lists of files that are not read here; may be null.
  const value::Value* file_parameters = nullptr;  // of Argo CD: `name` and `path`, the last step
  const value::Value* chart_values = nullptr;     // of Flux: the files in place of the chart's values.yaml
};

// A ConfigMap or Secret that may supply values, and its file.
struct ValuesSource {
  const value::Value* root;
  const source::SourceFile* file;
};

class ValuesSources {
 public:
  void Add(const ValuesSource& object);
  // The first of this kind and name, or null.
  const ValuesSource* Find(const std::string& kind, const std::string& name) const;

 private:
  TextMap<std::string, ValuesSource> by_name_;
};

// Whether a document is one (`apiVersion` and `kind` decide).
bool HasEmbeddedValues(const value::Value& root);
bool IsValuesSource(const value::Value& root);

// Reads the values in an object; `document` is one document of a file. Embedded text keeps its locations in
// the file. Returns false after reporting an error. Sources: argo-cd util/helm, reposerver/repository;
// helm-controller internal/controller, fluxcd/pkg/chartutil.
bool ReadEmbeddedValues(const value::Value& document, const ValuesSources& sides,
                        const source::SourceFile& file, HelmContext& context, EmbeddedValues& out);

// The same for one `source` of an Application alone. `is_template`: of an ApplicationSet, whose parameters
// `{{…}}` are unknown.
bool ReadEmbeddedSource(const value::Value& source, bool is_template, const source::SourceFile& file,
                        HelmContext& context, EmbeddedValues& out);

}  // namespace kval::helm

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "src/driver/kubernetes/kustomized_resource_sink.h"
#include "src/driver/kubernetes/manifest_files.h"
#include "src/source/span.h"
#include "src/value/builder.h"
#include "src/value/value.h"

namespace kval::driver {

// Variables in manifests that another program replaces before they are applied: `${NAME}` of Flux and of
// envsubst, `$NAME` of envsubst (in upper case, in runs without Flux), `$(NAME)` of a kustomization,
// `${{ name }}` of Backstage's templates, and `($name)` of Chainsaw's tests.
//
// Call Take with all files of a run; then any number of threads may make FileVariables.
class ManifestVariables {
 public:
  // Reads the Flux Kustomizations that substitute, the ConfigMaps that they name, the variables of
  // kustomizations, and the directories of Chainsaw's tests.
  void Take(ManifestFiles& files);

  // The fields that kustomizations of the run set by `replacements`.
  const std::vector<ReplacedField>& replaced_fields() const { return replaced_fields_; }
  // A necessary condition for variables in a file.
  static bool MayHave(std::string_view text);

 private:
  using Values = std::map<std::string, std::string, std::less<>>;
  struct FluxKustomization {
    std::vector<std::string> directories;  // normalized; of its path and its components
    Values values;
    std::vector<std::string> config_maps;  // by name
  };
  friend class FileVariables;

  void AddFlux(const value::Value& document);
  void AddKustomization(const value::Value& document, const std::string& directory);
  void AddReplacements(const value::Value& list);
  void AddConfigMap(const value::Value& document);
  static bool MayHaveConfigMap(const ManifestFile& file);
  // Returns the variables of the Kustomizations that apply to the file, without those that differ.
  Values ValuesFor(std::string_view file) const;

  std::vector<FluxKustomization> flux_;
  std::map<std::string, Values, std::less<>> config_maps_;
  std::set<std::string, std::less<>> kustomize_;  // names
  std::set<std::string> replacement_files_;       // normalized paths
  std::vector<ReplacedField> replaced_fields_;
  std::vector<std::string> chainsaw_;  // directories of tests, with a slash
};

// The variables of one file. `is_named`: the user named it, so that expressions are those of Chainsaw only in
// the directories of its tests.
class FileVariables {
 public:
  FileVariables(const ManifestVariables& all, std::string_view file, bool is_named);

  // Returns the document as it is applied: variables of Flux are replaced if all Kustomizations that apply to
  // the file agree on their value; so are defaults (`${NAME:=value}`) and escapes (`$${NAME}`).
  const value::Value* Replace(const value::Value& document, value::Builder& build);
  // Whether a scalar with this text at `at`, of the document that was replaced last, has a variable that is
  // not known. It may have any type and content.
  bool IsUnknown(source::Span at, std::string_view text) const;

 private:
  // Records the scalars with variables, which aliases do not show.
  void Record(const value::Value& value);
  const value::Value* Replaced(const value::Value& value, value::Builder& build);
  const value::Value* String(const value::Value& value, value::Builder& build);
  std::optional<std::string> Expand(std::string_view text, int depth = 0) const;
  std::optional<std::string> ValueOf(std::string_view inside, int depth) const;
  bool HasKustomizeVariable(std::string_view text) const;

  const ManifestVariables& all_;
  ManifestVariables::Values values_;
  bool is_off_ = false;  // the document forbids substitution
  bool is_chainsaw_ = false;
  std::set<uint32_t> replaced_;  // where the scalars begin that were replaced
  std::set<uint32_t> unknown_;   // aliases of scalars with variables that were not
};

}  // namespace kval::driver

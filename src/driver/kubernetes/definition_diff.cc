#include "src/driver/kubernetes/definition_diff.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string_view>
#include <utility>

#include "schemas/crd/crd.h"
#include "schemas/crd/rules/bind.h"
#include "schemas/kubernetes/api_table.h"
#include "src/diag/collector.h"
#include "src/diag/read_failure.h"
#include "src/driver/inputs/inputs.h"
#include "src/driver/kubernetes/manifest_files.h"
#include "src/kubernetes/definition_diff/definition_comparison.h"
#include "src/kubernetes/manifest_validator.h"
#include "src/yaml/document.h"

namespace kval::driver {
namespace {

using DefinitionsByName = std::map<std::string_view, const value::Value*>;  // by name

constexpr diag::Def<std::string_view> kNoDefinition{
    diag::Kind::kNoInput, "{} contains no CustomResourceDefinition of apiextensions.k8s.io/v1"};
constexpr diag::Def<std::string_view> kOtherVersion{
    diag::Kind::kUnknownResource,
    "CustomResourceDefinitions of `{}` cannot be compared, only those of apiextensions.k8s.io/v1"};
constexpr diag::Def<std::string_view> kTwice{diag::Kind::kDuplicateKey,
                                             "the CustomResourceDefinition `{}` is defined twice"};

// The text of a field; empty if the value is no map or does not have it.
std::string_view FieldOf(const value::Value& value, std::string_view key) {
  const value::Value* field = value.kind == value::Kind::kMapping ? value::Find(value, key) : nullptr;
  return field != nullptr ? field->raw : std::string_view();
}

std::string_view NameOf(const value::Value& definition) {
  const value::Value* metadata = value::Find(definition, "metadata");
  return metadata != nullptr ? FieldOf(*metadata, "name") : std::string_view();
}

// An old definition needs the types that the API declares, without which the comparison would skip parts;
// older versions of Kubernetes have other rules. A new one must be valid.
enum class DefinitionAge : uint8_t { kOld, kNew };

// Reads definitions, and validates them as the newest supported Kubernetes version does.
class DefinitionReader {
 public:
  DefinitionReader(source::FileReader& reader, Session& session)
      : reader_(reader),
        session_(session),
        table_(schemas::kubernetes::ApiTable::Builtin()),
        budget_(std::make_shared<schemas::crd::rules::RuleBudget>(session.limits)),
        validator_(OptionsOf(session.limits, table_), table_, none_,
                   schemas::crd::rules::MakeRuleBinder(budget_)) {}

  // Adds the definitions of a path. Returns false after reporting that there are none, that one has wrong
  // types or is defined twice, or that a file cannot be read.
  bool Read(const std::string& path, DefinitionAge age, size_t& file_count, DefinitionsByName& definitions) {
    std::vector<InputFile> files;
    bool is_usable = ExpandPaths({path}, reader_, session_.emit, files);
    file_count += files.size();
    for (const InputFile& file : files) {
      is_usable = ReadFile(file, age, definitions) && is_usable;
    }
    if (is_usable && definitions.empty()) {
      session_.emit.Report({}, kNoDefinition, path).Emit();
      is_usable = false;
    }
    return is_usable;
  }

 private:
  static kubernetes::ManifestValidatorOptions OptionsOf(const Limits& limits,
                                                        const schemas::kubernetes::ApiTable& table) {
    kubernetes::ManifestValidatorOptions options;
    options.versions = {table.newest()};
    options.limits = limits;
    return options;
  }

  bool ReadFile(const InputFile& file, DefinitionAge age, DefinitionsByName& definitions) {
    const Result<const source::SourceFile*> source = ReadInputFile(file, reader_, session_.sources);
    if (!source) {
      diag::ReportReadFailure({}, source.failure(), session_.emit);
      return false;
    }
    const size_t errors = session_.emit.error_count();
    const yaml::File read =
        yaml::ReadFile(**source, ManifestReading(session_.limits), session_.arena, session_.emit);
    for (const yaml::Document& document : read.documents) {
      if (schemas::crd::IsDefinition(*document.root)) {
        Take(*document.root, age, definitions);
      } else if (FieldOf(*document.root, "kind") == "CustomResourceDefinition") {
        session_.emit.Report(document.root->span, kOtherVersion, FieldOf(*document.root, "apiVersion"))
            .Emit();
      }
    }
    return session_.emit.error_count() == errors;
  }

  void Take(const value::Value& definition, DefinitionAge age, DefinitionsByName& definitions) {
    diag::Collector findings(session_.limits.findings);
    diag::Emitter emit(&findings);
    budget_->Begin();
    validator_.Document(definition, {}, session_.arena, emit);
    for (diag::Diagnostic& finding : findings.Release()) {
      const bool is_type = diag::EntryOf(finding.kind).category != diag::Category::kKubernetes;
      if (is_type || (age == DefinitionAge::kNew && finding.severity == diag::Severity::kError)) {
        session_.emit.Emit(std::move(finding));
      }
    }
    const std::string_view name = NameOf(definition);
    const auto [first, is_new] = definitions.emplace(name, &definition);
    if (!is_new && !name.empty()) {
      session_.emit.Report(definition.span, kTwice, name)
          .Related(first->second->span, "the first one")
          .Emit();
    }
  }

  source::FileReader& reader_;
  Session& session_;
  schemas::kubernetes::ApiTable table_;
  kubernetes::CustomKinds none_;
  std::shared_ptr<schemas::crd::rules::RuleBudget> budget_;
  kubernetes::ManifestValidator validator_;
};

}  // namespace

DefinitionDiffResult CompareDefinitionFiles(const std::string& before, const std::string& after,
                                            source::FileReader& reader, Session& session) {
  DefinitionDiffResult result;
  DefinitionsByName was, is;
  DefinitionReader definitions(reader, session);
  const bool is_old_usable = definitions.Read(before, DefinitionAge::kOld, result.file_count, was);
  result.is_usable = definitions.Read(after, DefinitionAge::kNew, result.file_count, is) && is_old_usable;
  if (!result.is_usable) {
    return result;
  }
  for (const auto& [name, definition] : was) {
    const auto other = is.find(name);
    if (other == is.end()) {
      kubernetes::ReportRemovedDefinition(*definition, session.emit);
    } else {
      kubernetes::CompareDefinitions(*definition, *other->second, session.emit);
      ++result.definition_count;
    }
  }
  for (const auto& [name, definition] : is) {
    if (!was.contains(name)) {
      kubernetes::ReportAddedDefinition(*definition, session.emit);
    }
  }
  return result;
}

}  // namespace kval::driver

#include "src/driver/kubernetes/definition_costs.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "schemas/crd/crd.h"
#include "src/diag/read_failure.h"
#include "src/driver/inputs/inputs.h"
#include "src/driver/kubernetes/manifest_files.h"
#include "src/lang/cel/size_range.h"
#include "src/yaml/document.h"

namespace kval::driver {
namespace {

using schemas::crd::rules::RuleEstimate;

constexpr diag::Def<std::string_view> kNoDefinition{
    diag::Kind::kNoInput, "{} contains no CustomResourceDefinition of apiextensions.k8s.io/v1"};

const value::Value* FieldOf(const value::Value* map, std::string_view key) {
  return map != nullptr && map->kind == value::Kind::kMapping ? value::Find(*map, key) : nullptr;
}

std::string TextOf(const value::Value* value) {
  return value != nullptr && value->kind == value::Kind::kString ? std::string(value->raw.view())
                                                                 : std::string();
}

void AddDefinition(const value::Value& definition, std::vector<DefinitionCost>& costs) {
  const value::Value* versions = FieldOf(FieldOf(&definition, "spec"), "versions");
  if (versions == nullptr) {
    return;
  }
  for (size_t i = 0; i < versions->items().size(); ++i) {
    const value::Value* version = versions->items()[i];
    const value::Value* schema = FieldOf(FieldOf(version, "schema"), "openAPIV3Schema");
    if (schema == nullptr || schema->kind != value::Kind::kMapping) {
      continue;
    }
    const diag::Path path = {diag::PathStep::Key("spec"), diag::PathStep::Key("versions"),
                             diag::PathStep::Index(i), diag::PathStep::Key("schema"),
                             diag::PathStep::Key("openAPIV3Schema")};
    DefinitionCost cost{TextOf(FieldOf(FieldOf(&definition, "metadata"), "name")),
                        TextOf(FieldOf(version, "name")), 0,
                        schemas::crd::rules::EstimateRules(*schema, path)};
    for (const RuleEstimate& rule : cost.rules) {
      cost.total = cel::CappedSum(cost.total, rule.cost);
    }
    std::stable_sort(cost.rules.begin(), cost.rules.end(),
                     [](const RuleEstimate& a, const RuleEstimate& b) { return a.cost > b.cost; });
    costs.push_back(std::move(cost));
  }
}

}  // namespace

DefinitionCosts EstimateDefinitions(const std::vector<std::string>& paths, source::FileReader& reader,
                                    Session& session) {
  DefinitionCosts result;
  std::vector<InputFile> files;
  result.is_usable = ExpandPaths(paths, reader, session.emit, files);
  for (const InputFile& file : files) {
    const Result<const source::SourceFile*> source = ReadInputFile(file, reader, session.sources);
    if (!source) {
      diag::ReportReadFailure({}, source.failure(), session.emit);
      continue;
    }
    size_t count = 0;
    const yaml::File read =
        yaml::ReadFile(**source, ManifestReading(session.limits), session.arena, session.emit);
    for (const yaml::Document& document : read.documents) {
      if (schemas::crd::IsDefinition(*document.root)) {
        AddDefinition(*document.root, result.costs);
        ++count;
      }
    }
    if (count == 0 && file.directory.empty()) {
      session.emit.Report({}, kNoDefinition, file.path).Emit();
    }
  }
  if (result.costs.empty() && session.emit.error_count() == 0) {
    session.emit.Report({}, kNoDefinition, paths.empty() ? std::string_view() : std::string_view(paths[0]))
        .Emit();
  }
  result.is_usable = result.is_usable && session.emit.error_count() == 0;
  return result;
}

}  // namespace kval::driver

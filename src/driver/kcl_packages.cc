#include "src/driver/kcl_packages.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "src/driver/schema_pairing.h"
#include "src/driver/schemas/schema_modeline.h"
#include "src/support/path_text.h"

namespace kval::driver {
namespace {

using Packages = std::map<std::string, KclPackage, std::less<>>;

// Returns the package that validates a file; null if none does.
KclPackage* PackageOf(const InputFile& file, const InputSummary& summary, Packages& packages) {
  const auto known = summary.known.find(file.path);
  if (file.directory.empty() || known == summary.known.end() || known->second.is.builtin != nullptr ||
      known->second.is.role == FileRole::kManifest || FindSchemaModeline(*known->second.source)) {
    return nullptr;
  }
  // A longer directory sorts behind those above it.
  for (auto at = packages.rbegin(); at != packages.rend(); ++at) {
    const std::vector<InputFile>& programs = at->second.programs;
    if (file.path.starts_with(at->first) &&
        std::any_of(programs.begin(), programs.end(),
                    [&](const InputFile& program) { return IsPairedByName(program.path, file.path); })) {
      return &at->second;
    }
  }
  return nullptr;
}

}  // namespace

std::vector<KclPackage> TakeKclPackages(InputSummary& summary) {
  Packages packages;
  for (const FoundSchema& schema : summary.schemas) {
    if (schema.language != SchemaLanguage::kKcl || schema.file.directory.empty()) {
      return {};
    }
    packages[std::string(GetDirectoryPrefix(schema.file.path))].programs.push_back(schema.file);
  }
  if (packages.size() < 2 || !summary.code.empty()) {
    return {};
  }
  summary.schemas.clear();
  summary.has_schema = false;
  std::erase_if(summary.values, [&](const InputFile& file) {
    KclPackage* package = PackageOf(file, summary, packages);
    if (package != nullptr) {
      package->values.push_back(file);
    }
    return package != nullptr;
  });
  std::vector<KclPackage> taken;
  for (auto& [directory, package] : packages) {
    taken.push_back(std::move(package));
  }
  return taken;
}

}  // namespace kval::driver

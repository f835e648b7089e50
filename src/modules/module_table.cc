#include "src/modules/module_table.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "src/modules/builders.h"
#include "src/support/edit_distance.h"

namespace kval::modules {
namespace {

struct Entry {
  std::string_view name;
  starlark::Module* (*make)(const ModuleBuild& build);
};

constexpr std::array<Entry, 16> kModules = {{
    {"assert", MakeAssert},
    {"base64", MakeBase64},
    {"ip", MakeIp},
    {"json", MakeJson},
    {"math", MakeMath},
    {"md5", MakeMd5},
    {"module", MakeModule},
    {"regexp", MakeRegexp},
    {"sha256", MakeSha256},
    {"spelling", MakeSpelling},
    {"struct", MakeStruct},
    {"toml", MakeToml},
    {"url", MakeUrl},
    {"validations", MakeValidations},
    {"version", MakeVersion},
    {"yaml", MakeYaml},
}};

}  // namespace

ModuleTable::ModuleTable(starlark::Interpreter* interpreter, ModuleOptions options)
    : interpreter_(interpreter), options_(std::move(options)) {}

void ModuleTable::AddHost(std::string_view name, MakeModule make) {
  hosts_[std::string(name)] = std::move(make);
  loaded_.erase(std::string(name));
}

std::vector<std::string_view> ModuleTable::Names() const {
  std::vector<std::string_view> names;
  for (const Entry& entry : kModules) {
    names.push_back(entry.name);
  }
  for (const auto& [name, module] : hosts_) {
    names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

starlark::Value ModuleTable::Make(std::string_view name) {
  if (const auto host = hosts_.find(std::string(name)); host != hosts_.end()) {
    return host->second();
  }
  for (const Entry& entry : kModules) {
    if (entry.name == name) {
      return starlark::Value(entry.make(ModuleBuild{interpreter_->heap(), options_}));
    }
  }
  return {};
}

starlark::Outcome<starlark::Module*> ModuleTable::Load(std::string_view name) {
  if (const auto known = loaded_.find(std::string(name)); known != loaded_.end()) {
    return known->second;
  }
  const starlark::Value module = Make(name);
  if (!module.is_set()) {
    const std::vector<std::string_view> names = Names();
    const std::string_view nearest = Nearest(name, std::span<const std::string_view>(names));
    return starlark::EvalFailure(diag::Kind::kUnresolvedImport,
                                 "builtin ytt library does not have module '" + std::string(name) +
                                     "' (hint: is it available in newer version of ytt?)")
        .Hint(nearest.empty() ? std::string() : "did you mean `@ytt:" + std::string(nearest) + "`?");
  }
  auto* file = interpreter_->heap().New<starlark::Module>("@ytt:" + std::string(name));
  file->Define(name, module);
  loaded_.emplace(name, file);
  return file;
}

}  // namespace kval::modules

#include "src/lang/kcl/run/settings.h"

#include "src/diag/read_failure.h"
#include "src/lang/kcl/sema/module_path_variable.h"
#include "src/yaml/document.h"

namespace kval::kcl::run {
namespace {

constexpr diag::Def<std::string_view> kNoSettings{
    diag::Kind::kKclEvaluation, "EvaluationError: Failed to load '{}', invalid setting file format"};

// Returns a string, or the strings of a list.
std::vector<const value::Value*> StringsOf(const value::Value& value) {
  if (value.kind == value::Kind::kString) {
    return {&value};
  }
  if (value.kind != value::Kind::kSequence) {
    return {};
  }
  return {value.items().begin(), value.items().end()};
}

void AddStrings(const value::Value& value, std::vector<std::string>& out) {
  for (const value::Value* text : StringsOf(value)) {
    out.emplace_back(text->raw);
  }
}

Settings::Named PathOf(const value::Value& text, std::string_view module_root) {
  return {ExpandModulePath(std::string(text.raw), module_root), text.span, std::string(module_root)};
}

void SetFlag(const value::Value& mapping, std::string_view name, std::optional<bool>& flag) {
  const value::Value* value = value::Find(mapping, name);
  if (value != nullptr && value->kind == value::Kind::kBool) {
    flag = value->boolean;
  }
}

bool ReadConfigs(const value::Value& configs, std::string_view module_root, Settings& settings) {
  if (configs.kind != value::Kind::kMapping) {
    return configs.kind == value::Kind::kNull;
  }
  for (std::string_view name : {"file", "files"}) {
    if (const value::Value* files = value::Find(configs, name)) {
      for (const value::Value* text : StringsOf(*files)) {
        settings.files.push_back(PathOf(*text, module_root));
      }
    }
  }
  if (const value::Value* selectors = value::Find(configs, "path_selector")) {
    AddStrings(*selectors, settings.selectors);
  }
  for (std::string_view name : {"override", "overrides"}) {
    if (const value::Value* overrides = value::Find(configs, name)) {
      AddStrings(*overrides, settings.overrides);
    }
  }
  if (const value::Value* output = value::Find(configs, "output");
      output != nullptr && !output->raw.empty()) {
    settings.output = std::string(output->raw);
  }
  SetFlag(configs, "strict_range_check", settings.strict_range);
  SetFlag(configs, "disable_none", settings.disable_none);
  SetFlag(configs, "sort_keys", settings.sort_keys);
  SetFlag(configs, "show_hidden", settings.show_hidden);
  const value::Value* packages = value::Find(configs, "package_maps");
  if (packages != nullptr && packages->kind == value::Kind::kMapping) {
    for (const value::Entry& entry : packages->entries()) {
      settings.externals[std::string(entry.key->raw)] = PathOf(*entry.value, module_root);
    }
  }
  return true;
}

bool ReadOptions(const value::Value& options, Settings& settings) {
  if (options.kind == value::Kind::kNull) {
    return true;
  }
  if (options.kind != value::Kind::kSequence) {
    return false;
  }
  for (const value::Value* option : options.items()) {
    const value::Value* key = option->kind == value::Kind::kMapping ? value::Find(*option, "key") : nullptr;
    const value::Value* value = key == nullptr ? nullptr : value::Find(*option, "value");
    if (value == nullptr) {
      return false;
    }
    settings.options.emplace_back(std::string(key->raw), value);
  }
  return true;
}

}  // namespace

bool LoadSettings(const std::string& path, std::string_view module_root, source::SourceMap& sources,
                  source::FileReader& reader, const Limits& limits, Arena& arena, Settings& settings,
                  diag::Emitter& emitter) {
  Result<const source::SourceFile*> file = sources.Load(reader, path);
  if (!file) {
    diag::ReportReadFailure({}, file.failure(), emitter);
    return false;
  }
  yaml::ReadOptions options;
  options.dialect = value::Dialect::kKcl;
  options.limits = limits;
  size_t errors = emitter.error_count();
  yaml::File read = yaml::ReadFile(**file, options, arena, emitter);
  if (emitter.error_count() != errors) {
    return false;
  }
  const value::Value& root = *read.documents.front().root;
  bool valid = root.kind == value::Kind::kMapping;
  if (valid) {
    const value::Value* configs = value::Find(root, "kcl_cli_configs");
    const value::Value* given = value::Find(root, "kcl_options");
    valid = (configs == nullptr || ReadConfigs(*configs, module_root, settings)) &&
            (given == nullptr || ReadOptions(*given, settings));
  }
  if (!valid) {
    emitter.Report(root.span, kNoSettings, path).Emit();
  }
  return valid;
}

}  // namespace kval::kcl::run

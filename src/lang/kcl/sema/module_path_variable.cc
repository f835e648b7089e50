#include "src/lang/kcl/sema/module_path_variable.h"

namespace kval::kcl {
namespace {

constexpr std::string_view kOpening = "${";
constexpr std::string_view kClosing = "KCL_MOD}";
constexpr std::string_view kNameCharacters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";

}  // namespace

std::optional<ModulePathVariable> ParseModulePathVariable(std::string_view path) {
  if (!path.starts_with(kOpening)) {
    return std::nullopt;
  }
  path.remove_prefix(kOpening.size());
  ModulePathVariable variable;
  const size_t colon = path.find(':');
  if (colon != std::string_view::npos && colon > 0 &&
      path.substr(0, colon).find_first_not_of(kNameCharacters) == std::string_view::npos) {
    variable.package = path.substr(0, colon);
    path.remove_prefix(colon + 1);
  }
  if (!path.starts_with(kClosing)) {
    return std::nullopt;
  }
  path.remove_prefix(kClosing.size());
  if (!path.empty() && path.front() != '/') {
    return std::nullopt;
  }
  variable.rest = path.substr(path.empty() ? 0 : 1);
  return variable;
}

std::string ExpandModulePath(std::string path, std::string_view root) {
  const std::optional<ModulePathVariable> variable = ParseModulePathVariable(path);
  if (!variable.has_value() || !variable->package.empty()) {
    return path;
  }
  return std::string(root) + (variable->rest.empty() ? "" : "/") + std::string(variable->rest);
}

}  // namespace kval::kcl

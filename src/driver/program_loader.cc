#include "src/driver/program_loader.h"

#include "src/support/substitute.h"

namespace kval::driver {
namespace {

// "a/b/../c.star" as "a/c.star".
std::string Normalized(std::string_view path) {
  std::vector<std::string_view> parts;
  while (!path.empty()) {
    const size_t slash = path.find('/');
    const std::string_view part = path.substr(0, slash);
    path = slash == std::string_view::npos ? std::string_view() : path.substr(slash + 1);
    if (part.empty() || part == ".") {
      continue;
    }
    if (part == ".." && !parts.empty() && parts.back() != "..") {
      parts.pop_back();
    } else {
      parts.push_back(part);
    }
  }
  std::string joined;
  for (std::string_view part : parts) {
    joined += (joined.empty() ? "" : "/") + std::string(part);
  }
  return joined;
}

}  // namespace

starlark::Outcome<const source::SourceFile*> ProgramFiles::Find(std::string_view module,
                                                                std::string_view from) {
  std::string path(module);
  if (module.starts_with("/")) {
    path = module.substr(1);
  } else if (const size_t slash = from.rfind('/'); slash != std::string_view::npos) {
    path = std::string(from.substr(0, slash + 1)) + path;
  }
  for (const std::string& candidate : {path, Normalized(path)}) {
    if (const auto found = files_.find(candidate); found != files_.end()) {
      return found->second;
    }
  }
  return starlark::Failed(diag::Kind::kUnresolvedImport,
                          Substitute("cannot load {}: there is no such file among the inputs", module));
}

starlark::Outcome<starlark::Module*> ProgramModules::Find(starlark::Interpreter& /*interpreter*/,
                                                          std::string_view name, std::string_view /*from*/) {
  return table_->Load(name);
}

}  // namespace kval::driver

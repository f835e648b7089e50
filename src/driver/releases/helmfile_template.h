#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "src/driver/releases/release_context.h"
#include "src/helm/tables.h"
#include "src/source/source_file.h"

// Templates of helmfile: its state files, values files and the strings of releases. Source: helmfile
// pkg/tmpl, pkg/state/state_exec_tmpl.go.
namespace kval::driver {

// What the templates of one environment read.
class HelmfileTemplate {
 public:
  HelmfileTemplate(std::string environment, ReleaseContext& context);

  // The values of the environment, which `.Values` returns.
  helm::Table& values() { return *values_; }
  // Sets `.Release` of the next templates; empty strings: there is none.
  void SetRelease(std::string_view name, std::string_view name_space, std::string_view chart);

  // Renders a file; its result is a source, whose places lead to the file (ReleaseContext::rendered). Null if
  // it cannot be rendered; then `error` is the reason.
  const source::SourceFile* Render(const source::SourceFile& file, std::string& error);
  // The same for a string. Nullopt if it cannot be rendered.
  std::optional<std::string> RenderString(std::string_view text);

 private:
  helm::Table& Data();

  std::string environment_;
  ReleaseContext& context_;
  helm::Table* values_;
  uint64_t work_left_;  // of all templates
  std::string release_, name_space_, chart_;
};

}  // namespace kval::driver

#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "src/driver/findings/file_result.h"
#include "src/driver/inputs/inputs.h"
#include "src/driver/kubernetes/manifest_check.h"
#include "src/driver/kubernetes/manifest_files.h"
#include "src/driver/kubernetes/passed_manifests.h"
#include "src/source/file_reader.h"
#include "src/source/file_stamp.h"

namespace kval::driver {

// Whether validation of other files may depend on the content of this one. ConfigMaps count separately.
bool MayAffectOthers(std::string_view name, std::string_view text);

// Whether a file may install charts, or have what such files refer to.
bool MayInstallCharts(std::string_view name, std::string_view text);

// The use of PassedManifests in one run. Threads: one.
class ManifestReuse {
 public:
  // `passed` must outlive this. `options`: all options of the run that results depend on.
  ManifestReuse(PassedManifests& passed, std::string options);

  const std::map<std::string, PassedManifest>& files() const { return passed_.files; }
  // Adds a file with definitions to the context, before the run reads it.
  void AddDefinition(const InputFile& file, source::FileReader& reader);
  // Whether the charts that the files install may be rendered: not if so many files install charts that each
  // run would read and render too much.
  bool renders_charts() const { return renders_charts_; }
  // Call after all files were read. If the context differs from that of earlier runs, forgets their results,
  // and reads the files that were skipped.
  void Compare(ManifestFiles& files);
  // Records the result of a file that was validated.
  void Note(const ManifestFile& file, const ManifestResult& further, const FileResult& result);
  // Forgets everything: the results of this run depend on more than the context.
  void Clear();

 private:
  void Add(std::string_view name, const std::optional<source::FileStamp>& stamp, std::string_view text);

  PassedManifests& passed_;
  std::string context_;
  bool renders_charts_ = true;
};

}  // namespace kval::driver

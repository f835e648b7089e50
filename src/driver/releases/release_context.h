#pragma once

#include <string>
#include <vector>

#include "src/driver/kubernetes/manifest_variables.h"
#include "src/driver/releases/chart_lookup.h"
#include "src/driver/releases/release.h"
#include "src/driver/releases/release_objects.h"
#include "src/helm/context.h"
#include "src/helm/embedded_values.h"
#include "src/helm/render/rendered.h"
#include "src/source/source_file.h"
#include "src/value/value.h"

namespace kval::driver {

// What the readers of releases in one file use. Values are valid while the context of Helm is.
class ReleaseContext {
 public:
  // `path`: of the file. `named`: the directory that the user named and that contains it; may be empty.
  ReleaseContext(const std::string& path, const std::string& named, const source::SourceFile& source,
                 const ReleaseObjects& known_objects, ChartLookup& lookup,
                 const ManifestVariables& known_variables, helm::HelmContext& environment);

  ReleaseRoots roots() const { return {repository, directory}; }
  // Returns the path on the disk of one that is relative to the repository; of one below the working
  // directory if there is none in the repository, because a part of a repository may be checked out.
  std::string InRepository(const std::string& path) const;
  // Loads a file below the repository or the directory of the file. Null if it is missing there or cannot be
  // read; the latter is reported.
  const source::SourceFile* Load(const std::string& path);
  // Adds a file with values to a release. A missing file is an error of the release at `at`, unless it may be
  // missing. `path`: on the disk.
  void AddValuesFile(const std::string& path, source::Span at, bool may_be_missing, ChartRelease& release);
  // Adds values and assignments that are in the file of the release.
  static void AddSteps(const helm::EmbeddedValues& values, ChartRelease& release);
  // Returns an object of the run with its file, whose variables are replaced. Its root is null if it cannot
  // be read.
  helm::ValuesSource Read(const DocumentPlace& place);

  // A text that a template printed, so that places in it lead to the template.
  struct RenderedText {
    const source::SourceFile* text;
    helm::render::RenderedFile pieces;
  };
  std::vector<RenderedText> rendered;

  const source::SourceFile& file;
  const std::string directory;  // of the file, with a slash at its end; empty: the working directory
  const std::string named_directory;
  const std::string repository;  // that contains the file, in the form of `directory`
  const ReleaseObjects& objects;
  ChartLookup& charts;
  const ManifestVariables& variables;
  helm::HelmContext& helm;
};

}  // namespace kval::driver

#pragma once

#include <deque>
#include <memory>
#include <vector>

#include "src/driver/data_values.h"
#include "src/driver/documents.h"
#include "src/driver/driver_options.h"
#include "src/driver/session.h"
#include "src/helm/set_flag.h"
#include "src/source/file_reader.h"
#include "src/source/source_file.h"

// `--profile helm` without a chart.
namespace kval::driver {

struct HelmLayer {
  Layer layer;
  std::shared_ptr<const std::deque<source::SourceFile>> strings;  // that the layer refers to
};

// Merges the set's plain files and Helm flags as Helm does, into one layer (src/helm). A null that replaces a
// value deletes it, like a null in chart defaults; other nulls are kept. Errors are reported; the layer then
// has gaps.
HelmLayer MergeHelmLayer(const Documents& documents, const DriverOptions& options, source::FileReader& reader,
                         Session& session);

// Whether a flag is one of Helm's, which MergeHelmLayer carries out.
bool IsHelmFlag(const FlagValue& flag);
// Returns the Helm flags in the form of src/helm.
std::vector<helm::SetFlag> HelmFlagsOf(const DriverOptions& options);

}  // namespace kval::driver

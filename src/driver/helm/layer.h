#pragma once

#include <deque>
#include <memory>
#include <vector>

#include "src/driver/data_values.h"
#include "src/driver/documents.h"
#include "src/driver/options.h"
#include "src/driver/session.h"
#include "src/helm/set_flag.h"
#include "src/source/file_reader.h"
#include "src/source/source_file.h"

// `--profile helm` without a chart.
namespace kval::driver {

struct HelmLayer {
  Layer layer;
  std::shared_ptr<const std::deque<source::SourceFile>> texts;  // that the layer refers to
};

// Merges the set's plain files and Helm flags as Helm does, into one layer (src/helm). A null that replaces a
// value deletes it, as for chart defaults; other nulls stay. Errors are reported; the layer then has gaps.
HelmLayer LayerOfHelm(const Documents& documents, const Options& options, source::FileReader& reader,
                      Session& session);

// Whether a flag is one of Helm's, which LayerOfHelm carries out.
bool IsFlagOfHelm(const FlagValue& flag);
// Those, as Helm's rules take them.
std::vector<helm::SetFlag> FlagsOfHelm(const Options& options);

}  // namespace kval::driver

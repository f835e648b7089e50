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

// What Helm makes of the set's plain files and of the command line's flags of Helm: one layer, computed by
// src/helm as for a chart. A null that replaces something deletes it, as it would in the defaults of a chart;
// others stay. What Helm refuses was reported; the layer then has gaps, or holds what is not known.
HelmLayer LayerOfHelm(const Documents& documents, const Options& options, source::FileReader& reader,
                      Session& session);

// Whether a flag is one of Helm's, which LayerOfHelm carries out.
bool IsFlagOfHelm(const FlagValue& flag);
// Those, as Helm's rules take them.
std::vector<helm::SetFlag> FlagsOfHelm(const Options& options);

}  // namespace kval::driver

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "src/support/result.h"

// Charts that are packed: tar in gzip.
namespace kval::helm {

struct PackedFile {
  std::string name;  // without the top-level directory: "values.yaml", "charts/kid/Chart.yaml"
  std::shared_ptr<const std::string> bytes;
};

// Helm's limits: one file, and all files of an archive.
inline constexpr uint64_t kMaxFileBytes = 5 * 1024 * 1024;
inline constexpr uint64_t kMaxArchiveBytes = 100 * 1024 * 1024;

bool IsGzip(std::string_view bytes);

// Returns the regular files of an archive, in order. Rejects the archive for paths that leave the chart,
// oversized files and invalid data. Skips links and devices; nothing is written to disk. `budget` is what all
// archives of a run may still unpack; 0 once exceeded. Source: helm pkg/chart/loader/archive.go.
Result<std::vector<PackedFile>> Unpack(std::string_view archive, uint64_t& budget);

}  // namespace kval::helm

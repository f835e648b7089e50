#pragma once

#include <cstdint>

namespace kval::helm {

// Whose rules are followed, those of Helm 3.22 or 4.3. Helm 4
//
//   - lets no null of a chart's own values through,
//   - merges all documents of a file of values, each cut off by a line `---`, which has nothing but a comment
//     beside it; directives are refused,
//   - takes a JSON object for `--set-json`,
//   - passes over the rest of a flag in which an index is never closed,
//   - lets aliases of one chart share nothing,
//   - asks no schema at all for `helm lint --skip-schema-validation`.
//
// Sources: helm pkg/chart/common/util/coalesce.go, pkg/chart/v2/loader/load.go, pkg/cli/values/options.go,
// pkg/strvals, pkg/chart/v2/util/dependencies.go, pkg/chart/v2/lint/rules/values.go, beside those of Helm 3.
enum class Version : uint8_t { kHelm3, kHelm4 };

}  // namespace kval::helm

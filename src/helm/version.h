#pragma once

#include <cstdint>

namespace kval::helm {

// The Helm version whose rules apply, 3.22 or 4.3. Helm 4
//
//   - drops nulls of a chart's own values,
//   - merges all documents of a values file, separated by lines `---` with nothing but a comment; rejects
//     directives,
//   - accepts a JSON object for `--set-json`,
//   - ignores the rest of a flag with an unclosed index,
//   - shares nothing between aliases of one chart,
//   - validates no schema for `helm lint --skip-schema-validation`.
//
// Sources: helm pkg/chart/common/util/coalesce.go, pkg/chart/v2/loader/load.go, pkg/cli/values/options.go,
// pkg/strvals, pkg/chart/v2/util/dependencies.go, pkg/chart/v2/lint/rules/values.go, in addition to those of
// Helm 3.
enum class Version : uint8_t { kHelm3, kHelm4 };

}  // namespace kval::helm

#pragma once

#include <vector>

#include "src/driver/flags/flag_scalars.h"
#include "src/driver/layer.h"
#include "src/driver/options.h"

namespace kval::driver {

struct Session;

// One of Helm's `--set`, `--set-string`, `--set-json`: `a.b=1,c[0].d=x,e={1,2},f\.g=null`.
// Commas separate assignments, `\` takes the meaning off a character. Values of `--set` are null, booleans
// and decimal integers as Helm's strvals parser has them, everything else is a string; of `--set-string`
// always strings; of `--set-json` JSON. `scalars` are those of the run. Source: helm pkg/strvals/parser.go.
void HelmSet(const FlagValue& flag, Session& session, FlagScalars& scalars, std::vector<Layer>& layers);

}  // namespace kval::driver

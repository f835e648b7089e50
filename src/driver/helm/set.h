#pragma once

#include <vector>

#include "src/driver/driver_options.h"
#include "src/driver/flags/flag_scalars.h"
#include "src/driver/layer.h"

namespace kval::driver {

struct Session;

// Applies one of Helm's `--set`, `--set-string`, `--set-json`: `a.b=1,c[0].d=x,e={1,2},f\.g=null`. Commas
// separate assignments; `\` escapes a character. Values of `--set` are null, booleans and decimal integers as
// parsed by Helm's strvals, otherwise strings; values of `--set-string` are always strings; those of
// `--set-json` are JSON. `scalars`: those of the run. Source: helm pkg/strvals/parser.go.
void ParseHelmSet(const FlagValue& flag, Session& session, FlagScalars& scalars, std::vector<Layer>& layers);

}  // namespace kval::driver

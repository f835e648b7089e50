#pragma once

#include "src/helm/version.h"
#include "src/lang/gotemplate/value.h"

namespace kval::helm::render {

// The type of `.Values`: a map with the methods of Helm's Values, such as `.Values.AsMap`. A method precedes
// a key of the same name. `Encode` is missing: templates have no io.Writer.
//
// Source: pkg/chartutil/values.go of Helm 3, pkg/chart/common/values.go of Helm 4.
const gotemplate::Type& ValuesType(Version helm);

}  // namespace kval::helm::render

#pragma once

#include "src/driver/front_end.h"

// Schemas of annotated YAML.
namespace kval::driver {

source::Span FindAnnotated(const Documents& documents, const Session& session);
CompiledSet CompileAnnotatedSet(const Documents& documents, const Given& given, const Options& options,
                                source::FileReader& reader, Session& session);

}  // namespace kval::driver

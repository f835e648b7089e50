#pragma once

#include <string>
#include <vector>

#include "src/driver/front_end.h"

// A set whose schema is a KCL program.
namespace kval::driver {

// The KCL files among the inputs: one package. Files of a directory count as KCL has it: no `_*.k`, no
// `*_test.k`.
std::vector<std::string> KclFiles(const Session& session);

// All layers are merged over the schema's defaults, each checked after it is merged but for what a later one
// may still add; computed attributes, rules and the program's own asserts on the end result.
source::Span FindKcl(const Documents& documents, const Session& session);
CompiledSet CompileKclSet(const Documents& documents, const Given& given, const Options& options,
                          source::FileReader& reader, Session& session);

}  // namespace kval::driver

#pragma once

#include <string_view>

#include "src/driver/documents.h"
#include "src/driver/libraries/library_values.h"
#include "src/driver/options.h"
#include "src/driver/schemas/set_schema.h"
#include "src/driver/session.h"
#include "src/source/file_reader.h"

// Schema languages: one row of a table each.
namespace kval::driver {

struct FrontEnd {
  std::string_view name;  // what people call the language: "annotated YAML"
  // Where the set has a schema in this language; without value when it has none.
  source::Span (*find)(const Documents& documents, const Session& session);
  CompiledSet (*compile)(const Documents& documents, const Given& given, const Options& options,
                         source::FileReader& reader, Session& session);
};

// The language of the set's schema, null when there is none. `ok` is false when it has two, which is
// reported.
const FrontEnd* FrontEndOf(const Documents& documents, Session& session, bool& ok);

}  // namespace kval::driver

#pragma once

#include <string_view>

#include "src/driver/documents.h"
#include "src/driver/driver_options.h"
#include "src/driver/libraries/library_values.h"
#include "src/driver/schemas/set_schema.h"
#include "src/source/file_reader.h"

// Schema languages: one row of a table each.
namespace kval::driver {

struct Session;

struct FrontEnd {
  std::string_view name;  // what people call the language: "annotated YAML"
  // Returns the location of the set's schema in this language; without value if there is none.
  source::Span (*find)(const Documents& documents, const Session& session);
  CompiledSet (*compile)(const Documents& documents, const SuppliedDocuments& given,
                         const DriverOptions& options, source::FileReader& reader, Session& session);
};

// Returns the language of the set's schema, null if there is none. Errors: if there are schemas in two
// languages, reports this and sets `ok` to false.
const FrontEnd* FrontEndOf(const Documents& documents, Session& session, bool& ok);

}  // namespace kval::driver

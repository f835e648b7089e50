#pragma once

#include <optional>
#include <string_view>

#include "src/driver/session.h"
#include "src/project/declaration.h"
#include "src/project/find.h"
#include "src/source/file_reader.h"
#include "src/value/value.h"

namespace kval::project {

// A project file that fits its schema.
struct Loaded {
  Declaration declaration;
  const value::Value* root;  // with the defaults; lives as long as the session
};

// What the schema of project files is called: its places are those of defaults.
std::string_view SchemaName();

// Reads the project file and checks it by the schema that is a part of kval. What is wrong is reported in
// `session`; nothing when the file cannot be used.
std::optional<Loaded> Load(const Location& location, source::FileReader& reader, driver::Session& session);

}  // namespace kval::project

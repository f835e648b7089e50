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

// The name of the project file's schema, where defaults are located.
std::string_view SchemaName();
// The text of that schema: annotated YAML.
std::string_view SchemaText();

// Reads the project file and validates it by the built-in schema. Errors are reported in `session`; nullopt
// if the file is unusable.
std::optional<Loaded> Load(const ProjectLocation& location, source::FileReader& reader,
                           driver::Session& session);

}  // namespace kval::project

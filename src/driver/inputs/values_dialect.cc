#include "src/driver/inputs/values_dialect.h"

#include <memory>

#include "src/driver/inputs/content.h"
#include "src/driver/kcl/files.h"
#include "src/driver/schemas/named_schema.h"
#include "src/driver/session.h"

namespace kval::driver {

value::Dialect DialectOfValues(const Options& options, source::FileReader& reader, Session& session) {
  if (options.has_dialect || options.renders) {
    return options.dialect;
  }
  if (!KclFiles(session).empty()) {
    return value::Dialect::kKcl;
  }
  bool has_annotated = false;
  bool has_definitions = false;
  for (const std::unique_ptr<LibraryFile>& file : session.files) {
    const Content content = ContentOf(*file, session);
    if (content.is_json_schema) {
      return value::Dialect::kYaml12;
    }
    has_annotated = has_annotated || content.has_own_schema;
    has_definitions = has_definitions || content.is_definitions;
  }
  if (has_annotated) {
    return options.dialect;
  }
  if (options.definitions_are_schemas && has_definitions) {
    return value::Dialect::kK8s;
  }
  return options.unchecked == Unchecked::kSilent ? options.dialect : DialectOfNamed(options, reader, session);
}

}  // namespace kval::driver

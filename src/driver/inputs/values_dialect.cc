#include "src/driver/inputs/values_dialect.h"

#include <memory>

#include "src/driver/inputs/classification.h"
#include "src/driver/kcl/files.h"
#include "src/driver/schemas/schema_modeline.h"
#include "src/driver/session.h"

namespace kval::driver {

value::Dialect DialectOfValues(const DriverOptions& options, source::FileReader& reader, Session& session) {
  if (options.has_dialect || options.renders) {
    return options.dialect;
  }
  if (!KclFiles(session).empty()) {
    return *DialectOfLanguage(SchemaLanguage::kKcl);
  }
  SchemaLanguage language = SchemaLanguage::kNone;
  for (const std::unique_ptr<LibraryFile>& file : session.files) {
    const Classification is = ClassifyUnread(*file, options, session);
    if (is.is_json_schema()) {
      return DialectOfJsonSchema(file->input.disk_path);
    }
    if (is.is_annotated_schema() || (is.is_definitions() && language == SchemaLanguage::kNone)) {
      language = is.language;
    }
  }
  if (language == SchemaLanguage::kAnnotated) {
    return options.dialect;
  }
  if (language == SchemaLanguage::kCrd && options.definitions_are_schemas) {
    return *DialectOfLanguage(language);
  }
  return options.unchecked == UncheckedPolicy::kSilent ? options.dialect
                                                       : DialectOfModelineSchema(options, reader, session);
}

}  // namespace kval::driver

#include "src/driver/inputs/values_dialect.h"

#include <algorithm>
#include <memory>

#include "src/driver/inputs/content.h"
#include "src/driver/kcl/files.h"
#include "src/driver/schemas/schema_modeline.h"
#include "src/driver/session.h"

namespace kval::driver {

value::Dialect DialectOfValues(const DriverOptions& options, source::FileReader& reader, Session& session) {
  if (options.has_dialect || options.renders) {
    return options.dialect;
  }
  if (!KclFiles(session).empty()) {
    return value::Dialect::kKcl;
  }
  // Only these files are parsed in most runs. An annotated schema without the words of other schemas matters
  // only if the dialect would be another one without it.
  const auto is_annotated = [&session](const std::unique_ptr<LibraryFile>& file) {
    return ContentOf(*file, session).has_own_schema;
  };
  bool has_definitions = false;
  bool has_annotated = false;
  for (const std::unique_ptr<LibraryFile>& file : session.files) {
    if (MayBePlainSchema(*file)) {
      const ContentClass content = ContentOf(*file, session);
      if (content.is_json_schema) {
        return value::Dialect::kYaml12;
      }
      has_annotated = has_annotated || content.has_own_schema;
      has_definitions = has_definitions || content.is_definitions;
    }
  }
  const value::Dialect without_annotated =
      has_annotated                                        ? options.dialect
      : options.definitions_are_schemas && has_definitions ? value::Dialect::kK8s
      : options.unchecked == UncheckedPolicy::kSilent      ? options.dialect
                                                      : DialectOfModelineSchema(options, reader, session);
  return without_annotated == options.dialect || std::ranges::any_of(session.files, is_annotated)
             ? options.dialect
             : without_annotated;
}

}  // namespace kval::driver

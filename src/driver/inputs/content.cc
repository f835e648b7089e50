#include "src/driver/inputs/content.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "annotations/data/specs.h"
#include "annotations/schema/specs.h"
#include "src/diag/collector.h"
#include "src/driver/inputs/reading.h"
#include "src/driver/inputs/roles.h"
#include "src/driver/session.h"
#include "src/source/word_search.h"
#include "src/templating/template.h"

namespace kval::driver {
namespace {

void TakeHeaders(const yaml::File& file, Content& content) {
  for (const yaml::Document& document : file.documents) {
    const Header header = HeaderOf(file, document);
    const bool is_schema =
        header.role == DocumentRole::kReleasedSchema || header.role == DocumentRole::kProposalSchema;
    content.has_schema = content.has_schema || is_schema;
    content.has_own_schema = content.has_own_schema || (is_schema && !header.for_library);
    content.has_values = content.has_values || header.role == DocumentRole::kValues;
  }
  content.is_template = !content.has_schema && !content.has_values;
}

// The user's `--as` overrides the content.
void ApplyRole(Role role, Content& content) {
  content.has_schema = content.has_schema || role == Role::kSchema;
  content.has_own_schema = content.has_own_schema || role == Role::kSchema;
  content.has_values = (content.has_values && role != Role::kSchema) || role == Role::kOverlay;
  content.is_template = role == Role::kTemplate || (content.is_template && role == Role::kAuto);
  if (role == Role::kTemplate) {
    content.has_schema = content.has_values = content.has_own_schema = false;
  }
}

// A necessary condition for being a schema, so that files of values are parsed once only. Keys may be written
// with escapes.
bool MayBeSchema(const LibraryFile& file) {
  const source::SourceFile& source = *file.input.source;
  const std::string_view kWords[] = {"properties",
                                     "$schema",
                                     "CustomResourceDefinition",
                                     annotations::kDataValuesSchema.name,
                                     annotations::kSchemaDefinition.name,
                                     "\\u",
                                     "\\x"};
  return file.input.role == Role::kSchema || IsNamedJsonSchema(source.name()) ||
         std::any_of(std::begin(kWords), std::end(kWords),
                     [&source](std::string_view word) { return source::HasWord(source, word); });
}

}  // namespace

Content ContentOf(const yaml::File& file, bool has_templating, bool ok, Role role,
                  const std::string& disk_path) {
  Content content;
  if (has_templating && role != Role::kValues) {
    TakeHeaders(file, content);
  } else if (ok) {
    content.foreign = ForeignSchemaOf(file);
  } else {
    content.has_schema = role == Role::kAuto && IsMeantAsJsonSchema(*file.source);
  }
  const bool looks_so = content.foreign.language == SchemaLanguage::kJsonSchema;
  const bool is_said = role == Role::kSchema && !has_templating &&
                       (looks_so || disk_path.ends_with(".json") || (ok && IsJsonSchemaWhenSaid(file)));
  content.is_json_schema = is_said || (looks_so && role == Role::kAuto);
  content.is_definitions =
      content.foreign.language == SchemaLanguage::kCrd && role == Role::kAuto && !DefinitionsOf(file).empty();
  ApplyRole(role, content);
  return content;
}

Content ContentOf(const LibraryFile& file, const Session& session) {
  if (file.type != FileType::kYaml || file.input.source == nullptr || !MayBeSchema(file)) {
    return {};
  }
  Arena arena;
  diag::Collector unread;
  diag::Emitter silent(&unread);
  const yaml::File read =
      yaml::ReadFile(*file.input.source, ReadingAs(value::Dialect::kYaml12, session.limits), arena, silent);
  const bool has_templating = file.is_template && templating::HasTemplating(read);
  Content content =
      ContentOf(read, has_templating, silent.error_count() == 0, file.input.role, file.input.disk_path);
  content.foreign.at = {};
  return content;
}

}  // namespace kval::driver

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
#include "src/source/quick_contains.h"
#include "src/templating/template.h"

namespace kval::driver {
namespace {

void TakeHeaders(const yaml::File& file, ContentClass& content) {
  for (const yaml::Document& document : file.documents) {
    const DocumentHeader header = HeaderOf(file, document);
    const bool is_schema =
        header.role == DocumentRole::kReleasedSchema || header.role == DocumentRole::kProposalSchema;
    content.has_schema = content.has_schema || is_schema;
    content.has_own_schema = content.has_own_schema || (is_schema && !header.for_library);
    content.has_values = content.has_values || header.role == DocumentRole::kValues;
  }
  content.is_template = !content.has_schema && !content.has_values;
}

// The user's `--as` overrides the content.
void ApplyRole(InputRole role, ContentClass& content) {
  content.has_schema = content.has_schema || role == InputRole::kSchema;
  content.has_own_schema = content.has_own_schema || role == InputRole::kSchema;
  content.has_values = (content.has_values && role != InputRole::kSchema) || role == InputRole::kOverlay;
  content.is_template = role == InputRole::kTemplate || (content.is_template && role == InputRole::kAuto);
  if (role == InputRole::kTemplate) {
    content.has_schema = content.has_values = content.has_own_schema = false;
  }
}

template <size_t kCount>
bool ContainsAny(const source::SourceFile& source, const std::string_view (&words)[kCount]) {
  return std::any_of(std::begin(words), std::end(words),
                     [&source](std::string_view word) { return source::QuickContains(source, word); });
}

// A necessary condition for being a schema, so that files of values are parsed once only.
bool MayBeSchema(const LibraryFile& file) {
  const std::string_view kWords[] = {annotations::kDataValuesSchema.name,
                                     annotations::kSchemaDefinition.name};
  return MayBePlainSchema(file) || ContainsAny(*file.input.source, kWords);
}

}  // namespace

ContentClass ContentOf(const yaml::File& file, bool has_templating, bool ok, InputRole role,
                       const std::string& disk_path) {
  ContentClass content;
  if (has_templating && role != InputRole::kValues) {
    TakeHeaders(file, content);
  } else if (ok) {
    content.foreign = DetectSchema(file);
  } else {
    content.has_schema = role == InputRole::kAuto && IsIntendedAsJsonSchema(*file.source);
  }
  const bool looks_so = content.foreign.language == SchemaLanguage::kJsonSchema;
  const bool is_reported = role == InputRole::kSchema && !has_templating &&
                           (looks_so || disk_path.ends_with(".json") || (ok && CanBeJsonSchema(file)));
  content.is_json_schema = is_reported || (looks_so && role == InputRole::kAuto);
  content.is_definitions = content.foreign.language == SchemaLanguage::kCrd && role == InputRole::kAuto &&
                           !DefinitionsOf(file).empty();
  ApplyRole(role, content);
  return content;
}

// Keys may be written with escapes.
bool MayBePlainSchema(const LibraryFile& file) {
  if (file.type != FileType::kYaml || file.input.source == nullptr) {
    return false;
  }
  constexpr std::string_view kWords[] = {"properties", "$schema", "CustomResourceDefinition", "\\u", "\\x"};
  return file.input.role == InputRole::kSchema || HasJsonSchemaName(file.input.source->name()) ||
         ContainsAny(*file.input.source, kWords);
}

ContentClass ContentOf(const LibraryFile& file, const Session& session) {
  if (file.type != FileType::kYaml || file.input.source == nullptr || !MayBeSchema(file)) {
    return {};
  }
  Arena arena;
  diag::Collector unread;
  diag::Emitter silent(&unread);
  const yaml::File read = yaml::ReadFile(
      *file.input.source, ReadOptionsForDialect(value::Dialect::kYaml12, session.limits), arena, silent);
  const bool has_templating = file.is_template && templating::HasTemplating(read);
  ContentClass content =
      ContentOf(read, has_templating, silent.error_count() == 0, file.input.role, file.input.disk_path);
  content.foreign.at = {};
  return content;
}

}  // namespace kval::driver

#include <algorithm>
#include <iterator>

#include "src/formats/format.h"
#include "src/formats/validators.h"

namespace kval::formats {
namespace {

// A format of JSON Schema from the draft on that brought it.
struct DraftFormat {
  std::string_view name;
  FormatDialect since;
  std::string_view meaning;  // the name of kval's format that it is
};

constexpr DraftFormat kDraftFormats[] = {
    {"date-time", FormatDialect::kDraft4, "date-time"},
    {"email", FormatDialect::kDraft4, "email"},
    {"hostname", FormatDialect::kDraft4, "hostname"},
    {"ipv4", FormatDialect::kDraft4, "ipv4"},
    {"ipv6", FormatDialect::kDraft4, "ipv6"},
    {"uri", FormatDialect::kDraft4, "uri"},
    {"json-pointer", FormatDialect::kDraft6, "json-pointer"},
    {"uri-reference", FormatDialect::kDraft6, "uri-reference"},
    {"uri-template", FormatDialect::kDraft6, "uri-template"},
    {"date", FormatDialect::kDraft7, "date"},
    {"idn-email", FormatDialect::kDraft7, "idn-email"},
    {"idn-hostname", FormatDialect::kDraft7, "idn-hostname"},
    {"iri", FormatDialect::kDraft7, "iri"},
    {"iri-reference", FormatDialect::kDraft7, "iri-reference"},
    {"regex", FormatDialect::kDraft7, "ecma-regex"},
    {"time", FormatDialect::kDraft7, "time"},
    {"duration", FormatDialect::kDraft201909, "iso8601-duration"},
    {"relative-json-pointer", FormatDialect::kDraft201909, "relative-json-pointer"},
    {"uuid", FormatDialect::kDraft201909, "uuid"}};

// Draft 7 names an older draft of relative pointers than those after it.
constexpr FormatEntry kRelativePointer01{"relative-json-pointer", "a relative JSON Pointer, for example 1/a",
                                         "draft-handrews-relative-json-pointer-01, section 3",
                                         IsRelativeJsonPointer01};

const FormatEntry* FindInDraft(std::string_view name, FormatDialect draft) {
  if (draft == FormatDialect::kDraft7 && name == kRelativePointer01.name) {
    return &kRelativePointer01;
  }
  const auto* found = std::find_if(std::begin(kDraftFormats), std::end(kDraftFormats),
                                   [&](const DraftFormat& format) { return format.name == name; });
  return found != std::end(kDraftFormats) && found->since <= draft ? Find(found->meaning) : nullptr;
}

}  // namespace

const FormatEntry* Find(std::string_view name, FormatDialect dialect) {
  switch (dialect) {
    case FormatDialect::kKval:
      return Find(name);
    case FormatDialect::kKubernetes:
      return FindInKubernetes(name);
    case FormatDialect::kDraft4:
    case FormatDialect::kDraft6:
    case FormatDialect::kDraft7:
    case FormatDialect::kDraft201909:
    case FormatDialect::kDraft202012:
      return FindInDraft(name, dialect);
  }
  return nullptr;
}

}  // namespace kval::formats

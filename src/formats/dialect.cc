#include <algorithm>
#include <iterator>
#include <string>

#include "src/formats/checks.h"
#include "src/formats/format.h"

namespace kval::formats {
namespace {

// A format of JSON Schema from the draft on that brought it.
struct DraftFormat {
  std::string_view name;
  Dialect since;
  std::string_view meaning;  // the name of kval's format that it is
};

constexpr DraftFormat kDraftFormats[] = {
    {"date-time", Dialect::kDraft4, "date-time"},
    {"email", Dialect::kDraft4, "email"},
    {"hostname", Dialect::kDraft4, "hostname"},
    {"ipv4", Dialect::kDraft4, "ipv4"},
    {"ipv6", Dialect::kDraft4, "ipv6"},
    {"uri", Dialect::kDraft4, "uri"},
    {"json-pointer", Dialect::kDraft6, "json-pointer"},
    {"uri-reference", Dialect::kDraft6, "uri-reference"},
    {"uri-template", Dialect::kDraft6, "uri-template"},
    {"date", Dialect::kDraft7, "date"},
    {"idn-email", Dialect::kDraft7, "idn-email"},
    {"idn-hostname", Dialect::kDraft7, "idn-hostname"},
    {"iri", Dialect::kDraft7, "iri"},
    {"iri-reference", Dialect::kDraft7, "iri-reference"},
    {"regex", Dialect::kDraft7, "ecma-regex"},
    {"time", Dialect::kDraft7, "time"},
    {"duration", Dialect::kDraft201909, "iso8601-duration"},
    {"relative-json-pointer", Dialect::kDraft201909, "relative-json-pointer"},
    {"uuid", Dialect::kDraft201909, "uuid"}};

// Draft 7 names an older draft of relative pointers than those after it.
constexpr Entry kRelativePointer01{"relative-json-pointer", "a relative JSON Pointer, for example 1/a",
                                   "draft-handrews-relative-json-pointer-01, section 3",
                                   IsRelativeJsonPointer01};

const Entry* FindInDraft(std::string_view name, Dialect draft) {
  if (draft == Dialect::kDraft7 && name == kRelativePointer01.name) {
    return &kRelativePointer01;
  }
  const auto* found = std::find_if(std::begin(kDraftFormats), std::end(kDraftFormats),
                                   [&](const DraftFormat& format) { return format.name == name; });
  return found != std::end(kDraftFormats) && found->since <= draft ? Find(found->meaning) : nullptr;
}

}  // namespace

const Entry* Find(std::string_view name, Dialect dialect) {
  switch (dialect) {
    case Dialect::kKval:
      return Find(name);
    case Dialect::kKubernetes:
      return FindInKubernetes(name);
    case Dialect::kDraft4:
    case Dialect::kDraft6:
    case Dialect::kDraft7:
    case Dialect::kDraft201909:
    case Dialect::kDraft202012:
      return FindInDraft(name, dialect);
  }
  return nullptr;
}

}  // namespace kval::formats

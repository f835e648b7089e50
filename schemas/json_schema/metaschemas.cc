#include "schemas/json_schema/metaschemas.h"

#include <string>

namespace kval::schemas::json_schema {
namespace {

// Returns the name of a meta-schema in the directory `drafts`, `draft-07` or `2020-12-core`; empty if it is
// not a draft.
std::string NameOf(std::string_view uri) {
  constexpr std::string_view kOld = "http://json-schema.org/draft-0";
  constexpr std::string_view kNew = "https://json-schema.org/draft/";
  if (uri.starts_with(kOld) && uri.ends_with("/schema")) {
    return "draft-0" + std::string(uri.substr(kOld.size(), 1));
  }
  const size_t slash = uri.rfind('/');
  if (!uri.starts_with(kNew) || slash < kNew.size()) {
    return {};
  }
  const std::string_view draft = uri.substr(kNew.size(), uri.find('/', kNew.size()) - kNew.size());
  return std::string(draft) + "-" + std::string(uri.substr(slash + 1));
}

}  // namespace

std::string_view MetaSchema(std::string_view uri) {
  const std::string name = NameOf(uri);
  for (const EmbeddedText& each : EmbeddedDrafts()) {
    if (each.name == name) {
      return each.text;
    }
  }
  return {};
}

}  // namespace kval::schemas::json_schema

#include "src/cli/draft_option.h"

#include "schemas/json_schema/draft.h"
#include "src/cli/usage.h"

namespace kval::cli {

bool IsDraft(std::string_view option, std::string_view text, std::string& message) {
  if (schemas::json_schema::ParseDraftName(text)) {
    return true;
  }
  message = UnknownChoice(option, text, {"4", "6", "7", "2019-09", "2020-12"});
  return false;
}

}  // namespace kval::cli

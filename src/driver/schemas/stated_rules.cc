#include "src/driver/schemas/stated_rules.h"

#include "annotations/schema/specs.h"
#include "src/source/word_search.h"

namespace kval::driver {

bool StatedRules::In(const std::vector<std::unique_ptr<LibraryFile>>& files) {
  for (; !has_any_ && looked_at_ < files.size(); ++looked_at_) {
    const source::SourceFile* text = files[looked_at_]->input.source;
    has_any_ = text != nullptr && source::HasWord(*text, annotations::kAssertValidate.name);
  }
  return has_any_;
}

}  // namespace kval::driver

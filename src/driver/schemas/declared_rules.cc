#include "src/driver/schemas/declared_rules.h"

#include "annotations/schema/specs.h"
#include "src/source/quick_contains.h"

namespace kval::driver {

bool DeclaredRules::In(const std::vector<std::unique_ptr<LibraryFile>>& files) {
  for (; !has_any_ && looked_at_ < files.size(); ++looked_at_) {
    const source::SourceFile* text = files[looked_at_]->input.source;
    has_any_ = text != nullptr && source::QuickContains(*text, annotations::kAssertValidate.name);
  }
  return has_any_;
}

}  // namespace kval::driver

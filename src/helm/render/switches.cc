#include "src/helm/render/switches.h"

#include <optional>
#include <string>
#include <string_view>

#include "src/diag/path.h"
#include "src/support/native_stack.h"

namespace kval::helm::render {
namespace {

constexpr diag::Def<std::string_view> kString{
    diag::Kind::kHelmConflict, "the string {} is true for templates: every string but the empty one is"};

class Switches {
 public:
  Switches(const ValueUses& uses, HelmContext& context) : uses_(uses), context_(context) {}

  void OfTable(const Table& table, uint32_t source) {
    NeedStack();
    for (size_t i = 0; i < table.slot_count(); ++i) {
      const TableEntry& slot = table.slot(i);
      const auto entry = slot.key == nullptr ? std::nullopt : uses_.EntryOf(source, slot.key->raw);
      if (entry) {
        path_.push_back(diag::PathStep::Key(slot.key->raw));
        OfValue(slot.node, *entry);
        path_.pop_back();
      }
    }
  }

 private:
  void OfValue(const TableValue& node, uint32_t source) {
    if (node.table != nullptr) {
      OfTable(*node.table, source);
    } else if (node.list != nullptr) {
      for (size_t i = 0; i < node.list->items.size(); ++i) {
        if (const auto item = uses_.ItemOf(source, i)) {
          path_.push_back(diag::PathStep::Index(i));
          OfValue(node.list->items[i], *item);
          path_.pop_back();
        }
      }
    } else if (SpellsFalse(node) && uses_.IsSwitch(source)) {
      context_.emit.Report(node.written->span, kString, "\"" + std::string(node.written->raw) + "\"")
          .At(path_)
          .Hint("use the boolean `false`")
          .Emit();
    }
  }

  const ValueUses& uses_;
  HelmContext& context_;
  diag::Path path_;
};

}  // namespace

void LintSwitches(const LintInput& input, const ValueUses& uses, HelmContext& context) {
  Switches(uses, context).OfTable(input.user, ValueSource::kNoParent);
}

}  // namespace kval::helm::render

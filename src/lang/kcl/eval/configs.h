#pragma once

#include <span>
#include <string_view>

#include "src/lang/kcl/eval/components.h"

namespace kval::kcl::eval {

// Config literals: `{a.b: 1, c = 2, **d}`.
class Configs : private Components {
 public:
  explicit Configs(const Components& components) : Components(components) {}

  Value Eval(const ConfigExpr& expr, Frame* frame);
  // Evaluates the entries of all parts, in order, as one literal. They are stored in the builder and live as
  // long as it.
  void Fill(std::span<const ConfigExpr* const> parts, Frame* frame, DictBuilder& builder);

 private:
  void AddEntries(std::span<const ConfigEntry> entries, Frame* frame, DictBuilder& builder);
  void AddIf(const ConfigEntry& entry, Frame* frame, DictBuilder& builder);
  void AddPair(const ConfigEntry& entry, Frame* frame, DictBuilder& builder);
  void AddKeyed(const ConfigEntry& entry, const Value& value, Frame* frame, DictBuilder& builder);
  void AddUnpacked(const ConfigEntry& entry, Frame* frame, DictBuilder& builder);
  bool KeyText(const KeyStep& step, Frame* frame, std::string_view* key);
  bool IndexStep(const KeyStep& step, Frame* frame, Entry& entry);
};

}  // namespace kval::kcl::eval

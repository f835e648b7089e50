#pragma once

#include <span>
#include <string_view>

#include "src/lang/kcl/eval/interpreter.h"
#include "src/lang/kcl/eval/names.h"
#include "src/lang/kcl/eval/paths.h"

namespace kval::kcl::eval {

// Config literals: `{a.b: 1, c = 2, **d}`.
class Configs {
 public:
  Configs(Interpreter& whole, Context& context, Names& names, Paths& paths)
      : whole_(whole), context_(context), names_(names), paths_(paths) {}

  Value Eval(const ConfigExpr& expr, Frame* frame);
  // The configuration of an instance: the entries of all parts, in their order, as one literal.
  // They are put in the builder, and live as long as it.
  void EvalGiven(const Given& given, Frame* frame, DictBuilder& builder);

 private:
  Value Build(std::span<const ConfigExpr* const> parts, const Given& given, Frame* frame);
  void Fill(std::span<const ConfigExpr* const> parts, const Given& given, Frame* frame, DictBuilder& builder);
  Value ValueOf(const ConfigEntry& entry, const Given& given, Frame* frame);
  void AddEntries(std::span<const ConfigEntry> entries, const Given& given, Frame* frame,
                  DictBuilder& builder);
  void AddIf(const ConfigEntry& entry, Frame* frame, DictBuilder& builder);
  void AddPair(const ConfigEntry& entry, const Given& given, Frame* frame, DictBuilder& builder);
  void AddKeyed(const ConfigEntry& entry, const Value& value, Frame* frame, DictBuilder& builder);
  void AddUnpacked(const ConfigEntry& entry, Frame* frame, DictBuilder& builder);
  bool KeyText(const KeyStep& step, Frame* frame, std::string_view* key);
  bool IndexStep(const KeyStep& step, Frame* frame, Entry& entry);

  Interpreter& whole_;
  Context& context_;
  Names& names_;
  Paths& paths_;
};

}  // namespace kval::kcl::eval

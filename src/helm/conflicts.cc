#include "src/helm/conflicts.h"

#include "src/yaml/message_text.h"

namespace kval::helm {
namespace {

constexpr diag::Def<std::string_view, std::string_view> kConflict{
    diag::Kind::kHelmConflict, "this is {}, but the default of the chart is {}"};
constexpr diag::Def<> kGlobal{diag::Kind::kHelmConflict,
                              "this is not a map, so globals do not reach the subchart"};

std::string_view HintFor(Conflict conflict) {
  switch (conflict) {
    case Conflict::kMapOverOther:
      return "Helm ignores the default; templates that expect it may fail";
    case Conflict::kOtherOverMap:
      return "Helm drops the whole map of the defaults; templates that read keys of it fail";
    case Conflict::kGlobalMapOverOther:
      return "the subchart keeps its own value instead of the global map";
    case Conflict::kGlobalNoMap:
      return "make `global` a map";
  }
  return {};
}

}  // namespace

void Conflicts::Report(Conflict conflict, const diag::Path& at, const TableValue& above,
                       const TableValue* below) {
  if (is_muted_ || above.is_unreadable() || (below != nullptr && below->is_unreadable()) ||
      !reported_.insert(diag::Display(at)).second) {
    return;
  }
  const source::Span place = above.written->span;
  diag::DiagnosticBuilder report =
      below == nullptr ? emit_.Report(place, kGlobal)
                       : emit_.Report(place, kConflict, yaml::WithArticle(value::KindName(above.kind())),
                                      yaml::WithArticle(value::KindName(below->kind())));
  report.At(at);
  if (below != nullptr && below->written->span.has_value()) {
    report.Related(below->written->span, "the default");
  }
  if (!chart_.empty()) {
    report.Note("of the chart `" + chart_ + "`");
  }
  // An error about the value says what the other kind breaks.
  for (const diag::Kind error :
       {diag::Kind::kTypeMismatch, diag::Kind::kNoUnionMember, diag::Kind::kUnknownKey,
        diag::Kind::kHelmTemplateFails, diag::Kind::kHelmNotYaml}) {
    report.SupersededBy(error, place);
  }
  report.Hint(std::string(HintFor(conflict))).Emit();
}

}  // namespace kval::helm

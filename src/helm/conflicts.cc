#include "src/helm/conflicts.h"

namespace kval::helm {
namespace {

constexpr diag::Def<std::string_view, std::string_view, std::string_view> kConflict{
    diag::Kind::kHelmConflict, "`{}` is of kind {} where the defaults have {}"};
constexpr diag::Def<std::string_view> kGlobal{diag::Kind::kHelmConflict,
                                              "`{}` is no map: globals do not reach the subchart"};

std::string_view HintFor(Conflict conflict) {
  switch (conflict) {
    case Conflict::kMapOverOther:
      return "Helm ignores the default; templates that expect it may fail";
    case Conflict::kOtherOverMap:
      return "Helm drops the whole map of the defaults; templates that read keys of it fail";
    case Conflict::kGlobalMapOverOther:
      return "the global map does not reach the subchart, which keeps its own value";
    case Conflict::kGlobalNoMap:
      return "make `global` a map";
  }
  return {};
}

}  // namespace

void Conflicts::Tell(Conflict conflict, const std::string& path, const Node& above, const Node* below) {
  if (is_muted_ || above.is_unread() || (below != nullptr && below->is_unread()) ||
      !told_.insert(path).second) {
    return;
  }
  const source::Span at = above.written->span;
  diag::Builder report = below == nullptr ? emit_.Report(at, kGlobal, path)
                                          : emit_.Report(at, kConflict, path, value::KindName(above.kind()),
                                                         value::KindName(below->kind()));
  if (below != nullptr && below->written->span.has_value()) {
    report.Related(below->written->span, "the default");
  }
  if (!chart_.empty()) {
    report.Note("of the chart `" + chart_ + "`");
  }
  report.Hint(std::string(HintFor(conflict))).Emit();
}

}  // namespace kval::helm

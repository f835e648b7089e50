#include <algorithm>
#include <cctype>
#include <iterator>
#include <string>
#include <vector>

#include "src/diag/path.h"
#include "src/helm/chart_references.h"
#include "src/helm/lint.h"
#include "src/support/ascii_text.h"
#include "src/support/edit_distance.h"
#include "src/support/native_stack.h"
#include "src/yaml/message_text.h"

namespace kval::helm {
namespace {

using value::Kind;

constexpr diag::Def<std::string_view> kUnknown{diag::Kind::kHelmUnknownValue,
                                               "key `{}` is not used by the chart's defaults or templates"};
constexpr diag::Def<std::string_view> kUnusedGlobal{diag::Kind::kHelmUnusedGlobal,
                                                    "no chart reads the global `{}`"};
constexpr diag::Def<std::string_view, std::string_view> kOtherKind{
    diag::Kind::kHelmConflict, "this is {}, but the default of the chart is {}"};

std::string Join(const std::string& prefix, std::string_view key) {
  return prefix.empty() ? std::string(key) : prefix + "." + std::string(key);
}

class KeysReview {
 public:
  KeysReview(const LintInput& input, bool with_unknown, HelmContext& context)
      : input_(input), with_unknown_(with_unknown), context_(context), scan_(&context) {}

  LintedKeys Run() {
    ReadCharts();
    charts_.push_back({&input_.chart, ""});
    OfChart(input_.user, &input_.defaults);
    return scan_.UsesAllValues(input_.chart) ? LintedKeys::kNone : LintedKeys::kAll;
  }

  // Charts are read only when the defaults do not say enough.
  void RunGlobals() {
    const TableValue* user = input_.user.Find("global");
    const TableValue* defaults = input_.defaults.Find("global");
    if (user == nullptr || user->table == nullptr) {
      return;
    }
    bool is_known = true;
    for (size_t i = 0; i < user->table->slot_count(); ++i) {
      const value::Value* key = user->table->slot(i).key;
      is_known = is_known && (key == nullptr || (defaults != nullptr && defaults->table != nullptr &&
                                                 defaults->table->Find(key->raw) != nullptr));
    }
    if (!is_known) {
      ReadCharts();
      path_.push_back(diag::PathStep::Key("global"));
      Globals(*user->table);
    }
  }

 private:
  void ReadCharts() {
    scan_.Add(input_.chart);
    scan_.AddValueKeys(input_.user);
    AddSwitches(input_.chart, "");
  }

  // A chart on the way down, and the path within its values.
  struct Scope {
    const Chart* chart;
    std::string path;
  };

  void AddSwitches(const Chart& chart, const std::string& prefix) {
    for (const std::string& path : chart.switches) {
      for (size_t end = path.find('.');; end = path.find('.', end + 1)) {
        switches_.insert(Join(prefix, path.substr(0, end)));
        if (end == std::string::npos) {
          break;
        }
      }
    }
    for (const Chart* sub : chart.charts) {
      AddSwitches(*sub, Join(prefix, sub->name()));
    }
  }

  // The keys of a chart's values: some are of subcharts, one is global.
  void OfChart(const Table& user, const Table* defaults) {
    NeedStack();
    const Chart& chart = *charts_.back().chart;
    for (size_t i = 0; i < user.slot_count(); ++i) {
      const TableEntry& slot = user.slot(i);
      if (slot.key == nullptr) {
        continue;
      }
      const std::string_view key = slot.key->raw;
      const TableValue* def = defaults == nullptr ? nullptr : defaults->Find(key);
      path_.push_back(diag::PathStep::Key(key));
      const auto sub = std::find_if(chart.charts.begin(), chart.charts.end(),
                                    [&](const Chart* each) { return each->name() == key; });
      if (sub != chart.charts.end() && slot.node.table != nullptr) {
        // The parent may read these keys too.
        charts_.back().path = key;
        charts_.push_back({*sub, ""});
        OfChart(*slot.node.table, def == nullptr ? nullptr : def->table);
        charts_.pop_back();
        charts_.back().path = "";
      } else if (key == "global" && slot.node.table != nullptr) {
        Globals(*slot.node.table);
      } else if (std::find(chart.disabled.begin(), chart.disabled.end(), key) == chart.disabled.end()) {
        Key(slot, defaults, "");
      }
      path_.pop_back();
    }
  }

  void Globals(const Table& globals) {
    for (size_t i = 0; i < globals.slot_count(); ++i) {
      const TableEntry& slot = globals.slot(i);
      if (slot.key == nullptr || IsGlobalKnown(input_.chart, slot.key->raw)) {
        continue;
      }
      path_.push_back(diag::PathStep::Key(slot.key->raw));
      context_.emit.Report(slot.key->span, kUnusedGlobal, slot.key->raw)
          .At(path_)
          .Hint("no template of the chart or of its subcharts uses this name")
          .Emit();
      path_.pop_back();
    }
  }

  bool IsGlobalKnown(const Chart& chart, std::string_view key) const {
    const TableValue* global = input_.defaults.Find("global");
    return scan_.HasWord(key) || scan_.IsOpen(chart, "global") ||
           (global != nullptr && global->table != nullptr && global->table->Find(key) != nullptr) ||
           switches_.contains(Join("global", key)) ||
           std::any_of(chart.charts.begin(), chart.charts.end(), [&](const Chart* sub) {
             const TableValue* own = sub->values->Find("global");
             return (own != nullptr && own->table != nullptr && own->table->Find(key) != nullptr) ||
                    IsGlobalKnown(*sub, key);
           });
  }

  // Checks one key that is not a subchart. `path`: of its map within the chart.
  void Key(const TableEntry& slot, const Table* defaults, const std::string& path) {
    NeedStack();
    const std::string_view key = slot.key->raw;
    const TableValue* def = defaults == nullptr ? nullptr : defaults->Find(key);
    if (def == nullptr) {
      Unknown(slot, defaults, path);
    } else if (slot.node.table != nullptr && def->table != nullptr) {
      Below(*slot.node.table, def->table, Join(path, key));
    } else {
      Kinds(slot.node, *def, Join(path, key));
    }
  }

  void Below(const Table& user, const Table* defaults, const std::string& path) {
    if (defaults->size() == 0) {
      return;
    }
    for (size_t i = 0; i < user.slot_count(); ++i) {
      if (user.slot(i).key != nullptr) {
        path_.push_back(diag::PathStep::Key(user.slot(i).key->raw));
        Key(user.slot(i), defaults, path);
        path_.pop_back();
      }
    }
  }

  void Unknown(const TableEntry& slot, const Table* defaults, const std::string& path) {
    const std::string_view key = slot.key->raw;
    if (!with_unknown_ || IsHolder(key) || scan_.HasWord(key) || switches_.contains(AbsolutePath()) ||
        IsOpen(path)) {
      return;
    }
    const std::string_view nearest = NearestTo(key, defaults, path);
    diag::DiagnosticBuilder report = context_.emit.Report(slot.key->span, kUnknown, key);
    report.At(path_);
    if (charts_.size() > 1) {
      report.Note("of the chart `" + charts_.back().chart->name() + "`");
    }
    report.Hint(nearest.empty() ? "Helm would pass it over in silence"
                                : "did you mean `" + std::string(nearest) + "`?");
    report.Emit();
  }

  // A key at the top that only holds anchors for others, or what SOPS notes of a file that it encrypted.
  bool IsHolder(std::string_view key) const {
    return path_.size() == 1 && (key.starts_with("x-") || key.starts_with("_") || key == "sops");
  }

  // Suggests a key. Comparisons are limited to the number of existing keys per unknown one.
  std::string_view NearestTo(std::string_view key, const Table* defaults, const std::string& path) {
    constexpr size_t kNamesCompared = 200'000;
    if (names_compared_ > kNamesCompared) {
      return {};
    }
    std::vector<std::string_view> names;
    for (size_t i = 0; defaults != nullptr && i < defaults->slot_count(); ++i) {
      if (defaults->slot(i).key != nullptr) {
        names.push_back(defaults->slot(i).key->raw);
      }
    }
    scan_.AddNames(*charts_.back().chart, path, names);
    names_compared_ += names.size();
    return Nearest(key, names);
  }

  std::string AbsolutePath() const {
    std::string path;
    for (const diag::PathStep& step : path_) {
      path = Join(path, step.key);
    }
    return path;
  }

  // Whether the chart, or one above it, uses the map as a whole.
  bool IsOpen(const std::string& path) const {
    std::string below = path;
    for (auto scope = charts_.rbegin(); scope != charts_.rend(); ++scope) {
      if (scope != charts_.rbegin()) {
        below = below.empty() ? scope->path : Join(scope->path, below);
      }
      if (scan_.IsOpen(*scope->chart, below)) {
        return true;
      }
    }
    return false;
  }

  // Scalars of other kinds; where a map is concerned, computing the values told it already.
  void Kinds(const TableValue& user, const TableValue& def, const std::string& path) {
    const Kind have = user.kind();
    const Kind want = def.kind();
    const auto is_number = [](Kind kind) { return kind == Kind::kInt || kind == Kind::kFloat; };
    const bool is_open = want == Kind::kNull || have == Kind::kNull || have == want ||
                         (want == Kind::kString && def.written->raw.empty()) ||
                         (want == Kind::kSequence && def.list->items.empty()) || have == Kind::kMapping ||
                         want == Kind::kMapping || (is_number(have) && is_number(want));
    // Many charts accept numbers for strings and vice versa; booleans are never interchangeable.
    const bool is_loose =
        (is_number(have) && want == Kind::kString) || (have == Kind::kString && is_number(want));
    const bool is_switch = want == Kind::kBool && !with_unknown_ && SpellsFalse(user);
    const bool is_reported =
        is_switch || (want == Kind::kString && IsAmbiguousBoolean(*user.written, context_.sources));
    if (is_open || is_loose || is_reported || IsPrinted(user, path)) {
      return;
    }
    context_.emit
        .Report(user.written->span, kOtherKind, yaml::WithArticle(value::KindName(have)),
                yaml::WithArticle(value::KindName(want)))
        .At(path_)
        .Related(def.written->span, "the default")
        .Hint(want == Kind::kBool && have == Kind::kString
                  ? "every string but the empty one is true in a template"
                  : "")
        .Emit();
  }

  // Whether templates print the value or go through it, whatever it is: a default of `false` then says that
  // there is none, and a map that is printed as a whole says by itself what its values are.
  bool IsPrinted(const TableValue& user, const std::string& path) const {
    const Chart& chart = *charts_.back().chart;
    return IsOpen(path) && !scan_.IsOnlyTruth(chart, path) &&
           !(scan_.IsTruth(chart, path) && IsTruthWord(user));
  }

  // A string that may be intended as a boolean.
  static bool IsTruthWord(const TableValue& node) {
    constexpr std::string_view kWords[] = {"",  "true", "false", "yes", "no",      "on",      "off",
                                           "0", "1",    "y",     "n",   "enabled", "disabled"};
    std::string text = node.kind() == Kind::kString ? std::string(node.written->raw) : "-";
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
    return std::find(std::begin(kWords), std::end(kWords), text) != std::end(kWords);
  }

  const LintInput& input_;
  const bool with_unknown_;
  HelmContext& context_;
  ChartReferences scan_;
  std::vector<Scope> charts_;
  TemplateReferences::Names switches_;
  diag::Path path_;
  size_t names_compared_ = 0;
};

}  // namespace

bool SpellsFalse(const TableValue& value) {
  constexpr std::string_view kWords[] = {"false", "no", "off", "n"};
  return value.kind() == Kind::kString &&
         std::find(std::begin(kWords), std::end(kWords), LowerCased(value.written->raw)) != std::end(kWords);
}

void LintGlobals(const LintInput& input, HelmContext& context) {
  KeysReview(input, false, context).RunGlobals();
}

LintedKeys LintKeys(const LintInput& input, bool with_unknown, HelmContext& context) {
  return KeysReview(input, with_unknown, context).Run();
}

}  // namespace kval::helm

#include <algorithm>
#include <string>
#include <utility>

#include "src/diag/collector.h"
#include "src/diag/path.h"
#include "src/helm/coalesce.h"
#include "src/helm/go_number.h"
#include "src/helm/lint.h"
#include "src/support/native_stack.h"

namespace kval::helm {
namespace {

using value::Kind;

constexpr diag::Def<> kReplacedList{diag::Kind::kHelmReplacedList, "replaces the list of the defaults"};
constexpr diag::Def<> kIneffectiveNull{diag::Kind::kHelmIneffectiveNull,
                                       "null, but there is no default to delete"};
constexpr diag::Def<> kIneffectiveNullBelow{diag::Kind::kHelmIneffectiveNull,
                                            "null does not reach the subchart, which keeps its value"};
constexpr diag::Def<std::string_view> kIneffectiveNullOfChart{
    diag::Kind::kHelmIneffectiveNull,
    "null does not disable the subchart {}, which is installed with its own defaults"};
constexpr diag::Def<> kIneffectiveNullStays{diag::Kind::kHelmIneffectiveNull,
                                            "null deletes nothing here: a default stays as the value"};
constexpr diag::Def<std::string_view, std::string_view> kNumber{diag::Kind::kHelmNumber,
                                                                "templates print `{}`, not `{}`"};
constexpr diag::Def<std::string_view, std::string_view> kBoolean{diag::Kind::kAmbiguousBoolean,
                                                                 "Helm reads `{}` as {}, no string"};
constexpr diag::Def<std::string_view> kDisabled{diag::Kind::kHelmDisabledChart,
                                                "the subchart {} is switched off: its values have no effect"};

constexpr size_t kManyItems = 200;  // of longer lists, the items are not compared one by one

double RealOf(const value::Value& number) {
  return number.kind == Kind::kFloat ? number.real : static_cast<double>(number.integer);
}

bool IsNumber(const TableValue& node) {
  return node.kind() == Kind::kInt || node.kind() == Kind::kFloat;
}

bool IsSame(const TableValue& a, const TableValue& b, TableArena& forest) {
  return value::Equal(*forest.Freeze(a), *forest.Freeze(b));
}

class ValuesReview {
 public:
  ValuesReview(const LintInput& input, HelmContext& context) : input_(input), context_(context) {}

  void Run() {
    Map(input_.user, &input_.defaults, &input_.computed);
    path_.clear();
    Disabled(input_.chart, &input_.user, &input_.defaults);
  }

 private:
  void Map(const Table& user, const Table* defaults, const Table* computed) {
    NeedStack();
    const bool was_known =
        std::exchange(is_known_, path_.empty() || (defaults != nullptr && defaults->size() > 0));
    for (size_t i = 0; i < user.slot_count(); ++i) {
      const TableEntry& slot = user.slot(i);
      if (slot.key == nullptr) {
        continue;
      }
      const std::string_view key = slot.key->raw;
      path_.push_back(diag::PathStep::Key(key));
      One(slot.node, defaults == nullptr ? nullptr : defaults->Find(key),
          computed == nullptr ? nullptr : computed->Find(key));
      path_.pop_back();
    }
    is_known_ = was_known;
  }

  void One(const TableValue& user, const TableValue* def, const TableValue* computed) {
    if (user.is_null()) {
      Null(user, def, computed);
    } else if (user.table != nullptr) {
      Map(*user.table, def == nullptr ? nullptr : def->table,
          computed == nullptr ? nullptr : computed->table);
    } else if (user.list != nullptr) {
      List(user, def);
    } else {
      Scalar(user, def);
    }
  }

  void Scalar(const TableValue& user, const TableValue* def) {
    Number(user, def);
    const bool is_text = def == nullptr ? IsTextOfKubernetes() : def->kind() == Kind::kString;
    if (!is_text || !IsAmbiguousBoolean(*user.written, context_.sources)) {
      return;
    }
    diag::DiagnosticBuilder report =
        context_.emit.Report(user.written->span, kBoolean, context_.sources.Text(user.written->span),
                             user.written->boolean ? "true" : "false");
    report.At(path_);
    if (def != nullptr) {
      report.Related(def->written->span, "the default is a string");
    } else {
      report.Note("Kubernetes accepts only strings here");
    }
    report.Hint("quote it").Emit();
  }

  // Labels, annotations, and the `value` next to a `name`, which are strings in Kubernetes.
  bool IsTextOfKubernetes() const {
    const size_t depth = path_.size();
    if (depth < 2) {
      return false;
    }
    const std::string& last = path_[depth - 1].key;
    const std::string& above = path_[depth - 2].key;
    return (last == "value" && path_[depth - 2].index >= 0 && is_named_) || above == "labels" ||
           above == "annotations" || above == "matchLabels" || above == "nodeSelector" ||
           above.ends_with("Labels") || above.ends_with("Annotations");
  }

  void Null(const TableValue& user, const TableValue* def, const TableValue* computed) {
    if (def == nullptr && is_known_ && computed != nullptr && computed->is_null()) {
      context_.emit.Report(user.written->span, kIneffectiveNull)
          .At(path_)
          .Hint("the key remains, with the value null; remove it if that is not intended")
          .Emit();
    } else if (path_.size() > 1 && path_[0].key == "global" && StaysBelow(def)) {
      context_.emit.Report(user.written->span, kIneffectiveNullBelow)
          .At(path_)
          .Hint("Helm deletes a global default of the chart only in that chart")
          .Emit();
    } else if (def != nullptr && !def->is_null() && computed != nullptr && !computed->is_null()) {
      StaysHere(user);
    }
  }

  void StaysHere(const TableValue& user) {
    const Chart* chart = &input_.chart;
    for (const diag::PathStep& step : path_) {
      const auto sub = std::find_if(chart->charts.begin(), chart->charts.end(), [&](const Chart* each) {
        return step.index < 0 && each->name() == step.key;
      });
      if (sub == chart->charts.end()) {
        context_.emit.Report(user.written->span, kIneffectiveNullStays).At(path_).Emit();
        return;
      }
      chart = *sub;
    }
    context_.emit.Report(user.written->span, kIneffectiveNullOfChart, chart->name())
        .At(path_)
        .Hint("values from the parent chart are lost; use its condition in Chart.yaml to disable it")
        .Emit();
  }

  // Whether a subchart still has the global that was to be deleted.
  bool StaysBelow(const TableValue* def) const {
    return def != nullptr && !def->is_null() &&
           std::any_of(input_.chart.charts.begin(), input_.chart.charts.end(), [&](const Chart* sub) {
             const TableValue* node = input_.computed.Find(sub->name());
             for (const diag::PathStep& step : path_) {
               node = node == nullptr || node->table == nullptr ? nullptr : node->table->Find(step.key);
             }
             return node != nullptr && !node->is_null();
           });
  }

  void List(const TableValue& user, const TableValue* def) {
    for (size_t i = 0; i < user.list->items.size(); ++i) {
      path_.push_back(diag::PathStep::Index(i));
      Within(user.list->items[i], def == nullptr || def->list == nullptr || def->list->items.empty()
                                      ? nullptr
                                      : &def->list->items[0]);
      path_.pop_back();
    }
    if (def == nullptr || def->list == nullptr) {
      return;
    }
    const std::string lost = KeyLost(*user.list, *def->list);
    if (lost.empty() && !KeepsSome(*user.list, *def->list)) {
      return;
    }
    context_.emit.Report(user.written->span, kReplacedList)
        .At(path_)
        .Related(def->written->span, "the default")
        .Hint(lost.empty() ? "Helm never merges lists: repeat the default items that you want to keep"
                           : "Helm does not merge the items: repeat " + lost + " if it is still wanted")
        .Emit();
  }

  // Whether some items of the default are repeated, and others are not.
  bool KeepsSome(const helm::TableList& user, const helm::TableList& def) {
    if (def.items.size() > kManyItems || user.items.size() > kManyItems) {
      return false;
    }
    const auto kept = std::count_if(def.items.begin(), def.items.end(), [&](const TableValue& expected) {
      return std::any_of(user.items.begin(), user.items.end(),
                         [&](const TableValue& item) { return IsSame(item, expected, context_.forest); });
    });
    return kept > 0 && static_cast<size_t>(kept) < def.items.size();
  }

  // Returns the first key of a default item that the user's item of the same name lacks, because a merge was
  // probably expected; empty if there is none. Other lists are replaced on purpose.
  static std::string KeyLost(const helm::TableList& user, const helm::TableList& def) {
    if (def.items.size() > kManyItems || user.items.size() > kManyItems) {
      return {};
    }
    for (const TableValue& item : user.items) {
      const TableValue* name = NameOf(item);
      for (const TableValue& other : def.items) {
        const TableValue* other_name = name == nullptr ? nullptr : NameOf(other);
        if (other_name == nullptr || other_name->written->raw != name->written->raw) {
          continue;
        }
        for (size_t i = 0; i < other.table->slot_count(); ++i) {
          const value::Value* key = other.table->slot(i).key;
          if (key != nullptr && item.table->Find(key->raw) == nullptr) {
            return "`" + std::string(key->raw) + "` of the item `" + std::string(name->written->raw) + "`";
          }
        }
      }
    }
    return {};
  }

  static const TableValue* NameOf(const TableValue& item) {
    const TableValue* name = item.table == nullptr ? nullptr : item.table->Find("name");
    return name != nullptr && name->kind() == Kind::kString ? name : nullptr;
  }

  // Checks the items of a list; `def` is the first default item.
  void Within(const TableValue& node, const TableValue* def) {
    if (node.table != nullptr) {
      is_named_ = node.table->Find("name") != nullptr;
      Map(*node.table, nullptr, nullptr);
    } else if (node.list != nullptr) {
      List(node, nullptr);
    } else {
      Scalar(node, def);
    }
  }

  // Kubernetes reads the printed number of `defaultMode: 0644` as the same mode.
  bool IsFileMode(std::string_view spelled) const {
    const std::string_view key = path_.empty() ? std::string_view() : std::string_view(path_.back().key);
    return spelled.starts_with('0') && key == "defaultMode";
  }

  void Number(const TableValue& user, const TableValue* def) {
    const value::Value& value = *user.written;
    if (!IsNumber(user) || value.style != value::Style::kPlain) {
      return;
    }
    const std::string printed = TemplateText(RealOf(value));
    // The place of an alias or a replaced variable does not show the number.
    const std::string_view text = context_.sources.Text(value.span);
    const bool is_shown = text.find_first_of("0123456789") == 0 || text.find_first_of("+-.") == 0;
    const std::string_view spelled = is_shown ? text : std::string_view(value.raw);
    const bool has_exponent = printed.find('e') != std::string::npos;
    const bool is_intended =
        def != nullptr && IsNumber(*def) &&
        (!has_exponent || TemplateText(RealOf(*def->written)).find('e') != std::string::npos);
    const bool is_decimal = spelled.find_first_not_of("0123456789.-") == std::string_view::npos &&
                            (spelled.size() < 2 || spelled[0] != '0' || spelled[1] == '.');
    if (printed == spelled || (is_intended && is_decimal) || spelled.empty() || IsFileMode(spelled)) {
      return;
    }
    context_.emit.Report(value.span, kNumber, printed, spelled)
        .At(path_)
        .Hint(has_exponent ? "quote it, or let the template convert it with `int64`"
                           : "quote it if it is a string")
        .Emit();
  }

  // Only values of the user other than the switch.
  void Disabled(const Chart& chart, const Table* user, const Table* defaults) {
    NeedStack();
    for (const std::string& name : chart.disabled) {
      const TableValue* node = user == nullptr ? nullptr : user->Find(name);
      const TableValue* def = defaults == nullptr ? nullptr : defaults->Find(name);
      if (node != nullptr && node->table != nullptr &&
          HasMoreThanSwitch(*node->table, def == nullptr ? nullptr : def->table)) {
        context_.emit.Report(node->written->span, kDisabled, name)
            .Hint("its condition or tags in Chart.yaml enable it")
            .Emit();
      }
    }
    for (const Chart* sub : chart.charts) {
      const TableValue* node = user == nullptr ? nullptr : user->Find(sub->name());
      if (node != nullptr && node->table != nullptr) {
        const TableValue* def = defaults == nullptr ? nullptr : defaults->Find(sub->name());
        Disabled(*sub, node->table, def == nullptr ? nullptr : def->table);
      }
    }
  }

  // What repeats the parent's defaults is no mistake either.
  bool HasMoreThanSwitch(const Table& table, const Table* defaults) {
    for (size_t i = 0; i < table.slot_count(); ++i) {
      const TableEntry& slot = table.slot(i);
      if (slot.key == nullptr || slot.node.kind() == Kind::kBool) {
        continue;
      }
      const TableValue* def = defaults == nullptr ? nullptr : defaults->Find(slot.key->raw);
      if (def == nullptr || !IsSame(slot.node, *def, context_.forest)) {
        return true;
      }
    }
    return false;
  }

  const LintInput& input_;
  HelmContext& context_;
  diag::Path path_;
  bool is_named_ = false;  // the map in a list that was entered last has a key `name`
  bool is_known_ = true;   // the defaults have keys in the map that is looked at
};

}  // namespace

bool IsAmbiguousBoolean(const value::Value& value, const source::SourceMap& sources) {
  if (value.kind != Kind::kBool || value.style != value::Style::kPlain || !value.span.has_value()) {
    return false;
  }
  const std::string_view spelled = sources.Text(value.span);
  return spelled.size() < std::string_view("true").size();  // yes, no, on, off, y, n
}

const Table* ComputeDefaults(const Chart& chart, HelmContext& context) {
  diag::Collector unheard;
  diag::Emitter silent(&unheard);
  HelmContext quiet{context.reader, context.sources, context.arena, context.forest, silent, context.limits};
  Conflicts conflicts(&silent);
  return Coalescer(&conflicts, &quiet).Values(chart, *context.forest.NewTable(), NullHandling::kMerge);
}

void LintValues(const LintInput& input, HelmContext& context) {
  ValuesReview(input, context).Run();
}

}  // namespace kval::helm

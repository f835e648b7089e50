#include "src/helm/render/unread_keys.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "src/helm/load_chart.h"
#include "src/helm/template_scan.h"
#include "src/support/edit_distance.h"
#include "src/support/native_stack.h"

namespace kval::helm::render {
namespace {

constexpr diag::Def<std::string_view> kUnread{diag::Kind::kHelmUnknownValue,
                                              "no template of the chart reads `{}`"};

constexpr size_t kNamesCompared = 200'000;  // for suggestions

std::string Join(const std::string& prefix, std::string_view key) {
  return prefix.empty() ? std::string(key) : prefix + "." + std::string(key);
}

class UnreadKeys {
 public:
  UnreadKeys(const LintInput& input, const ValueUses& uses, HelmContext& context)
      : input_(input), uses_(uses), context_(context) {}

  LintedKeys Run() {
    if (uses_.IsWhole(ValueSource::kNoParent)) {
      return LintedKeys::kNone;
    }
    AddConditions(input_.chart, "");
    OfChart(input_.chart, input_.user, &input_.defaults, ValueSource::kNoParent);
    return LintedKeys::kAll;
  }

 private:
  // What Helm reads itself.
  void AddConditions(const Chart& chart, const std::string& prefix) {
    NeedStack();
    for (const std::string& path : chart.switches) {
      for (size_t end = path.find('.');; end = path.find('.', end + 1)) {
        conditions_.insert(Join(prefix, path.substr(0, end)));
        if (end == std::string::npos) {
          break;
        }
      }
    }
    for (const ChartDependency* dependency : chart.metadata.dependencies) {
      for (const ImportedValues& imported : dependency->imports) {
        const std::string child = imported.is_export ? "exports." + imported.child : imported.child;
        imported_.push_back(Join(prefix, dependency->name + "." + child));
      }
    }
    for (const Chart* sub : chart.charts) {
      AddConditions(*sub, Join(prefix, sub->name()));
    }
  }

  void OfChart(const Chart& chart, const Table& user, const Table* defaults, uint32_t source) {
    NeedStack();
    for (size_t i = 0; i < user.slot_count(); ++i) {
      const TableEntry& slot = user.slot(i);
      if (slot.key == nullptr || (slot.key->raw == "global" && slot.node.table != nullptr)) {
        continue;
      }
      const std::string_view key = slot.key->raw;
      const auto sub = std::find_if(chart.charts.begin(), chart.charts.end(),
                                    [&](const Chart* each) { return each->name() == key; });
      const std::optional<uint32_t> entry = uses_.EntryOf(source, key);
      const bool is_disabled =
          std::find(chart.disabled.begin(), chart.disabled.end(), key) != chart.disabled.end();
      if (!entry || is_disabled || uses_.IsWhole(*entry)) {
        continue;
      }
      path_.push_back(diag::PathStep::Key(key));
      if (sub != chart.charts.end() && slot.node.table != nullptr) {
        const TableValue* below = defaults == nullptr ? nullptr : defaults->Find(key);
        OfChart(**sub, *slot.node.table, below == nullptr ? nullptr : below->table, *entry);
      } else {
        Key(slot, defaults, source, *entry);
      }
      path_.pop_back();
    }
  }

  // `parent`: the source of its map.
  void Key(const TableEntry& slot, const Table* defaults, uint32_t parent, uint32_t entry) {
    const std::string_view key = slot.key->raw;
    if (!uses_.IsRead(entry)) {
      if (!slot.node.is_null() && !MayBeRead(key)) {
        Report(slot, defaults, parent);
      }
      return;
    }
    const TableValue* below = defaults == nullptr ? nullptr : defaults->Find(key);
    Below(slot.node, below == nullptr ? nullptr : below->table, entry);
  }

  void Below(const TableValue& node, const Table* defaults, uint32_t source) {
    NeedStack();
    if (uses_.IsWhole(source) || uses_.skipped().whole.contains(path_.back().key)) {
      return;
    }
    if (node.list != nullptr) {
      for (size_t i = 0; i < node.list->items.size(); ++i) {
        if (const auto item = uses_.ItemOf(source, i)) {
          path_.push_back(diag::PathStep::Index(i));
          Below(node.list->items[i], nullptr, *item);
          path_.pop_back();
        }
      }
    }
    if (node.table == nullptr || !uses_.IsLookedUp(source)) {
      return;
    }
    for (size_t i = 0; i < node.table->slot_count(); ++i) {
      const TableEntry& slot = node.table->slot(i);
      const auto entry = slot.key == nullptr ? std::nullopt : uses_.EntryOf(source, slot.key->raw);
      if (entry) {
        path_.push_back(diag::PathStep::Key(slot.key->raw));
        Key(slot, defaults, source, *entry);
        path_.pop_back();
      }
    }
  }

  // Whether a skipped part, a text that may be a template, or Helm itself may read the key.
  bool MayBeRead(std::string_view key) {
    std::string path;
    for (const diag::PathStep& step : path_) {
      path = step.index >= 0 ? path : Join(path, step.key);
    }
    const bool is_holder =
        path_.size() == 1 && (key.starts_with("x-") || key.starts_with("_") || key == "sops");
    const bool is_imported =
        std::any_of(imported_.begin(), imported_.end(), [&](const std::string& imported) {
          return path.starts_with(imported) || imported.starts_with(path);
        });
    return is_holder || is_imported || conditions_.contains(path) || uses_.skipped().any.contains(key) ||
           HasWordInText(key);
  }

  // Values may be templates for `tpl`, and files of the chart if templates read some.
  bool HasWordInText(std::string_view key) {
    if (!has_words_) {
      has_words_ = true;
      AddWords(input_.computed);
      if (uses_.skipped().any.contains("Files")) {
        AddFiles(input_.chart);
      }
    }
    return words_.names.contains(key);
  }

  void AddWords(const Table& table) {
    NeedStack();
    for (size_t i = 0; i < table.slot_count(); ++i) {
      if (table.slot(i).key != nullptr) {
        AddWords(table.slot(i).node);
      }
    }
  }

  void AddWords(const TableValue& node) {
    if (node.table != nullptr) {
      AddWords(*node.table);
    } else if (node.list != nullptr) {
      std::for_each(node.list->items.begin(), node.list->items.end(),
                    [&](const TableValue& item) { AddWords(item); });
    } else if (node.written->kind == value::Kind::kString) {
      ScanTemplate(node.written->raw, words_);
    }
  }

  void AddFiles(const Chart& chart) {
    NeedStack();
    for (const ChartFile* file : chart.files) {
      if (const source::SourceFile* text = TextOf(*file, context_)) {
        ScanTemplate(text->text(), words_);
      }
    }
    std::for_each(chart.charts.begin(), chart.charts.end(), [&](const Chart* sub) { AddFiles(*sub); });
  }

  void Report(const TableEntry& slot, const Table* defaults, uint32_t parent) {
    const std::string_view key = slot.key->raw;
    const std::string_view nearest = NearestTo(key, defaults, parent);
    context_.emit.Report(slot.key->span, kUnread, key)
        .At(path_)
        .Hint(nearest.empty() ? "the value has no effect" : "did you mean `" + std::string(nearest) + "`?")
        .Emit();
  }

  // A key of the defaults, or one that a template looked for.
  std::string_view NearestTo(std::string_view key, const Table* defaults, uint32_t parent) {
    if (compared_ > kNamesCompared) {
      return {};
    }
    std::vector<std::string_view> names = uses_.MissingNames(parent);
    for (size_t i = 0; defaults != nullptr && i < defaults->slot_count(); ++i) {
      if (defaults->slot(i).key != nullptr && defaults->slot(i).key->raw != key) {
        names.push_back(defaults->slot(i).key->raw);
      }
    }
    compared_ += names.size();
    return Nearest(key, names);
  }

  const LintInput& input_;
  const ValueUses& uses_;
  HelmContext& context_;
  TemplateNames::Names conditions_;
  std::vector<std::string> imported_;
  TemplateReferences words_;
  bool has_words_ = false;
  diag::Path path_;
  size_t compared_ = 0;
};

}  // namespace

LintedKeys LintUnreadKeys(const LintInput& input, const ValueUses& uses, HelmContext& context) {
  return UnreadKeys(input, uses, context).Run();
}

}  // namespace kval::helm::render

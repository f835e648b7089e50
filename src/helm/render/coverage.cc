#include "src/helm/render/coverage.h"

#include <algorithm>

#include "src/support/native_stack.h"

namespace kval::helm::render {

using gotemplate::BranchNode;
using gotemplate::Node;
using gotemplate::NodeKind;
using gotemplate::NodeList;
using gotemplate::Template;

// Adds the parts of one template.
class CoverageRecorder::Walk {
 public:
  Walk(const CoverageRecorder& recorder, const Template& tmpl, Coverage::File& file)
      : recorder_(recorder), tmpl_(tmpl), file_(file) {}

  // `count`: executions of the body.
  void Body(NodeList body, uint64_t count) {
    NeedStack();
    for (const Node* node : body) {
      switch (node->kind) {
        case NodeKind::kText:
          Text(*node, count);
          break;
        case NodeKind::kIf:
        case NodeKind::kWith:
        case NodeKind::kRange:
          Branch(static_cast<const BranchNode&>(*node), count);
          break;
        default:
          AddLine(node->pos, count);
      }
    }
  }

  // The lines of this template in the run.
  void Finish() {
    for (const auto& [line, count] : lines_) {
      file_.lines[line] += count;
    }
  }

 private:
  uint32_t LineOf(uint32_t pos) {
    const std::string_view text = tmpl_.text;
    if (pos < known_pos_) {
      known_pos_ = 0;
      known_line_ = 1;
    }
    known_line_ += static_cast<uint32_t>(
        std::count(text.begin() + known_pos_, text.begin() + std::min<size_t>(pos, text.size()), '\n'));
    known_pos_ = pos;
    return known_line_;
  }

  void AddLine(uint32_t pos, uint64_t count) {
    uint64_t& known = lines_[LineOf(pos)];
    known = std::max(known, count);
  }

  void Text(const Node& node, uint64_t count) {
    const std::string_view text = static_cast<const gotemplate::TextNode&>(node).text;
    constexpr std::string_view kSpaces = " \t\r\n";
    const auto start = static_cast<uint32_t>(text.data() - tmpl_.text.data());
    for (size_t at = text.find_first_not_of(kSpaces); at != std::string_view::npos;) {
      AddLine(start + static_cast<uint32_t>(at), count);
      const size_t end = text.find('\n', at);
      at = end == std::string_view::npos ? end : text.find_first_not_of(kSpaces, end);
    }
  }

  void Branch(const BranchNode& branch, uint64_t count) {
    AddLine(branch.pos, count);
    const auto found = recorder_.outcomes_.find({std::string(tmpl_.file), branch.pos});
    const Outcomes outcomes = found == recorder_.outcomes_.end() ? Outcomes() : found->second;
    Coverage::Branch& known = file_.branches[branch.pos];
    known.line = LineOf(branch.pos);
    known.body += outcomes.body;
    known.other += outcomes.other;
    Body(branch.body, outcomes.body);
    Body(branch.else_body, outcomes.other);
  }

  const CoverageRecorder& recorder_;
  const Template& tmpl_;
  Coverage::File& file_;
  std::map<uint32_t, uint64_t> lines_;
  uint32_t known_pos_ = 0;
  uint32_t known_line_ = 1;
};

void CoverageRecorder::Enter(const Template& tmpl) {
  ++entered_[{std::string(tmpl.file), std::string(tmpl.name)}];
  uses_.Enter(tmpl);
}

void CoverageRecorder::Choose(const Template& tmpl, const BranchNode& branch, bool is_body,
                              std::span<const gotemplate::Value> /*in_scope*/) {
  Outcomes& outcomes = outcomes_[{std::string(tmpl.file), branch.pos}];
  ++(is_body ? outcomes.body : outcomes.other);
}

void CoverageRecorder::AddFile(const std::string& name, std::string_view path, std::string_view text) {
  Coverage::File& file = coverage_.files[name];
  file.path = path;
  file.text = text;
}

void CoverageRecorder::Finish(const Chart& chart, const gotemplate::TemplateSet& templates) {
  ++coverage_.runs;
  for (const std::string_view name : templates.Names()) {
    const Template* tmpl = templates.Find(name);
    const auto file = coverage_.files.find(tmpl->file);
    if (file == coverage_.files.end()) {
      continue;
    }
    const auto entered = entered_.find({std::string(tmpl->file), std::string(tmpl->name)});
    Walk walk(*this, *tmpl, file->second);
    walk.Body(tmpl->body, entered == entered_.end() ? 0 : entered->second);
    walk.Finish();
  }
  AddKeys(*chart.values, "", ValueSource::kNoParent, chart);
}

void CoverageRecorder::AddKeys(const Table& table, const std::string& prefix, uint32_t source,
                               const Chart& chart) {
  NeedStack();
  for (size_t i = 0; i < table.slot_count(); ++i) {
    const TableEntry& slot = table.slot(i);
    const std::string_view key = slot.key == nullptr ? std::string_view() : slot.key->raw;
    const bool is_other =
        prefix.empty() &&
        (key == "global" ||
         std::any_of(chart.charts.begin(), chart.charts.end(),
                     [&](const Chart* sub) { return sub->name() == key; }) ||
         std::find(chart.disabled.begin(), chart.disabled.end(), key) != chart.disabled.end());
    if (slot.key == nullptr || is_other) {
      continue;
    }
    const std::string path = prefix.empty() ? std::string(key) : prefix + "." + std::string(key);
    const auto entry = uses_.EntryOf(source, key);
    if (slot.node.table != nullptr && slot.node.table->size() > 0 && entry) {
      AddKeys(*slot.node.table, path, *entry, chart);
    } else {
      bool& is_read = coverage_.keys[path];
      // A template may read a key that an empty map lacks.
      is_read =
          is_read || (entry && (uses_.IsRead(*entry) || uses_.IsWhole(*entry) || uses_.IsLookedUp(*entry)));
    }
  }
}

}  // namespace kval::helm::render

#include "src/driver/flags/coalesce_flags.h"

#include <algorithm>
#include <map>
#include <memory>
#include <string_view>
#include <utility>

#include "src/support/keyed_hash.h"

namespace kval::driver {
namespace {

// A tree of the keys that several flags set, in the order of the flags.
struct FlagTree {
  const value::Value* key = nullptr;  // of the first flag that goes through it; null at the root
  const value::Value* value = nullptr;
  merge::Op op;
  bool is_leaf = false;
  std::vector<std::unique_ptr<FlagTree>> below;
  std::map<std::string_view, FlagTree*> by_key;
};

// One key of a flag's path; `value` is below it.
struct Step {
  const value::Entry* entry;
  const merge::Op* op;
};

// The path of a flag's layer, if it has keys alone; else empty.
std::vector<Step> StepsOf(const Layer& layer) {
  std::vector<Step> steps;
  if (!layer.plan || !layer.library.empty() || layer.plan->defaults() != merge::Defaults::kPlain) {
    return steps;
  }
  for (const value::Value* at = layer.document.root;;) {
    if (at->kind != value::Kind::kMapping || at->entries().size() != 1) {
      return {};
    }
    const value::Entry& entry = at->entries()[0];
    const merge::Op* op = layer.plan->Find(entry.key);
    if (op == nullptr || IsRecovered(*entry.value) || entry.key->kind != value::Kind::kString) {
      return {};
    }
    steps.push_back({&entry, op});
    if (op->action == merge::Action::kReplace) {
      return steps;
    }
    at = entry.value;
  }
}

class FlagCoalescer {
 public:
  explicit FlagCoalescer(value::Builder& build) : build_(build) {}

  std::vector<Layer> Run(std::vector<Layer> layers) {
    for (Layer& layer : layers) {
      const std::vector<Step> steps = StepsOf(layer);
      if (steps.empty()) {
        Flush();
        joined_.push_back(std::move(layer));
        continue;
      }
      if (!MayJoin(steps)) {
        Flush();
      }
      Join(steps);
      depth_ = std::max(depth_, steps.size());
      group_.push_back(std::move(layer));
    }
    Flush();
    return std::move(joined_);
  }

 private:
  // Whether no flag of the group sets what this one does, or something above or below it.
  bool MayJoin(const std::vector<Step>& steps) const {
    const FlagTree* at = &root_;
    for (const Step& step : steps) {
      const auto found = at->by_key.find(step.entry->key->raw);
      if (found == at->by_key.end()) {
        return true;
      }
      at = found->second;
      if (at->is_leaf) {
        return false;
      }
    }
    return false;
  }

  void Join(const std::vector<Step>& steps) {
    FlagTree* at = &root_;
    for (const Step& step : steps) {
      FlagTree*& next = at->by_key[step.entry->key->raw];
      if (next == nullptr) {
        at->below.push_back(std::make_unique<FlagTree>());
        next = at->below.back().get();
        next->key = step.entry->key;
        next->value = step.entry->value;
        next->op = *step.op;
        next->is_leaf = step.op->action == merge::Action::kReplace;
      }
      at = next;
    }
  }

  // Paths are no longer than values may be deep.
  const value::Value* MapOf(const FlagTree& branch, source::Span span, merge::MergePlan& plan) {
    std::vector<value::Entry> entries;
    for (const std::unique_ptr<FlagTree>& below : branch.below) {
      plan.At(below->key) = below->op;
      entries.push_back(
          {below->key, below->is_leaf ? below->value : MapOf(*below, below->value->span, plan)});
    }
    return build_.Mapping(entries, span);
  }

  void Flush() {
    if (group_.size() > 1) {
      merge::MergePlan plan(merge::Defaults::kPlain);
      const templating::AnnotatedDocument& first = group_.front().document;
      const value::Value* root = MapOf(root_, first.root->span, plan);
      joined_.push_back(FlagLayer(root, std::move(plan), first.span));
      joined_.back().coalesced_depth = depth_;
    } else if (!group_.empty()) {
      joined_.push_back(std::move(group_.front()));
    }
    group_.clear();
    depth_ = 0;
    root_ = {};
  }

  value::Builder& build_;
  std::vector<Layer> joined_;
  std::vector<Layer> group_;
  size_t depth_ = 0;  // of the group
  FlagTree root_;
};

// The parts of a joined layer that can be applied at once.
class ApplicablePart {
 public:
  ApplicablePart(const merge::MergePlan& plan, value::Builder& build) : plan_(plan), build_(build) {}

  // Of a map that flags lead into.
  const value::Value* Of(const value::Value& flags, const value::Value& base) {
    if (base.kind != value::Kind::kMapping) {
      return WayOfFirst(flags);
    }
    TextMap<std::string_view, size_t> ways;  // those that lead further in
    for (size_t i = 0; i < flags.entries().size(); ++i) {
      const value::Entry& entry = flags.entries()[i];
      if (LeadsOn(entry)) {
        ways.emplace(entry.key->raw, i);
      }
    }
    if (ways.empty()) {
      return &flags;
    }
    std::vector<value::Entry> entries(flags.entries().begin(), flags.entries().end());
    bool is_cut = false;
    for (const value::Entry& below : base.entries()) {
      if (const auto way = ways.find(below.key->raw); way != ways.end()) {
        const value::Value*& at = entries[way->second].value;
        const value::Value* first = Of(*at, *below.value);
        is_cut = is_cut || first != at;
        at = first;
      }
    }
    return is_cut ? build_.WithEntries(flags, entries) : &flags;
  }

 private:
  bool LeadsOn(const value::Entry& entry) const {
    return plan_.Find(entry.key)->action != merge::Action::kReplace;
  }

  // The first flag alone. Paths are no longer than values may be deep.
  const value::Value* WayOfFirst(const value::Value& flags) {
    value::Entry first = flags.entries()[0];
    first.value = LeadsOn(first) ? WayOfFirst(*first.value) : first.value;
    const bool is_whole = flags.entries().size() == 1 && first.value == flags.entries()[0].value;
    return is_whole ? &flags : build_.WithEntries(flags, {&first, 1});
  }

  const merge::MergePlan& plan_;
  value::Builder& build_;
};

}  // namespace

std::vector<Layer> CoalesceFlags(std::vector<Layer> layers, value::Builder& build) {
  return FlagCoalescer(build).Run(std::move(layers));
}

const value::Value* FirstApplicablePart(const Layer& layer, const value::Value& base, value::Builder& build) {
  const value::Value* root = layer.document.root;
  return layer.coalesced_depth > 0 ? ApplicablePart(*layer.plan, build).Of(*root, base) : root;
}

}  // namespace kval::driver

#include "src/helm/render/value_uses.h"

#include <algorithm>
#include <iterator>

#include "src/lang/gotemplate/containers.h"

namespace kval::helm::render {

using gotemplate::Kind;
using gotemplate::Value;

namespace {

// Functions that do not use a map or list with all that is in it: they test it, pass it on, or read entries
// that their arguments name.
constexpr std::string_view kPartial[] = {
    "and", "coalesce", "deepCopy", "default",        "dict",         "dig",       "empty",
    "eq",  "get",      "hasKey",   "include",        "index",        "kindIs",    "kindOf",
    "len", "list",     "merge",    "mergeOverwrite", "mustDeepCopy", "mustMerge", "mustMergeOverwrite",
    "ne",  "not",      "or",       "pluck",          "required",     "set",       "ternary",
    "tpl", "tuple",    "typeIs",   "typeIsLike",     "typeOf",       "unset"};

// Functions that test whether a scalar is true, or pass it on.
constexpr std::string_view kPassing[] = {"coalesce", "default", "dict",     "empty", "include", "list",
                                         "not",      "or",      "required", "set",   "ternary", "tuple"};

bool IsPartial(std::string_view function) {
  return std::find(std::begin(kPartial), std::end(kPartial), function) != std::end(kPartial);
}

bool IsPassing(std::string_view function) {
  return std::find(std::begin(kPassing), std::end(kPassing), function) != std::end(kPassing);
}

bool IsCollection(const Value& value) {
  return value.is(Kind::kMap) || value.is(Kind::kList);
}

}  // namespace

uint8_t ValueUses::FlagsOf(uint32_t source) const {
  const size_t at = source == ValueSource::kNoParent ? values_.sources().size() : source;
  return at < flags_.size() ? flags_[at] : 0;
}

void ValueUses::Set(uint32_t source, uint8_t flags) {
  flags_[source == ValueSource::kNoParent ? values_.sources().size() : source] |= flags;
}

std::optional<uint32_t> ValueUses::SourceOf(const Value& value) const {
  if (value.is(Kind::kMap) && value.map() != nullptr) {
    return values_.SourceOf(value.map());
  }
  const auto sources = heap_.origins().Sources(value.origin());
  return sources.size() == 1 ? std::optional(sources[0]) : std::nullopt;
}

void ValueUses::SetAll(const Value& value, uint8_t flags) {
  if (const std::optional<uint32_t> source = SourceOf(value)) {
    Set(*source, flags);
  }
  for (const uint32_t source : heap_.origins().Sources(value.origin())) {
    Set(source, flags);
  }
}

// What is in a map of the chart's values belongs to its source, unless a template changed it; other maps and
// lists may contain values of the chart.
void ValueUses::SetWhole(const Value& value, size_t depth) {
  SetAll(value, kRead | kWhole);
  const bool is_own = value.is(Kind::kMap) && SourceOf(value).has_value();
  if (is_own || depth > kMaxDepth) {
    return;
  }
  if (value.is(Kind::kMap)) {
    for (const auto& [key, entry] : gotemplate::EntriesOf(value)) {
      SetWhole(entry, depth + 1);
    }
  } else if (value.is(Kind::kList) && value.list() != nullptr && value.list()->lazy() == nullptr) {
    for (const Value& item : gotemplate::Items(value)) {
      SetWhole(item, depth + 1);
    }
  }
}

void ValueUses::Enter(const gotemplate::Template& /*tmpl*/) {}

void ValueUses::Choose(const gotemplate::Template& tmpl, const gotemplate::BranchNode& branch, bool is_body,
                       std::span<const Value> in_scope) {
  Skip(tmpl, is_body ? branch.else_body : branch.body, in_scope);
}

void ValueUses::Test(const Value& value) {
  const auto sources = heap_.origins().Sources(value.origin());
  if (sources.size() == 1 && !IsCollection(value)) {
    Set(sources[0], kTested);
  }
}

void ValueUses::Skip(const gotemplate::Template& tmpl, gotemplate::NodeList nodes,
                     std::span<const Value> in_scope) {
  SkipPart(skipped_.Add(tmpl, nodes), in_scope);
}

void ValueUses::Jump(const gotemplate::Template& tmpl) {
  skipped_.Add(tmpl, tmpl.body);
}

void ValueUses::SkipPart(const TemplateNames& names, std::span<const Value> in_scope) {
  for (const Value& value : in_scope) {
    if (!IsCollection(value)) {
      continue;
    }
    if (SourceOf(value)) {
      if (names.uses_scope) {
        SetWhole(value);
      }
    } else if (value.is(Kind::kMap)) {
      for (const auto& [key, entry] : gotemplate::EntriesOf(value)) {
        if (IsCollection(entry) && SourceOf(entry) && names.whole.contains(key)) {
          SetWhole(entry);
        }
      }
    }
  }
}

void ValueUses::Read(const Value& value) {
  SetAll(value, kRead);
}

void ValueUses::Lookup(const Value& map, std::string_view key) {
  if (const std::optional<uint32_t> source = SourceOf(map)) {
    Set(*source, kLookedUp);
    if (map.map()->Find(key) == nullptr) {
      missing_[*source].emplace(key, true);
    }
    return;
  }
  // A map that was made of several.
  for (const uint32_t source : heap_.origins().Sources(map.origin())) {
    Set(source, kLookedUp);
    if (values_.sources()[source].value.table != nullptr) {
      if (const auto entry = EntryOf(source, key)) {
        Set(*entry, kRead);
      }
    }
  }
}

void ValueUses::Called(std::string_view function, std::span<const Value> args, const Value& result) {
  const bool is_partial = IsPartial(function);
  for (const Value& arg : args) {
    if (IsCollection(arg) && !is_partial) {
      SetWhole(arg);
    } else if (!IsCollection(arg) && !IsPassing(function)) {
      SetAll(arg, kRead | kUsed);
    } else {
      SetAll(arg, kRead);
    }
    if (function == "not") {
      Test(arg);
    }
    if (!is_partial || !arg.is(Kind::kMap)) {
      continue;
    }
    for (const Value& key : args) {
      const bool is_key = key.is(Kind::kString) && function != "include" && function != "tpl";
      const Value* entry = is_key && arg.map() != nullptr ? arg.map()->Find(key.text()) : nullptr;
      if (is_key) {
        Lookup(arg, key.text());
      }
      if (entry != nullptr) {
        SetAll(*entry, kRead);
      }
    }
  }
  if (is_partial) {
    SetAll(result, kRead);
  }
}

void ValueUses::Printed(const Value& value) {
  if (IsCollection(value)) {
    SetWhole(value);
  } else {
    SetAll(value, kRead | kUsed);
  }
}

std::optional<uint32_t> ValueUses::EntryOf(uint32_t parent, std::string_view key) const {
  const auto found = entries_.find({parent, key});
  return found == entries_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<uint32_t> ValueUses::ItemOf(uint32_t parent, size_t index) const {
  const auto found = items_.find({parent, index});
  return found == items_.end() ? std::nullopt : std::optional(found->second);
}

std::vector<std::string_view> ValueUses::MissingNames(uint32_t source) const {
  std::vector<std::string_view> names;
  if (const auto found = missing_.find(source); found != missing_.end()) {
    for (const auto& [name, is_missing] : found->second) {
      names.push_back(name);
    }
  }
  return names;
}

void ValueUses::Begin() {
  const std::vector<ValueSource>& sources = values_.sources();
  flags_.assign(sources.size() + 1, 0);
  for (uint32_t i = 0; i < sources.size(); ++i) {
    if (sources[i].is_item) {
      items_.emplace(std::pair(sources[i].parent, sources[i].index), i);
    } else {
      entries_.emplace(std::pair(sources[i].parent, sources[i].key), i);
    }
  }
}

// A parent precedes what is in it.
void ValueUses::Finish(const gotemplate::TemplateSet& templates) {
  skipped_.AddIncluded(templates);
  const std::vector<ValueSource>& sources = values_.sources();
  for (uint32_t i = 0; i < sources.size(); ++i) {
    if (IsWhole(sources[i].parent)) {
      Set(i, kWhole);
    }
  }
  for (size_t i = sources.size(); i-- > 0;) {
    if ((flags_[i] & kRead) != 0) {
      Set(sources[i].parent, kRead);
    }
  }
}

}  // namespace kval::helm::render

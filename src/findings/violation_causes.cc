#include "src/findings/violation_causes.h"

#include <algorithm>
#include <deque>
#include <utility>
#include <variant>

#include "src/check/describe.h"
#include "src/check/fields.h"
#include "src/findings/key_suggestion.h"
#include "src/findings/misplaced_key.h"

namespace kval::findings {
namespace {

using check::Violation;

constexpr size_t kMostHolders = 3;  // more of them, and which is missing is a guess

size_t CountOf(const types::Model& model, const types::Record& record,
               const std::vector<const value::Value*>& keys, size_t most) {
  const auto end = keys.begin() + static_cast<ptrdiff_t>(std::min(most, keys.size()));
  return static_cast<size_t>(std::count_if(keys.begin(), end, [&](const value::Value* key) {
    return check::FieldOf(model, record, *key) != nullptr;
  }));
}

// The fields of `outer` whose maps declare most of the keys, and at least two.
std::vector<const types::Field*> HoldersIn(const types::Model& model, const types::Record& outer,
                                           const std::vector<const value::Value*>& keys) {
  std::vector<const types::Field*> best;
  size_t most = 1;
  for (const types::Field& field : outer.fields) {
    const types::Record* inner =
        field.key->kind == value::Kind::kString ? check::OnlyRecord(model, field.type) : nullptr;
    const size_t count =
        inner == nullptr ? 0 : CountOf(model, *inner, keys, MisplacedBlock::kMaxLookedUpKeys);
    if (count > most) {
      best.clear();
      most = count;
    }
    if (count == most && count > 1) {
      best.push_back(&field);
    }
  }
  return best;
}

// At most so many earlier violations are compared with one.
constexpr size_t kMostLookedAt = 64;

// A declared key of a map that is missing, or one that the map does not declare.
bool IsAboutKeys(const Violation& error) {
  const auto* unknown = error.As<check::violation::UnknownKey>();
  return error.rule == nullptr && ((unknown != nullptr && !unknown->is_unevaluated) ||
                                   error.As<check::violation::MissingKey>() != nullptr);
}

void Supersede(const value::Value& unknown_key, ExplainedViolation& explained) {
  explained.superseded_by.push_back({diag::Kind::kUnknownKey, unknown_key.span});
  explained.superseded_by.push_back({diag::Kind::kKeyNotAllowed, unknown_key.span});
}

diag::DiagnosticRef MissingKeyFinding(const Violation& error, std::string_view name) {
  diag::Path path = error.path;
  path.push_back(diag::PathStep::Key(name));
  return {diag::Kind::kMissingRequired, check::PlaceOf(error.key, *error.value), diag::Display(path)};
}

}  // namespace

void MisplacedBlock::Search(const types::Model& model, const types::Record& record, const diag::Path& path,
                            std::optional<types::TypeId> root,
                            const std::vector<const value::Value*>& unknown) {
  was_searched_ = true;
  if (unknown.size() < 2) {
    return;
  }
  const std::vector<const types::Record*> records = EnclosingRecords(model, root, record, path);
  diag::Path above = path;
  for (size_t i = records.size(); i-- > 0;) {
    const std::vector<const types::Field*> fields = HoldersIn(model, *records[i], unknown);
    if (!fields.empty() && fields.size() <= kMostHolders) {
      const types::Field* const field = fields.front();
      inner_ = check::OnlyRecord(model, field->type);
      count_ = CountOf(model, *inner_, unknown, unknown.size());
      const auto own = std::find_if(unknown.begin(), unknown.end(), [&](const value::Value* key) {
        return check::KeyName(*key) == field->key->raw;
      });
      holder_key_ = own == unknown.end() ? nullptr : *own;
      for (const types::Field* each : fields) {
        diag::Path holder = above;
        holder.push_back(check::StepOf(*each->key));
        holder_ += (holder_.empty() ? "" : "` or `") + diag::Display(holder);
      }
      return;
    }
    while (!above.empty() && above.back().index >= 0) {
      above.pop_back();
    }
    if (!above.empty()) {
      above.pop_back();
    }
  }
}

const types::Field* MisplacedBlock::Find(const types::Model& model, const value::Value& key) const {
  return inner_ == nullptr ? nullptr : check::FieldOf(model, *inner_, key);
}

std::vector<ExplainedViolation> CauseFinder::Explain(const check::Violations& violations) {
  explained_.clear();
  by_map_.reset();
  explained_.reserve(violations.size());
  for (const Violation& error : violations) {
    explained_.push_back({&error});
  }
  for (size_t i = 0; i < violations.size(); ++i) {
    const Violation& error = violations[i];
    if (IsAboutKeys(error)) {
      size_t end = i + 1;
      while (end < violations.size() && IsAboutKeys(violations[end]) &&
             violations[end].value == error.value && violations[end].type == error.type) {
        ++end;
      }
      ExplainMap(i, end);
      i = end - 1;
    } else if (const auto* missing = error.As<check::violation::MissingKey>()) {
      ExplainMissingKey(i, *missing);
    } else if (const auto* failed = error.As<check::violation::FailedRule>()) {
      ExplainOmittedKey(explained_[i], *failed);
    } else if (error.As<check::violation::SeveralHold>() != nullptr) {
      ExplainSeveralHold(explained_[i]);
    }
  }
  for (ExplainedViolation& explained : explained_) {
    ExplainCondition(explained);
  }
  return std::move(explained_);
}

// The violations about the keys of one map: unknown keys, then missing ones.
void CauseFinder::ExplainMap(size_t begin, size_t end) {
  std::vector<const value::Value*> unknown;
  for (size_t i = begin; i < end; ++i) {
    if (const auto* found = explained_[i].violation->As<check::violation::UnknownKey>()) {
      unknown.push_back(found->key);
    }
  }
  const auto misspelt = ExplainUnknownKeys(begin, end, unknown);
  for (size_t i = begin; i < end; ++i) {
    const auto* missing = explained_[i].violation->As<check::violation::MissingKey>();
    if (missing == nullptr) {
      continue;
    }
    ExplainMissingKey(i, *missing);
    for (const value::Value* key : FindKeysOfMap(model_, missing->field->type, unknown)) {
      Supersede(*key, explained_[i]);
    }
    if (const auto found = misspelt.find(missing->field); found != misspelt.end()) {
      Supersede(*found->second, explained_[i]);
    }
  }
}

std::map<const types::Field*, const value::Value*> CauseFinder::ExplainUnknownKeys(
    size_t begin, size_t end, const std::vector<const value::Value*>& unknown) {
  std::map<const types::Field*, const value::Value*> misspelt;
  const std::vector<const value::Value*> above =
      unknown.size() > 1 ? FindPrecedingValuelessKeys(*explained_[begin].violation->value, unknown)
                         : std::vector<const value::Value*>(unknown.size());
  MisplacedBlock block;
  bool is_reported = false;
  const value::Value* unindented = nullptr;
  for (size_t i = begin, n = 0; i < end; ++i) {
    ExplainedViolation& explained = explained_[i];
    const auto* key = explained.violation->As<check::violation::UnknownKey>();
    if (key == nullptr) {
      continue;
    }
    if (const value::Value* valueless = above[n++]; valueless != nullptr) {
      Supersede(*valueless, explained);
    }
    if (key->valueless_key != nullptr) {
      explained.is_in_earlier_finding = std::exchange(unindented, key->valueless_key) == key->valueless_key;
      explained.cause.field = key->field_below;
      explained.cause.parent = check::KeyName(*key->valueless_key);
    } else if (!ExplainBlock(explained, block, is_reported, unknown) && key->similar != nullptr) {
      explained.cause.field = key->similar;
      misspelt.emplace(key->similar, key->key);
    }
  }
  return misspelt;
}

bool CauseFinder::ExplainBlock(ExplainedViolation& explained, MisplacedBlock& block, bool& is_reported,
                               const std::vector<const value::Value*>& unknown) {
  const Violation& error = *explained.violation;
  const value::Value& key = *error.As<check::violation::UnknownKey>()->key;
  const auto* record = std::get_if<types::Record>(&model_.Resolve(error.type).shape);
  if (record != nullptr && !block.has_searched() && worker_.CanCompareNames(record->fields.size())) {
    worker_.Spend(record->fields.size() * std::min(MisplacedBlock::kMaxLookedUpKeys, unknown.size()));
    block.Search(model_, *record, error.path, worker_.root(), unknown);
  }
  const types::Field* lost = block.Find(model_, key);
  if (lost != nullptr && is_reported) {
    explained.is_in_earlier_finding = true;
    return true;
  }
  is_reported = is_reported || lost != nullptr || block.IsParentKey(key);
  if (lost == nullptr || block.IsParentKey(key)) {
    return false;
  }
  explained.cause.field = lost;
  explained.cause.parent = block.holder();
  explained.cause.count = block.count();
  return true;
}

std::span<ExplainedViolation> CauseFinder::LatestBefore(size_t index) {
  const size_t count = std::min(index, kMostLookedAt);
  return std::span(explained_).subspan(index - count, count);
}

void CauseFinder::ExplainMissingKey(size_t index, const check::violation::MissingKey& missing) {
  ExplainedViolation& explained = explained_[index];
  const Violation& error = *explained.violation;
  const value::Value* const deep =
      missing.field == nullptr ? nullptr : FindKeyTooDeep(*error.value, missing.name);
  for (ExplainedViolation& earlier : LatestBefore(index)) {
    const auto* unknown = earlier.violation->As<check::violation::UnknownKey>();
    if (deep != nullptr && unknown != nullptr && !unknown->is_unevaluated && unknown->key == deep &&
        earlier.cause.field == nullptr) {
      earlier.cause.outer = error.value;
      earlier.cause.outer_key = error.key;
    }
  }
  if (!worker_.CanCompareNames(error.value->entries().size())) {
    return;
  }
  AddMisplaced(error.path, error.value, missing.name, explained);
  diag::Path path = error.path;
  path.push_back(diag::PathStep::Key(missing.name));
  const std::string holder = diag::Display(path);
  for (const ExplainedViolation& earlier : LatestBefore(index)) {
    if (earlier.cause.count > 0 && earlier.cause.parent == holder) {
      Supersede(*earlier.violation->As<check::violation::UnknownKey>()->key, explained);
    }
  }
}

// A default counts, because the key that sets the value is missing.
void CauseFinder::ExplainOmittedKey(ExplainedViolation& explained,
                                    const check::violation::FailedRule& failed) {
  if (failed.omitted_key != nullptr && failed.omitted_key->kind == value::Kind::kString) {
    AddMisplaced(explained.violation->path,
                 failed.incomplete_map == nullptr ? &document_ : failed.incomplete_map,
                 failed.omitted_key->raw, explained);
  }
}

void CauseFinder::AddMisplaced(const diag::Path& path, const value::Value* map, std::string_view key,
                               ExplainedViolation& explained) {
  const std::deque<check::ValueCursor> chain = check::FollowPath(document_, path, keys_);
  const auto found = std::find_if(chain.rbegin(), chain.rend(),
                                  [map](const check::ValueCursor& cursor) { return cursor.value == map; });
  const check::ValueCursor at = found == chain.rend() ? check::ValueCursor::Document(*map) : *found;
  for (const value::Value* other : FindMisplacedKeys(at, key)) {
    Supersede(*other, explained);
  }
}

const std::vector<size_t>& CauseFinder::KeyViolationsOf(const value::Value* map) {
  if (!by_map_) {
    by_map_.emplace();
    for (size_t i = 0; i < explained_.size(); ++i) {
      const Violation& error = *explained_[i].violation;
      if (IsAboutKeys(error) || error.As<check::violation::MissingKey>() != nullptr) {
        (*by_map_)[error.value].push_back(i);
      }
    }
  }
  return (*by_map_)[map];
}

// The corrected keys of the map may decide between the types.
void CauseFinder::ExplainSeveralHold(ExplainedViolation& explained) {
  const std::vector<size_t>& others = KeyViolationsOf(explained.violation->value);
  for (size_t i = 0; i < std::min(others.size(), kMostLookedAt); ++i) {
    const Violation& error = *explained_[others[i]].violation;
    if (const auto* unknown = error.As<check::violation::UnknownKey>()) {
      Supersede(*unknown->key, explained);
    } else {
      explained.superseded_by.push_back(
          MissingKeyFinding(error, error.As<check::violation::MissingKey>()->name));
    }
  }
}

// The violation follows from a condition about keys that are missing.
void CauseFinder::ExplainCondition(ExplainedViolation& explained) {
  const Violation& error = *explained.violation;
  if (error.undecided_map == nullptr) {
    return;
  }
  for (const size_t i : KeyViolationsOf(error.undecided_map)) {
    const Violation& other = *explained_[i].violation;
    const auto* missing = other.As<check::violation::MissingKey>();
    if (missing != nullptr && other.undecided_map == nullptr &&
        std::find(error.undecided_by.begin(), error.undecided_by.end(), missing->name) !=
            error.undecided_by.end()) {
      explained.superseded_by.push_back(MissingKeyFinding(other, missing->name));
    }
  }
}

}  // namespace kval::findings

#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "src/check/validation_state.h"
#include "src/check/value_cursor.h"
#include "src/check/violation.h"
#include "src/diag/diagnostic.h"
#include "src/diag/path.h"
#include "src/types/model.h"
#include "src/value/entry_index.h"
#include "src/value/value.h"

namespace kval::findings {

// Finds several undeclared keys that one sibling map, or a map next to an ancestor, declares: the line of
// their parent key is missing, or is indented like them. They are reported as one error.
class MisplacedBlock {
 public:
  // `unknown` are the keys that the record refuses, `path` is that of the map that has them, in a document of
  // the type `root`.
  void Search(const types::Model& model, const types::Record& record, const diag::Path& path,
              std::optional<types::TypeId> root, const std::vector<const value::Value*>& unknown);
  bool has_searched() const { return was_searched_; }
  // Maximum number of fields looked up for each field of the surrounding records.
  static constexpr size_t kMaxLookedUpKeys = 8;

  // Returns the field of the map without a line that `key` belongs to; null if there is none.
  const types::Field* Find(const types::Model& model, const value::Value& key) const;
  // Returns whether the key is that of the map, which has no value here.
  bool IsParentKey(const value::Value& key) const { return &key == holder_key_; }
  const std::string& holder() const { return holder_; }
  size_t count() const { return count_; }

 private:
  bool was_searched_ = false;
  const types::Record* inner_ = nullptr;
  const value::Value* holder_key_ = nullptr;
  std::string holder_;  // its path, or those of the maps that it may be
  size_t count_ = 0;    // number of such keys
};

// The likely reason for which a key is unknown.
struct UnknownKeyCause {
  // The map at the path `parent`, or the valueless key `parent` above, declares the key as `field`; without a
  // field, the key is an item of `parent` without the space after its dash. With a `count`: that many keys
  // belong to `parent`, whose line is missing.
  const types::Field* field = nullptr;
  std::string parent = {};
  size_t count = 0;
  // The enclosing map (held by `outer_key`, if by a key) that lacks a key with this name.
  const value::Value* outer = nullptr;
  const value::Value* outer_key = nullptr;
};

// A violation with its likely cause.
struct ExplainedViolation {
  const check::Violation* violation;
  UnknownKeyCause cause = {};
  // The findings with the same cause: if one of them is reported, this one is attached to it.
  std::vector<diag::DiagnosticRef> superseded_by = {};
  // The violation is part of the finding of an earlier one: both keys belong to one misplaced block.
  bool is_in_earlier_finding = false;
};

// Finds causes of the violations of one document: misspelt keys, keys at another nesting level, blocks
// without the line or the indentation of their parent, and conditions about missing keys. Compares violations
// with each other, as far as they are in one call, and with the document.
//
// Requires: the paths of the violations start at `document`.
// Cost: linear in the violations and the entries of their maps; charged to `worker`.
class CauseFinder {
 public:
  CauseFinder(const value::Value& document, const types::Model& model, check::ValidationState& worker)
      : document_(document), model_(model), worker_(worker) {}

  // Returns the violations in their order.
  std::vector<ExplainedViolation> Explain(const check::Violations& violations);

 private:
  void ExplainMap(size_t begin, size_t end);
  // Returns the misspellings among the unknown keys, by their intended field.
  std::map<const types::Field*, const value::Value*> ExplainUnknownKeys(
      size_t begin, size_t end, const std::vector<const value::Value*>& unknown);
  // Returns whether the key belongs to a block at another nesting level.
  bool ExplainBlock(ExplainedViolation& explained, MisplacedBlock& block, bool& is_reported,
                    const std::vector<const value::Value*>& unknown);
  void ExplainMissingKey(size_t index, const check::violation::MissingKey& missing);
  void ExplainOmittedKey(ExplainedViolation& explained, const check::violation::FailedRule& failed);
  void ExplainSeveralHold(ExplainedViolation& explained);
  void ExplainCondition(ExplainedViolation& explained);
  // Adds the keys at other places that may be the missing key of the map at the path.
  void AddMisplaced(const diag::Path& path, const value::Value* map, std::string_view key,
                    ExplainedViolation& explained);
  // The violations of a map that are about its keys, by the map.
  const std::vector<size_t>& KeyViolationsOf(const value::Value* map);
  std::span<ExplainedViolation> LatestBefore(size_t index);

  const value::Value& document_;
  const types::Model& model_;
  check::ValidationState& worker_;
  value::EntryIndex keys_;  // of `document_`
  std::vector<ExplainedViolation> explained_;
  std::optional<std::unordered_map<const value::Value*, std::vector<size_t>>> by_map_;
};

}  // namespace kval::findings

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "src/source/span.h"
#include "src/value/value.h"

// The operations of ytt's overlays (https://carvel.dev/ytt/docs/latest/lang-ref-ytt-overlay), free of any
// language: predicates and functions are interfaces.
namespace kval::merge {

enum class Action : uint8_t { kMerge, kReplace, kRemove, kInsert, kAppend, kAssert };

std::string_view ActionName(Action action);

// The left-side argument of a predicate.
struct Candidate {
  size_t index = 0;                   // among its siblings; a document: among all documents
  const value::Value* key = nullptr;  // of a map item
  const value::Value* value = nullptr;
};

// The overlay node that calls a function, for diagnostics about the function.
class OverlayCaller {
 public:
  virtual ~OverlayCaller() = default;
  // Calls `show` with that node and those around it, from the inside: the place, and "on this map item".
  virtual void Show(const std::function<void(source::Span place, std::string what)>& show) const = 0;
};

// Decides whether an overlay node applies to a node of the left side: `by=lambda …`, overlay.subset(…).
// Errors: the implementation reports them and returns nullopt.
class Matcher {
 public:
  virtual ~Matcher() = default;
  virtual std::optional<bool> Matches(const Candidate& left, const value::Value& right,
                                      const OverlayCaller& caller) const = 0;
  // Values that every match contains (ytt's overlay.subset); empty if unknown. Other candidates need no
  // evaluation.
  virtual std::span<const value::Value* const> Parts() const { return {}; }
  // The index of the only matching array item or document (ytt's overlay.index); nullopt if unknown.
  virtual std::optional<int64_t> Index() const { return std::nullopt; }
};

// `expects=lambda n: …`. Reports its own failures.
class CountMatcher {
 public:
  virtual ~CountMatcher() = default;
  virtual std::optional<bool> Accepts(size_t count, const OverlayCaller& caller) const = 0;
};

// `via=lambda left, right: …` of replace and insert. `left` is null if there is no left node. Errors: the
// implementation reports them and returns null.
class Transform {
 public:
  virtual ~Transform() = default;
  virtual const value::Value* Apply(const value::Value* left, const value::Value& right,
                                    const OverlayCaller& caller) const = 0;
};

// The result of `via=` of assert. `why` may contain the reason of a failure. No result if the function
// failed, which is reported.
struct AssertionResult {
  bool holds = true;
  std::string why;
};
class Assertion {
 public:
  virtual ~Assertion() = default;
  virtual std::optional<AssertionResult> Assess(const value::Value& left, const value::Value& right,
                                                const OverlayCaller& caller) const = 0;
};

// One allowed number of matches: a range, or whatever a predicate accepts.
struct CountRange {
  size_t at_least = 1;
  size_t at_most = 1;
  const CountMatcher* matcher = nullptr;
};

inline constexpr size_t kUnlimited = std::numeric_limits<size_t>::max();

// The keyword that declares the expected number of matches. With `when=`, another number skips the operation
// instead of being an error. A node has at most one of them.
enum class CountKeyword : uint8_t { kExpects, kMissingOk, kWhen };
inline constexpr size_t kCountKeywords = 3;

// The expected number of matching nodes on the left side: any of the ranges.
struct Expectation {
  std::vector<CountRange> ranges;
  CountKeyword keyword = CountKeyword::kExpects;
  source::Span span;  // the argument that states it

  static Expectation Exactly(size_t count) { return {{{count, count, nullptr}}, CountKeyword::kExpects, {}}; }
  static Expectation Optional() { return {{{0, 1, nullptr}}, CountKeyword::kMissingOk, {}}; }
};

// How the left node is found: by the item's key (map items only), by the value of a key, by index (array
// items and documents), by a predicate.
struct MatchByItemKey {};
struct MatchByKeyValue {
  std::string_view key;
};
struct MatchByIndex {
  int64_t index = 0;
};
using MatchBy = std::variant<MatchByItemKey, MatchByKeyValue, MatchByIndex, const Matcher*>;

// The operation of one overlay node. Defaults are ytt's.
struct Op {
  Action action = Action::kMerge;
  MatchBy by;
  bool has_match = false;  // the node has `@overlay/match`, if only with `expects=`
  std::optional<Expectation> expects;
  std::optional<Expectation> child_expects;  // `@overlay/match-child-defaults`
  bool or_add = false;                       // of replace
  // The value that a flag adds if it matches nothing, instead of the node's value; null: the node's value.
  const value::Value* initial = nullptr;
  bool fills_with_nulls = false;         // before a new item at an index, nulls up to it (Helm)
  bool before = false, after = false;    // of insert
  const Transform* transform = nullptr;  // of replace and insert
  const Assertion* assertion = nullptr;  // of assert; null: the left side must contain the right one
  bool is_invalid = false;               // its annotations were reported: leave the node alone
  source::Span span;                     // the annotation of the action, else of the match
  source::Span match_span;
};

}  // namespace kval::merge

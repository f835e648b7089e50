#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "annotations/overlay/context.h"
#include "src/lang/starlark/host_value.h"
#include "src/merge/op.h"

// Starlark functions as what overlays ask for. Each reports its failures to the context's emitter.
namespace kval::annotations {

// Arguments of a matcher: the index or key, the left value, the right value.
inline constexpr size_t kMatcherArguments = 3;

// A matcher with known content: the result of `overlay.subset(…)`, and `overlay.and_op` of such.
class PartMatcher : public starlark::HostValue {
 public:
  // `parts`: a value matches when it contains all of them.
  PartMatcher(std::string name, std::vector<const value::Value*> parts, const OverlayContext& context)
      : name_(std::move(name)), parts_(std::move(parts)), context_(context) {}

  const std::vector<const value::Value*>& parts() const { return parts_; }

  std::string_view TypeName() const override { return "builtin_function_or_method"; }
  std::string Repr() const override { return "<built-in function " + name_ + ">"; }
  bool IsCallable() const override { return true; }
  // With the index or key, the value, and the overlay's value.
  starlark::Outcome<starlark::Value> Invoke(const starlark::Call& call) override;

 private:
  std::string name_;
  std::vector<const value::Value*> parts_;
  OverlayContext context_;
};

// What `overlay.index(…)` gives: the array item or document with that index matches.
class IndexMatcher : public starlark::HostValue {
 public:
  explicit IndexMatcher(int64_t index) : index_(index) {}

  int64_t index() const { return index_; }

  std::string_view TypeName() const override { return "builtin_function_or_method"; }
  std::string Repr() const override { return "<built-in function overlay.index>"; }
  bool IsCallable() const override { return true; }
  starlark::Outcome<starlark::Value> Invoke(const starlark::Call& call) override;

 private:
  int64_t index_;
};

// What `overlay.map_key(…)` gives: two maps match when they have the same value under a key.
class KeyMatcher : public starlark::HostValue {
 public:
  KeyMatcher(std::string_view key, const OverlayContext& context) : key_(key), context_(context) {}

  const std::string& key() const { return key_; }

  std::string_view TypeName() const override { return "builtin_function_or_method"; }
  std::string Repr() const override { return "<built-in function overlay.map_key>"; }
  bool IsCallable() const override { return true; }
  starlark::Outcome<starlark::Value> Invoke(const starlark::Call& call) override;

 private:
  starlark::Outcome<const value::Value*> ValueIn(starlark::Value holder, source::Span at) const;

  std::string key_;
  OverlayContext context_;
};

// `by=lambda index_or_key, left, right: …`.
std::unique_ptr<merge::Matcher> MakeMatcher(starlark::Value function, source::Span at,
                                            const OverlayContext& context);
// `expects=lambda n: …`.
std::unique_ptr<merge::CountMatcher> MakeCountMatcher(starlark::Value function, source::Span at,
                                                      const OverlayContext& context);
// `via=lambda left, right: …` of replace and insert.
std::unique_ptr<merge::Transform> MakeTransform(starlark::Value function, source::Span at,
                                                const OverlayContext& context);
// `via=` of assert.
std::unique_ptr<merge::Assertion> MakeAssertion(starlark::Value function, source::Span at,
                                                const OverlayContext& context);

}  // namespace kval::annotations

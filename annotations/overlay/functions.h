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

// Adapts Starlark functions to the interfaces of the overlay engine. Each reports its failures to the
// context's emitter.
namespace kval::annotations {

// The number of arguments of a matcher: the index or key, the left value, the right value.
inline constexpr size_t kMatcherArguments = 3;

// A matcher with known required content: the result of `overlay.subset(…)`, or of `overlay.and_op` of such
// matchers.
class PartMatcher : public starlark::HostValue {
 public:
  // `parts`: a value matches if it contains all of them.
  PartMatcher(std::string name, std::vector<const value::Value*> parts, const OverlayContext& context)
      : name_(std::move(name)), parts_(std::move(parts)), context_(context) {}

  const std::vector<const value::Value*>& parts() const { return parts_; }

  std::string_view TypeName() const override { return "builtin_function_or_method"; }
  std::string Repr() const override { return "<built-in function " + name_ + ">"; }
  bool IsCallable() const override { return true; }
  // Arguments: the index or key, the left value, the overlay's value.
  starlark::Outcome<starlark::Value> Invoke(const starlark::Call& call) override;

 private:
  std::string name_;
  std::vector<const value::Value*> parts_;
  OverlayContext context_;
};

// The result of `overlay.index(…)`: matches the array item or document with that index.
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

// The result of `overlay.map_key(…)`: two maps match if they have the same value for a key.
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

// Creates the matcher of `by=lambda index_or_key, left, right: …`.
std::unique_ptr<merge::Matcher> MakeMatcher(starlark::Value function, source::Span at,
                                            const OverlayContext& context);
// Creates the matcher of `expects=lambda n: …`.
std::unique_ptr<merge::CountMatcher> MakeCountMatcher(starlark::Value function, source::Span at,
                                                      const OverlayContext& context);
// Creates the transformation of `via=lambda left, right: …` in replace and insert annotations.
std::unique_ptr<merge::Transform> MakeTransform(starlark::Value function, source::Span at,
                                                const OverlayContext& context);
// Creates the assertion of `via=` in assert annotations.
std::unique_ptr<merge::Assertion> MakeAssertion(starlark::Value function, source::Span at,
                                                const OverlayContext& context);

}  // namespace kval::annotations

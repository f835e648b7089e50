#include "src/lang/cel/context.h"

#include <re2/re2.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "src/lang/cel/containers.h"
#include "src/support/go_pattern.h"

namespace kval::cel {

namespace {

// Of a compiled regular expression.
constexpr uint64_t kBytesOfPart = 100;

}  // namespace

Context::Context(Heap& heap, const Budget& budget, const ZoneSource* zones)
    : heap_(heap), budget_(budget), zones_(zones) {}

Context::~Context() = default;

Value Context::Fail(std::string message) {
  if (!heap_.Reserve(message.size())) {
    return Stop();
  }
  return Value::OfError(heap_.New<Error>(Error{heap_.CopyText(message), offset_, false}));
}

Value Context::Stop() {
  const std::string_view message = heap_.is_full() ? "operation cancelled: actual memory limit exceeded"
                                                   : "operation cancelled: actual cost limit exceeded";
  return Value::OfError(heap_.New<Error>(Error{message, offset_, true}));
}

Value Context::NewString(std::string_view text) {
  if (text.size() >= std::numeric_limits<uint32_t>::max() || !heap_.Reserve(text.size())) {
    return Stop();
  }
  return Value::String(heap_.CopyText(text));
}

Value Context::NewList(std::span<const Value> items) {
  if (!heap_.Reserve(items.size_bytes())) {
    return Stop();
  }
  return Value::OfList(heap_.New<ItemList>(std::span<const Value>(heap_.Copy(items))));
}

const re2::RE2* Context::Pattern(std::string_view text, std::string* why) {
  auto found = patterns_.find(text);
  if (found == patterns_.end()) {
    re2::RE2::Options options(re2::RE2::Quiet);
    options.set_max_mem(static_cast<int64_t>(budget_.regex_memory));
    // An automaton can be far larger than its pattern.
    if (!Work(1000 + text.size() * 100)) {
      *why = "too much work";
      return nullptr;
    }
    const std::optional<std::string> of_re2 = GoPatternForRe2(text);
    if (!of_re2) {
      *why = "invalid escape sequence: \\C";
      return nullptr;
    }
    auto pattern = std::make_unique<re2::RE2>(*of_re2, options);
    // The compiled pattern is cached. It has a second program for backward search, and the parsed expression.
    const auto parts = static_cast<uint64_t>(std::max(pattern->ProgramSize(), 0));
    Work(parts * 20);
    heap_.Reserve(2000 + text.size() + parts * kBytesOfPart);
    found = patterns_.emplace(std::string(text), std::move(pattern)).first;
  }
  if (found->second->error_code() == re2::RE2::ErrorPatternTooLarge) {
    Work(budget_.work + 1);  // as any other work beyond the limits
  }
  if (!found->second->ok()) {
    *why = found->second->error();
    return nullptr;
  }
  return found->second.get();
}

}  // namespace kval::cel

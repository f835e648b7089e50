#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "src/lang/gotemplate/heap.h"
#include "src/lang/gotemplate/value.h"

namespace kval::gotemplate {

class Budget;
class Evaluator;
class TextBuffer;

// The types of a Go function, written in one letter per parameter and, after `:`, of the result:
//
//   a interface {}   b bool     i int     I int64   f float64   s string   v any value as it is
//   m map[string]interface {}   M map[string]string
//   l []interface {}            L []string   n []int   B []byte
//
// `*` after the last parameter: any number of them. `sa*:s` is func(string, ...interface {}) string.
class Signature {
 public:
  static constexpr size_t kMaxParams = 8;

  // A letter outside the table does not compile.
  // NOLINTNEXTLINE(google-explicit-constructor): tables of functions write it as a literal.
  consteval Signature(const char* letters) {
    for (; *letters != ':'; ++letters) {
      if (*letters == '*') {
        is_variadic_ = true;
      } else {
        params_[count_++] = TypeOf(*letters);
      }
    }
    result_ = TypeOf(letters[1]);
  }
  // For types without a letter. The last parameter is the element type if variadic.
  constexpr Signature(std::initializer_list<const Type*> params, bool is_variadic, const Type* result)
      : result_(result), is_variadic_(is_variadic) {
    for (const Type* param : params) {
      params_[count_++] = param;
    }
  }

  std::span<const Type* const> params() const { return {params_.data(), count_}; }
  bool is_variadic() const { return is_variadic_; }
  // The parameters before the variadic one.
  size_t fixed_params() const { return is_variadic_ ? count_ - 1 : count_; }
  const Type& param(size_t index) const { return *params_[index < count_ ? index : count_ - 1]; }
  const Type& result() const { return *result_; }

 private:
  static constexpr const Type* TypeOf(char letter) {
    switch (letter) {
      case 'a':
        return &kAnyType;
      case 'b':
        return &kBoolType;
      case 'i':
        return &kIntType;
      case 'I':
        return &kInt64Type;
      case 'f':
        return &kFloat64Type;
      case 's':
        return &kStringType;
      case 'v':
        return &kReflectValueType;
      case 'm':
        return &kAnyMapType;
      case 'M':
        return &kStringMapType;
      case 'l':
        return &kAnyListType;
      case 'L':
        return &kStringListType;
      case 'n':
        return &kIntListType;
      case 'B':
        return &kByteListType;
      default:
        return UnknownLetter();
    }
  }
  static const Type* UnknownLetter();  // not constexpr: a call of it does not compile

  std::array<const Type*, kMaxParams> params_{};
  const Type* result_ = nullptr;
  size_t count_ = 0;
  bool is_variadic_ = false;
};

// One call of a native function.
//
// The evaluator has checked the number and types of the arguments. What a parameter of type `interface {}`
// gets is without is_interface(), and Value() for nil; a parameter `v` gets the value as it is.
class Call {
 public:
  Call(Evaluator& evaluator, Budget& budget, std::span<const Value> args, const Value* receiver, void* state)
      : evaluator_(evaluator), budget_(budget), args_(args), receiver_(receiver), state_(state) {}

  std::span<const Value> args() const { return args_; }
  const Value& operator[](size_t index) const { return args_[index]; }
  size_t size() const { return args_.size(); }
  // Of a method: the value before the dot.
  const Value& receiver() const { return *receiver_; }
  // What the host registered the functions with (FunctionTable::Add).
  template <typename T>
  T& state() const {
    return *static_cast<T*>(state_);
  }
  Evaluator& evaluator() { return evaluator_; }
  Heap& heap();

  // Ends the call with an error, which is reported as `error calling NAME: TEXT`.
  Value Fail(std::string text);
  bool failed() const { return failed_; }
  const std::string& error() const { return error_; }

  // Counts work: call it in loops. Returns false if the budget is exhausted; then return anything.
  [[nodiscard]] bool Step(uint64_t count = 1);
  // Call before making a value of that many bytes. Returns false if memory does not suffice; then return
  // anything.
  [[nodiscard]] bool Reserve(uint64_t bytes);

  // The bytes that a result may have at most.
  size_t max_text() const;
  // Counts a text of at most `max_text` bytes that was printed. Returns false if it is full or the budget is
  // exhausted; then return anything.
  [[nodiscard]] bool CountPrinted(const TextBuffer& text);

  // The result: the text is copied, the items are copied.
  Value Text(std::string_view text) { return heap().NewText(text); }
  Value AnyList(std::span<const Value> items) { return heap().NewAnyList(items); }

 private:
  Evaluator& evaluator_;
  Budget& budget_;
  std::span<const Value> args_;
  const Value* receiver_;
  void* state_;
  std::string error_;
  bool failed_ = false;
};

// The value need not have is_interface(): the evaluator adds it if the result's type is `interface {}`. A
// result without origins gets those of all arguments.
using NativeFunction = Value (*)(Call& call);

struct Function {
  std::string_view name;
  Signature signature;
  NativeFunction run;
};

}  // namespace kval::gotemplate

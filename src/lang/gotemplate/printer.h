#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "src/lang/gotemplate/formatter.h"
#include "src/lang/gotemplate/value.h"

namespace kval::gotemplate {

// Writes values as the type `pp` of Go's package fmt does.
class Printer {
 public:
  explicit Printer(TextBuffer* out) : out_(*out), format_(out) {}

  FormatFlags& flags() { return format_.flags(); }
  // A value that was passed to a function of fmt.
  void Argument(const Value& value, char32_t verb);
  void Format(std::string_view format, std::span<const Value> args);

 private:
  // One verb of a format, read step by step.
  class Directive;

  // `depth` is 0 for an argument. Nested calls methods; Inside does not.
  void Nested(const Value& value, char32_t verb, int depth);
  void Inside(const Value& value, char32_t verb, int depth);
  bool ByMethod(const Value& value, char32_t verb);
  void Integer(uint64_t bits, bool is_signed, char32_t verb, const Value& value);
  void Float(double real, char32_t verb, const Value& value);
  void String(std::string_view text, char32_t verb, const Value& value);
  void Bytes(const Value& value, char32_t verb, std::string_view type_name);
  void List(const Value& value, char32_t verb, int depth);
  void Map(const Value& value, char32_t verb, int depth);
  void Object(const Value& value, char32_t verb, int depth);
  void Fields(const Value& value, char32_t verb, int depth);
  void Pointer(const Value& value, char32_t verb);
  void Separate(bool is_first);
  void BadVerb(char32_t verb, const Value& value);
  void Extra(std::span<const Value> args);
  void WriteVerb(char32_t verb);
  void Write(std::string_view text) { out_.Append(text); }

  TextBuffer& out_;
  Formatter format_;
  bool is_erring_ = false;  // inside a message: String methods are not called
};

}  // namespace kval::gotemplate

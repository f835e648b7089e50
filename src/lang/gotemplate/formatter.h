#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "src/lang/gotemplate/text_buffer.h"

namespace kval::gotemplate {

// Flags, width and precision of a verb.
struct FormatFlags {
  bool has_width = false;
  bool has_precision = false;
  bool minus = false;
  bool plus = false;
  bool sharp = false;
  bool space = false;
  bool zero = false;
  bool plus_v = false;   // %+v
  bool sharp_v = false;  // %#v
  int width = 0;
  int precision = 0;
};

// Writes scalars as the type `fmt` of Go's package fmt does.
class Formatter {
 public:
  explicit Formatter(TextBuffer* out) : out_(*out) {}

  FormatFlags& flags() { return flags_; }
  void Write(std::string_view text) { out_.Append(text); }
  void WritePadding(size_t count);
  // With the width of the flags.
  void Pad(std::string_view text);

  void Bool(bool value) { Pad(value ? "true" : "false"); }
  void Integer(uint64_t bits, int base, bool is_signed, char32_t verb, bool is_upper);
  void Character(uint64_t c);
  void QuotedCharacter(uint64_t c);
  void CodePoint(uint64_t c);  // %U
  void Float(double value, char form, int precision);
  void String(std::string_view text);
  void Quoted(std::string_view text);
  void Hexadecimal(std::string_view bytes, bool is_upper);
  // With `0x` if `has_prefix`.
  void Natural0x(uint64_t value, bool has_prefix);

 private:
  void PadWithSpaces(std::string_view text);
  std::string_view Truncate(std::string_view text) const;
  std::string KeepPoint(std::string number, char form, int precision) const;

  TextBuffer& out_;
  FormatFlags flags_;
};

}  // namespace kval::gotemplate

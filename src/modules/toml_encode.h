#pragma once

#include <functional>
#include <string>
#include <vector>

#include "src/value/value.h"

namespace kval::modules {

// Writes values as TOML 1.0 in the layout of Go's github.com/BurntSushi/toml (encode.go), which ytt and Helm
// use: sorted keys, plain values before tables, which are indented. Entries that are null are omitted.
class TomlWriter {
 public:
  // What differs between the versions of the library, and between the programs.
  struct Style {
    size_t indent = 2;  // spaces of each table level
    std::string (*float_text)(double real);
    bool keeps_commas = false;  // a comma precedes a null entry of an inline table
    bool has_verbatim = false;  // strings with Style::kPlain are written as they are
  };

  // `proceed`: called before each part of the text with the size of the text and the number of keys above.
  // Returns false if nothing may be added, which ends the writing.
  TomlWriter(const Style& style, std::function<bool(size_t size, size_t depth)> proceed)
      : style_(style), proceed_(std::move(proceed)) {}

  // Writes a map as a document, or any other value on one line.
  void Write(const value::Value& document);

  // Go's error about a value that TOML cannot express; empty if there was none.
  const std::string& error() const { return error_; }
  std::string Take() { return std::move(out_); }

 private:
  bool Continue() { return error_.empty() && proceed_(out_.size(), path_.size()); }
  std::vector<value::Entry> Sorted(const value::Value& map);
  void Body(const value::Value& map);
  void Table(const value::Entry& entry);
  void Header(bool after_blank_line, std::string_view open, std::string_view close);
  void Element(const value::Value& node, size_t depth);
  void Inline(const value::Value& node, size_t depth);

  Style style_;
  std::function<bool(size_t, size_t)> proceed_;
  std::string out_;
  std::string error_;
  std::vector<std::string> path_;
};

// Not empty and of maps only: written as `[[key]]`.
bool IsTomlTableArray(const value::Value& node);

}  // namespace kval::modules

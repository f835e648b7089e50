#pragma once

#include <string_view>

#include "src/support/keyed_hash.h"
#include "src/yaml/scanner.h"

namespace kval::yaml {

// The directives of a text's documents, as they are read.
class Directives {
 public:
  // `scanner` must outlive it.
  explicit Directives(Scanner& scanner) : scanner_(scanner) {}

  // Reads those before a document, and forgets those of the document before; true when there is one.
  bool Read();
  // Whether the document declares this handle of a tag.
  bool Declares(std::string_view handle) const { return tag_handles_.count(handle) > 0; }
  // A directive may not follow a document without `...`.
  void SetNeedsEndMark(bool needs) { needs_end_mark_ = needs; }

 private:
  void ReadVersion(const char* end);
  void ReadTag(const char* end);

  Scanner& scanner_;
  TextSet<std::string_view> tag_handles_;
  bool has_version_ = false;
  bool needs_end_mark_ = false;
};

}  // namespace kval::yaml

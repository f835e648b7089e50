#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "src/source/source_file.h"

namespace kval::report {

// Returns whether the key is `data` or `stringData` of a Secret, or a misspelling of one.
bool IsDataOfSecret(std::string_view key);

// Returns whether a line in JSON or flow style contains `kind: Secret`, or that of a list of Secrets.
bool HasKindOfSecret(std::string_view line);

// Finds the entries of a YAML text that contain the data of Kubernetes Secrets. Receives the lines in order.
class SecretObjects {
 public:
  explicit SecretObjects(const source::SourceFile& file) : file_(file) {}

  // Whether everything in the entry is secret whose key begins at `column`: `data` of a Secret, or what has
  // lost the indentation below it.
  bool Holds(uint32_t number, std::string_view key, size_t column, bool has_value);
  void BeginDocument() { open_data_.reset(); }

 private:
  std::string_view Line(uint32_t number) const { return file_.Text(file_.LineSpan(number)); }
  bool IsInSecret(uint32_t number, size_t column);
  // Returns the `kind` next to the key, searched up or down; nullopt if there is none.
  std::optional<bool> FindKind(uint32_t number, size_t column, int step);
  bool IsInList(uint32_t number);

  const source::SourceFile& file_;
  uint32_t kind_lines_ = 0;          // that were looked through
  uint32_t list_end_ = 0;            // the line up to which `is_list_` is known
  bool is_list_ = false;             // of Secrets
  std::optional<size_t> open_data_;  // the column of a `data` that has nothing in its line
};

}  // namespace kval::report

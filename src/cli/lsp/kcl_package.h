#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/cli/lsp/open_document.h"
#include "src/lsp/structure/symbols.h"

namespace kval::cli {

// A declaration in a file of a KCL package.
struct KclDeclaration {
  std::string path;         // absolute
  lsp::Symbol symbol;       // without the documentation
  std::string description;  // by the docstring: of a schema its first line, of an attribute all; may be empty
};

// The declarations of the files in the directory of a KCL file, as an editor shows them. Errors in the files
// are tolerated. At most 200 files are read.
class KclPackage {
 public:
  KclPackage(const std::string& path, const OpenDocuments& opened);

  // The global declarations: schemas, variables, rules and type aliases.
  const std::vector<KclDeclaration>& globals() const { return globals_; }
  // Returns null if there is none.
  const KclDeclaration* Find(std::string_view name) const;
  // The attributes of a schema and its bases, nearest first, each name once.
  std::vector<KclDeclaration> AttributesOf(std::string_view schema) const;
  // The keys of the config that a variable is.
  std::vector<KclDeclaration> KeysOf(std::string_view variable) const;
  // The schema that a variable is an instance of, or a type without its brackets; empty if it is none.
  std::string SchemaOf(std::string_view name_or_type) const;

 private:
  void Add(const std::string& path, const std::string& text);

  std::vector<KclDeclaration> globals_;
  std::vector<std::vector<KclDeclaration>> attributes_;  // of each global
  std::vector<std::string> values_;                      // of each global: its statement
};

}  // namespace kval::cli

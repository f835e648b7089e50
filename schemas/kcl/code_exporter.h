#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>

#include "src/types/source_printer.h"

namespace kval::schemas::kcl {

// Copies functions and computed defaults of a schema into a KCL program.
//
// In the source schema, names had other types: a mixin is checked without its hosts, and Starlark has no
// static types. Whether the code compiles is therefore known only after the whole program is written.
class CodeExporter {
 public:
  struct ExportedCode {
    std::optional<types::SourcePrinter::PrintedSource>
        text;             // empty if KCL cannot express it, or it was rejected
    std::string why_not;  // the reason for the rejection; may be empty
  };

  // Returns the KCL code of a predicate or thunk for the schema with this name; empty for null.
  template <typename Code>
  ExportedCode In(const std::string& schema, const Code* code, const types::SourcePrinter::Names& names) {
    return DescribeRule(schema, dynamic_cast<const types::SourcePrinter*>(code), names);
  }

  // Compiles the program that contains the returned code, and rejects code that does not compile from now on.
  // Returns true if code was rejected: write the program again. Returns false if the program is final.
  bool RejectInvalidCode(const std::string& program);

 private:
  using CodeKey = std::pair<std::string, std::string>;  // the schema and the expression

  ExportedCode DescribeRule(const std::string& schema, const types::SourcePrinter* code,
                            const types::SourcePrinter::Names& names);

  std::set<CodeKey> exported_;  // code returned since the last compilation
  std::set<CodeKey> rejected_;
  int rounds_ = 0;
};

}  // namespace kval::schemas::kcl

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "src/driver/driver_options.h"
#include "src/driver/envelope.h"
#include "src/driver/inputs/classification.h"
#include "src/driver/inputs/roles.h"
#include "src/yaml/document.h"

namespace kval::driver {

struct Session;

// What a plain file of a directory with templates probably is.
enum class OutputUse : uint8_t {
  kValues,   // values, because it lies next to the schema or to other values
  kUnknown,  // values or output
};

// The malformed headers of a file that are considered.
enum class MalformedHeaders : uint8_t {
  kAll,
  kIntended,  // those that resemble the header of a schema or of values
};

// Reports inputs that are not checked, with the reason and a remedy, as `options.unchecked` requires. One
// finding per file.
class UncheckedReporter {
 public:
  UncheckedReporter(const DriverOptions& options, Session& session) : options_(options), session_(session) {}

  // Reports a file with code and without the header of a schema or of values.
  void Template(const yaml::File& file) const;
  // Reports a plain file that is output, as in ytt, because of templates in its directory. If its use is
  // unknown, this is at most a note.
  void Output(const yaml::File& file, OutputUse use) const;
  // Reports a file that no program reads.
  void Text(const source::SourceFile& file) const;
  // Reports a document for a private library, which only rendering evaluates.
  void ForLibrary(const Envelope& envelope) const;
  // Reports an empty file. Nothing in it was skipped, so this is at most a note.
  void Empty(const source::SourceFile& file) const;
  // Reports headers that were intended to give a plain file or template another role. Returns false if there
  // is none.
  bool FailedHeader(const yaml::File& file, MalformedHeaders which = MalformedHeaders::kAll) const;
  // Warns about unknown annotations in headers, which ytt ignores.
  void UnknownAnnotations(const yaml::File& file) const;

  // Reports an unsupported schema, wherever the file would count as values.
  void Foreign(const source::SourceFile& file, const Classification& schema) const;

  // Notes a manifest that counts as values because no schema and no template is given.
  void ManifestAsValues(const source::SourceFile& file) const;

 private:
  bool is_silent() const { return options_.unchecked == UncheckedPolicy::kSilent; }
  diag::Severity severity() const;
  void Report(source::Span at, std::string_view name, std::string_view why, std::string hint) const;
  void WarnUnknown(const MalformedHeader& header) const;

  const DriverOptions& options_;
  Session& session_;
};

}  // namespace kval::driver

#pragma once

#include <string_view>

#include "src/driver/envelope.h"
#include "src/driver/options.h"
#include "src/driver/schemas/foreign_schema.h"
#include "src/yaml/document.h"

namespace kval::driver {

struct Session;

// Reports inputs that are not checked, with the reason and a remedy, as `options.unchecked` requires. One
// finding per file.
class UncheckedInputs {
 public:
  UncheckedInputs(const Options& options, Session& session) : options_(options), session_(session) {}

  // A file with code and without the header of a schema or of values.
  void Template(const yaml::File& file) const;
  // A plain file that is output, as in ytt, because of templates next to it.
  void Output(const yaml::File& file) const;
  // A file that no program reads.
  void Text(const source::SourceFile& file) const;
  // A document that is addressed to a private library, which only rendering evaluates.
  void ForLibrary(const Envelope& envelope) const;
  // Nothing in it. That is nothing that was left out, so it is never more than a note.
  void Empty(const yaml::File& file) const;
  // Reports headers intended to give a plain file or template another role. Returns false if there is none.
  bool FailedHeader(const yaml::File& file) const;

  // A schema that kval cannot use. Said wherever the file would count as values.
  void Foreign(const source::SourceFile& file, const ForeignSchema& schema) const;

 private:
  bool is_silent() const { return options_.unchecked == Unchecked::kSilent; }
  diag::Severity severity() const;
  void Report(source::Span at, std::string_view name, std::string_view why, std::string hint) const;

  const Options& options_;
  Session& session_;
};

}  // namespace kval::driver

#pragma once

#include <string_view>

#include "src/driver/envelope.h"
#include "src/driver/options.h"
#include "src/driver/schemas/foreign_schema.h"
#include "src/yaml/document.h"

namespace kval::driver {

struct Session;

// Says of inputs that nobody checks why that is and what to do, as `options.unchecked` wants: whoever checks
// a set must know what was not looked at. Each says one thing for one file.
class UncheckedInputs {
 public:
  UncheckedInputs(const Options& options, Session& session) : options_(options), session_(session) {}

  // A file with code and without the header of a schema or of values.
  void Template(const yaml::File& file) const;
  // A plain file that is output, as with ytt, because of templates beside it.
  void Output(const yaml::File& file) const;
  // A file that no program reads.
  void Text(const source::SourceFile& file) const;
  // A document that is addressed to a private library, which only rendering evaluates.
  void ForLibrary(const Envelope& envelope) const;
  // Nothing in it. That is nothing that was left out, so it is never more than a note.
  void Empty(const yaml::File& file) const;
  // Headers that were meant to make a plain file or template something else. False when there is none.
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

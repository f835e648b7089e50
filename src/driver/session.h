#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "src/diag/collector.h"
#include "src/diag/emitter.h"
#include "src/driver/flags/flag_hints.h"
#include "src/driver/libraries/library.h"
#include "src/driver/libraries/library_calls.h"
#include "src/driver/schemas/declared_rules.h"
#include "src/source/flag_sources.h"
#include "src/source/source_map.h"
#include "src/support/arena.h"
#include "src/support/interner.h"
#include "src/support/limits.h"
#include "src/templating/annotated.h"
#include "src/templating/string_code_lines.h"
#include "src/types/model.h"
#include "src/types/sensitive.h"
#include "src/value/builder.h"

namespace kval::driver {

struct TemplateRuntime;

// Owns everything about one checked set. Sets share nothing, so they can run concurrently; all memory is
// freed at once.
//
// A document's session extends that of its schema: it can read the schema's sources and annotations and adds
// those of the document. Threads: any number of sessions on different threads may extend one frozen session
// (Freeze).
struct Session {
  explicit Session(const Limits& given_limits = {});
  explicit Session(const Session* below);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // Call when everything that extending sessions need is present.
  void Freeze();

  // Creates a model for a further schema: of a chart, a private library. It lives as long as the session.
  types::Model& NewModel();
  // The secret keys of every schema compiled here or in a base session, or used for results moved here.
  // Required to show findings.
  types::SecretKeys SecretKeys() const;
  void TakeSecretKeys(const types::SecretKeys& keys) { merged_keys_.Add(keys); }

  // The steps of all validation.
  uint64_t StepsTaken() const;

  Limits limits;
  source::SourceMap sources;
  Arena arena;
  Interner interner;
  diag::Collector findings;
  source::FlagSources flag_strings;
  FlagHints flag_hints;                    // on the way to the findings
  templating::StringCodeLines text_lines;  // on the way to the hints
  LibraryCalls library_calls;              // on the way to the lines
  diag::Emitter emit;
  types::Model model;  // of the set itself
  value::Builder build;
  templating::AnnotationTable annotations;
  uint64_t steps = 0;   // steps of validation, without those of its Starlark code
  std::string printed;  // what programs print, one line each

  std::vector<std::unique_ptr<LibraryFile>> files;  // in the order of the inputs
  DeclaredRules declared_rules;                     // of those files
  Library library;                                  // all files, by directory
  std::unique_ptr<TemplateRuntime> runtime;         // of their templates

 private:
  Session(const Limits& given_limits, const Session* below);

  std::vector<std::unique_ptr<types::Model>> models_;  // in addition to the set's
  types::SecretKeys merged_keys_;
  types::SecretKeys frozen_;  // complete once frozen, so that extending sessions need not compute it
  const Session* parent_;
};

}  // namespace kval::driver

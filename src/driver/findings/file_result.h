#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "src/diag/collector.h"
#include "src/source/source_file.h"
#include "src/types/sensitive.h"

namespace kval::driver {

struct Session;

// The result of validating one file, independent of its session: counts, findings if any, and the source
// files that they point to, and files with suppression comments.
struct FileResult {
  size_t document_count = 0;
  uint64_t steps = 0;  // steps used
  diag::Collector findings;
  std::vector<std::unique_ptr<source::SourceFile>> strings;  // source files that the findings point to
  std::string printed;
  types::SecretKeys secret_keys;  // secret keys of the schemas used
  bool is_template = false;       // a template: its output was not checked

  // Takes the content of a session that is no longer needed.
  void Take(Session& validated);
};

// Runs a check in a new session, which may use these steps of the run, and takes its result.
FileResult RunInSession(Session& part, uint64_t allowed_steps, const std::function<void()>& check);

// Records that a source file moved to another offset. Arithmetic is modulo 2³², as for offsets.
struct TextRelocation {
  source::Span from;
  uint32_t by;
};

// Adjusts the locations of a finding that are in moved source files.
void RelocateSpans(const std::vector<TextRelocation>& moves, diag::Diagnostic& finding);

// Moves the findings to `session`, as if the file had been validated there. Source files that are among the
// first `known_strings` of `session` are not added again. `moved`: other referenced source files that
// `session` already has at another offset.
void MergeInto(FileResult verdict, size_t known_strings, Session& session,
               const std::vector<TextRelocation>& moved = {});
// The same, but emits the findings through `emit`, which forwards them to the session.
void MergeInto(FileResult verdict, size_t known_strings, Session& session, diag::Emitter& emit,
               const std::vector<TextRelocation>& moved = {});

}  // namespace kval::driver

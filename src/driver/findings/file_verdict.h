#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "src/diag/collector.h"
#include "src/driver/session.h"
#include "src/source/source_file.h"
#include "src/types/sensitive.h"

namespace kval::driver {

// What judging one file came to, without the session that it was judged in: so little is kept of each of many
// files, and nothing of those without findings but a count and texts with comments that ignore rules.
struct FileVerdict {
  size_t document_count = 0;
  uint64_t steps = 0;  // that judging it took
  diag::Collector findings;
  std::vector<std::unique_ptr<source::SourceFile>> texts;  // that the findings point into
  std::string printed;
  types::SecretKeys secret_keys;  // that schemas declare which it was judged by
  bool is_template = false;       // what it renders would be checked; it was not

  // Takes over what is in a session that is not needed any more.
  void Take(Session& judged);
};

// Where a text stood, and by how much it moved. Numbers are taken modulo 2³², as offsets are.
struct TextMove {
  source::Span from;
  uint32_t by;
};

// Lets a finding point into texts where they moved to; other places stay.
void MovePlaces(const std::vector<TextMove>& moves, diag::Diagnostic& finding);

// Hands the findings over to `session`, as if the file had been judged there. Texts that `session` has
// already (the first `known_texts` of it are looked at) are not added again. `moved`: texts that findings
// point into besides, which `session` has elsewhere.
void HandOver(FileVerdict verdict, size_t known_texts, Session& session,
              const std::vector<TextMove>& moved = {});
// The findings through another emitter, which leads to the session in the end.
void HandOver(FileVerdict verdict, size_t known_texts, Session& session, diag::Emitter& emit,
              const std::vector<TextMove>& moved = {});

}  // namespace kval::driver

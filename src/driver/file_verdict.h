#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "src/diag/collector.h"
#include "src/driver/session.h"
#include "src/source/source_file.h"

namespace kval::driver {

// What judging one file came to, without the session that it was judged in: so little is kept of each of many
// files, and nothing of those without findings but a count.
struct FileVerdict {
  size_t document_count = 0;
  diag::Collector findings;
  std::vector<std::unique_ptr<source::SourceFile>> texts;  // that the findings point into
  std::string printed;

  // Takes over what is in a session that is not needed any more.
  void Take(Session& judged);
};

// Hands the findings over to `session`, as if the file had been judged there. Texts that `session` has
// already (the first `known_texts` of it are looked at) are not added again.
void HandOver(FileVerdict verdict, size_t known_texts, Session& session);
// The findings through another emitter, which leads to the session in the end.
void HandOver(FileVerdict verdict, size_t known_texts, Session& session, diag::Emitter& emit);

}  // namespace kval::driver

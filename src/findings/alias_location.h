#pragma once

#include "src/diag/diagnostic.h"
#include "src/diag/emitter.h"
#include "src/source/source_map.h"
#include "src/value/entry_index.h"
#include "src/value/value.h"

namespace kval::findings {

// Shows the alias first for a finding about a value below an alias (`image: *i`, `<<: *i`): the text at the
// anchor may be correct there. Makes the alias the primary label of `finding`, and the former primary label
// the second one. Other findings remain unchanged. Requires: the path of `finding` starts at `root`;
// `sources` contains the text of the values. Cost: linear in the length of the path and in the entries of the
// maps on it that several layers merged.
void ShowAlias(const value::Value& root, const source::SourceMap& sources, value::EntryIndex& keys,
               diag::Diagnostic& finding);

// Forwards the findings of documents, each with the alias above its value.
class AliasSink final : public diag::Sink {
 public:
  AliasSink(const source::SourceMap& sources, diag::Emitter& emit) : sources_(sources), emit_(emit) {}
  // The document of the next findings.
  void Begin(const value::Value& document) { document_ = &document; }
  void Consume(diag::Diagnostic finding) override;

 private:
  const source::SourceMap& sources_;
  diag::Emitter& emit_;
  const value::Value* document_ = nullptr;
  value::EntryIndex keys_;
};

}  // namespace kval::findings

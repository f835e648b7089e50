#pragma once

#include <cstdint>
#include <set>
#include <string_view>

#include "src/check/value_cursor.h"
#include "src/diag/emitter.h"
#include "src/value/entry_index.h"
#include "src/value/value.h"

// Attaches findings of rules to other findings about the same document from which they follow. Rules operate
// on values that may be missing; this decides for all of them why.
namespace kval::findings {

// Passes findings on, and remembers which keys are unknown.
class UnknownKeyCollector final : public diag::Sink {
 public:
  explicit UnknownKeyCollector(diag::Emitter& emit) : emit_(emit) {}
  void Consume(diag::Diagnostic finding) override;
  bool Has(const value::Value& key) const;

 private:
  diag::Emitter& emit_;
  std::set<uint32_t> places_;
};

// Forwards the findings of rules about `written`. Omits findings about unreadable values, and about missing
// keys of maps with unreadable parts. A finding about a missing key is superseded by an unknown key that is
// probably a misspelling of it (Diagnostic::superseded_by), or by the first key if all are unknown; a finding
// about a map by an unknown first key with a value in it or in an enclosing map.
class CascadeFilter final : public diag::Sink {
 public:
  CascadeFilter(const value::Value& written, const UnknownKeyCollector& unknown, diag::Emitter& emit)
      : written_(written), unknown_(unknown), emit_(emit) {}
  void Consume(diag::Diagnostic finding) override;

 private:
  void SupersedeMissing(const check::ValueCursor& map, std::string_view key, diag::Diagnostic& finding) const;
  void SupersedeMap(const check::ValueCursor& map, diag::Diagnostic& finding) const;

  const value::Value& written_;
  const UnknownKeyCollector& unknown_;
  diag::Emitter& emit_;
  value::EntryIndex keys_;  // of `written_`
};

}  // namespace kval::findings

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "src/check/trail.h"
#include "src/diag/emitter.h"
#include "src/support/keyed_hash.h"
#include "src/value/value.h"

// Findings of rules that most likely follow from what is told of the same resource already. Rules look at
// values that may be missing; why they are missing is decided here for all of them.
namespace kval::kubernetes {

// Passes findings on, and remembers which keys are unknown.
class UnknownKeys final : public diag::Sink {
 public:
  explicit UnknownKeys(diag::Emitter& emit) : emit_(emit) {}
  void Consume(diag::Diagnostic finding) override;
  bool Has(const value::Value& key) const;

 private:
  diag::Emitter& emit_;
  std::set<uint32_t> places_;
};

// Passes on what rules find in `written`, with paths from there. A finding about a value that could not be
// read, or about a key that a map lacks of which something could not be read, is left out: the text's fault
// is told. One about a key that a map lacks is told by that of an unknown key which most likely is the one
// (Diagnostic::told_by), and so is one about a map as a whole whose first key with a value is unknown, or one
// above that.
class Consequences final : public diag::Sink {
 public:
  Consequences(const value::Value& written, const UnknownKeys& unknown, diag::Emitter& emit)
      : written_(written), unknown_(unknown), emit_(emit) {}
  void Consume(diag::Diagnostic finding) override;

 private:
  const value::Entry* EntryOf(const value::Value& map, std::string_view key);
  std::optional<check::Trail> Child(const check::Trail& at, const diag::PathStep& step);
  void TellOfMissing(const check::Trail& map, std::string_view key, diag::Diagnostic& finding) const;
  void TellOfWhole(const check::Trail& map, diag::Diagnostic& finding) const;

  const value::Value& written_;
  const UnknownKeys& unknown_;
  diag::Emitter& emit_;
  // The entries of large maps that findings are about.
  std::map<const value::Value*, TextMap<std::string_view, const value::Entry*>> entries_;
};

}  // namespace kval::kubernetes

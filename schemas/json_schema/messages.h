#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "src/diag/emitter.h"
#include "src/value/value.h"

namespace kval::schemas::json_schema {

// What the author of a schema says (`errorMessage`, `x-kval-message`) where its shape is at fault, by the
// kind of the finding and the place in the schema that it shows. Rules have their messages with them.
using Messages = std::map<std::pair<diag::Kind, uint32_t>, std::string>;

// Tells findings with the sentences of the author; what kval would say becomes a note.
class AuthorSink final : public diag::Sink {
 public:
  AuthorSink(const Messages& messages, diag::Emitter* emit) : messages_(messages), emit_(*emit) {}

  void Consume(diag::Diagnostic finding) override;

 private:
  const Messages& messages_;
  diag::Emitter& emit_;
};

// The entries of a map that has texts as keys, to be asked for many of them. Of nothing: none.
std::map<std::string_view, const value::Value*> EntriesOf(const value::Value* map);

}  // namespace kval::schemas::json_schema

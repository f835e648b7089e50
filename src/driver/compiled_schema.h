#pragma once

#include <memory>
#include <vector>

#include "src/driver/data_values.h"
#include "src/driver/documents.h"
#include "src/driver/layered_values.h"
#include "src/driver/options.h"
#include "src/driver/session.h"
#include "src/source/file_reader.h"

namespace kval::driver {

// A schema of annotated YAML or a JSON Schema with the layers of values that lie below and above every
// document that it judges: compiled once, then only read, by as many threads as like.
class CompiledSchema {
 public:
  // Reads the inputs and compiles them in `session`, which must live as long, as must `options`. What is
  // wrong with them, values among the inputs too, is reported there; null when the schema cannot be used.
  static std::unique_ptr<const CompiledSchema> Compile(const Options& options, source::FileReader& reader,
                                                       Session& session);

  const Session& session() const { return session_; }
  const Options& options() const { return options_; }
  // False for schemas with functions that only one thread at a time may ask.
  bool is_shareable() const { return is_shareable_; }

  // Judges one document: the values among the inputs below it, the flags' above. `session` stands on the
  // schema's; everything found is reported there. Gives the final values.
  const value::Value* Judge(const ValuesDocument& document, Session& session) const;

 private:
  CompiledSchema(const Options& options, const Session& session, LayeredValues below,
                 std::vector<Layer> above, bool is_proposal, std::vector<Layer> json_below = {},
                 bool is_json = false)
      : options_(options),
        session_(session),
        below_(std::move(below)),
        above_(std::move(above)),
        is_proposal_(is_proposal),
        json_below_(std::move(json_below)),
        is_json_(is_json),
        is_shareable_(session.model.Share()) {}

  const Options& options_;
  const Session& session_;
  LayeredValues below_;
  std::vector<Layer> above_;
  bool is_proposal_;
  std::vector<Layer> json_below_;  // of a JSON Schema, which has no defaults to lay values on
  bool is_json_;
  bool is_shareable_;
};

}  // namespace kval::driver

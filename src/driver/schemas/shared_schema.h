#pragma once

#include <memory>
#include <vector>

#include "src/driver/options.h"
#include "src/driver/schemas/set_schema.h"
#include "src/driver/session.h"
#include "src/source/file_reader.h"

namespace kval::driver {

// The schema of several sets, compiled once: it says of which ones there is nothing to say. For any number of
// threads. What is wrong with the others is said by a run of each (pipeline.h), so that findings never depend
// on whether a schema is shared.
class SharedSchema {
 public:
  // Compiles the schema that `options.inputs` are into `session`, which must live as long, as `reader` must.
  // Null where sets could come to something else than in runs of their own: for inputs that are more than a
  // schema, a schema that something is to be said of or that serves one thread only, values of flags, and
  // those that Helm merges.
  static std::unique_ptr<const SharedSchema> Compile(const Options& options, source::FileReader& reader,
                                                     Session& session);

  // Whether a run with the schema and these inputs behind it has nothing to say. False when that is not
  // known: only files of plain values are looked at.
  bool Passes(const std::vector<InputPath>& values, source::FileReader& reader) const;

 private:
  SharedSchema(std::unique_ptr<const SetSchema> schema, Options options, const Session& session)
      : schema_(std::move(schema)), options_(std::move(options)), session_(session) {}

  std::unique_ptr<const SetSchema> schema_;
  Options options_;  // without inputs
  const Session& session_;
};

}  // namespace kval::driver

#pragma once

#include <memory>
#include <vector>

#include "src/driver/options.h"
#include "src/driver/schemas/set_schema.h"
#include "src/driver/session.h"
#include "src/source/file_reader.h"

namespace kval::driver {

// The schema of several sets, compiled once: determines which sets have no findings. Threads: any. Sets with
// findings run individually (pipeline.h), so that findings do not depend on sharing.
class SharedSchema {
 public:
  // Compiles the schema in `options.inputs` into `session`, which must outlive it, as must `reader`. Returns
  // null if the result could differ from individual runs: inputs other than a schema, a schema with findings
  // or for one thread only, flag values, and Helm merging.
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

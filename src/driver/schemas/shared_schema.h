#pragma once

#include <memory>
#include <vector>

#include "src/driver/driver_options.h"
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
  static std::unique_ptr<const SharedSchema> Compile(const DriverOptions& options, source::FileReader& reader,
                                                     Session& session);

  // Returns whether a run with the schema and these inputs has no findings. Conservative: returns true only
  // for files with plain values.
  bool Passes(const std::vector<InputPath>& values, source::FileReader& reader) const;

 private:
  SharedSchema(std::unique_ptr<const SetSchema> schema, DriverOptions options, const Session& session)
      : schema_(std::move(schema)), options_(std::move(options)), session_(session) {}

  std::unique_ptr<const SetSchema> schema_;
  DriverOptions options_;  // without inputs
  const Session& session_;
};

}  // namespace kval::driver

#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "src/driver/driver_options.h"
#include "src/driver/schemas/shared_schema.h"
#include "src/driver/session.h"
#include "src/project/recording_reader.h"
#include "src/source/file_reader.h"
#include "src/types/sensitive.h"

namespace kval::project {

// The result of a valid set without an individual run.
struct SharedSchemaResult {
  std::vector<std::string> paths;  // of its schema that were read
  types::SecretKeys secret_keys;   // that its schema declares
};

// Schemas shared by several sets, compiled on first use and freed after the last. Threads: safe.
class SharedSchemas {
 public:
  SharedSchemas(source::FileReader& reader, std::string root) : reader_(reader), root_(std::move(root)) {}

  // Registers a set: equal keys mean the same schema and flags. Register all before the first use.
  void Register(const std::string& key) { ++shared_[key].expected; }

  // Returns whether the set is known to have no findings. `schema`: options whose only inputs are the schema.
  bool Passes(const std::string& key, const driver::DriverOptions& schema,
              const std::vector<driver::InputPath>& values, source::FileReader& reader,
              SharedSchemaResult& passed);

 private:
  struct Shared {
    size_t expected = 0;
    std::mutex mutex;
    bool is_compiled = false;
    std::unique_ptr<RecordingReader> reader;
    std::unique_ptr<driver::Session> session;
    std::unique_ptr<const driver::SharedSchema> schema;
    types::SecretKeys secret_keys;
  };

  void Compile(const driver::DriverOptions& schema, Shared& shared) const;
  static void Leave(Shared& shared);

  source::FileReader& reader_;
  std::string root_;
  std::map<std::string, Shared> shared_;
};

}  // namespace kval::project

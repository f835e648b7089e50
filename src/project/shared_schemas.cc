#include "src/project/shared_schemas.h"

#include <utility>

namespace kval::project {

void SharedSchemas::Compile(const driver::DriverOptions& schema, Shared& shared) const {
  shared.is_compiled = true;
  shared.reader = std::make_unique<RecordingReader>(reader_, root_);
  shared.session = std::make_unique<driver::Session>(schema.limits);
  shared.schema = driver::SharedSchema::Compile(schema, *shared.reader, *shared.session);
  shared.secret_keys = shared.session->SecretKeys();
}

void SharedSchemas::Leave(Shared& shared) {
  const std::lock_guard lock(shared.mutex);
  if (--shared.expected == 0) {
    shared.schema.reset();
    shared.session.reset();
    shared.reader.reset();
  }
}

bool SharedSchemas::Passes(const std::string& key, const driver::DriverOptions& schema,
                           const std::vector<driver::InputPath>& values, source::FileReader& reader,
                           SharedSchemaResult& passed) {
  const auto found = shared_.find(key);
  if (found == shared_.end()) {
    return false;
  }
  Shared& shared = found->second;
  {
    const std::lock_guard lock(shared.mutex);
    if (!shared.is_compiled && shared.expected > 1) {
      Compile(schema, shared);
    }
  }
  const bool passes = shared.schema != nullptr && shared.schema->Passes(values, reader);
  if (passes) {
    passed = {shared.reader->Noted(), shared.secret_keys};
  }
  Leave(shared);
  return passes;
}

}  // namespace kval::project

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "src/driver/documents.h"
#include "src/driver/driver_options.h"
#include "src/driver/inputs/inputs.h"
#include "src/driver/schemas/front_end.h"
#include "src/source/file_reader.h"
#include "src/support/thread_cache.h"
#include "src/yaml/document.h"

namespace kval::driver {

struct Session;

// A compiled schema in any language that validates documents one by one, from as many threads as
// `is_shareable` permits.
class CompiledSchema {
 public:
  // Compiles the schema among `options.inputs`, which LoadRootLibrary has loaded into `session`. Values there
  // are defaults of every document; flags override them. `session` must outlive the result. Errors: reports a
  // missing or invalid schema and returns null.
  static std::unique_ptr<const CompiledSchema> Compile(const DriverOptions& options,
                                                       source::FileReader& reader, Session& session);

  // The base of the documents' sessions.
  const Session& session() const { return session_; }
  // False for schemas with functions that only one thread at a time may ask.
  bool is_shareable() const { return is_shareable_; }

  // Selects the values of a document to validate individually.
  using ValueSelector = std::function<std::vector<const value::Value*>(const value::Value& document)>;
  // Reads a plain YAML text like a document. Does not report errors.
  yaml::File Read(const std::string& name, std::string_view text, Session& session) const;

  // Validates only the chosen values of a plain YAML file; calls `after` for each once its findings are in
  // the session. Does not report syntax errors.
  size_t ValidateSelected(const std::string& name, std::string_view text, const ValueSelector& choose,
                          const std::function<void(const value::Value&)>& after, Session& session) const;

  // Validates every document of a file in its own session based on session(). Returns their number. `kept` is
  // the thread's cache; null: none. Starts no document once the session has used more than `most_steps`.
  size_t File(const InputFile& given, source::FileReader& reader, Session& session,
              ThreadCache* kept = nullptr, uint64_t most_steps = Limits::kNoMaximum) const;

 private:
  void ValidateDocument(const ValuesDocument& document, bool may_be_incomplete, Session& session,
                        ThreadCache* kept) const;
  // Validates the result of merging the base values, the documents of one file, and its flags like Helm.
  size_t ValidateHelmValues(Documents documents, bool may_be_incomplete, source::FileReader& reader,
                            Session& session, ThreadCache* kept) const;
  // Validates `layers` and those on top; `document` is the one validated.
  void Layers(std::vector<Layer> layers, const value::Value* document, bool may_be_incomplete,
              Session& session, ThreadCache* kept) const;

  CompiledSchema(std::unique_ptr<const SetSchema> schema, std::vector<Layer> above,
                 std::vector<const source::SourceFile*> below, DriverOptions options, const Session& session);

  std::unique_ptr<const SetSchema> schema_;
  std::vector<Layer> above_;
  std::vector<const source::SourceFile*> parent_;  // what Helm merges below each file
  DriverOptions original_options_;                 // with the flags
  DriverOptions options_;
  const Session& session_;
  bool is_shareable_;
  bool base_may_be_incomplete_;
};

}  // namespace kval::driver

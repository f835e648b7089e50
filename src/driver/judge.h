#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "src/driver/documents.h"
#include "src/driver/inputs/inputs.h"
#include "src/driver/options.h"
#include "src/driver/schemas/front_end.h"
#include "src/driver/session.h"
#include "src/source/file_reader.h"
#include "src/support/kept.h"
#include "src/yaml/document.h"

namespace kval::driver {

// A compiled schema in any language that validates documents one by one, from as many threads as
// `is_shareable` permits.
class Judge {
 public:
  // Compiles the schema among `options.inputs`, which LoadRootLibrary has read into `session`; values there
  // are defaults of every document, flags override it. Session must outlive it. Returns null after reporting
  // that there is no usable schema.
  static std::unique_ptr<const Judge> Compile(const Options& options, source::FileReader& reader,
                                              Session& session);

  // The base of the documents' sessions.
  const Session& session() const { return session_; }
  // False for schemas with functions that only one thread at a time may ask.
  bool is_shareable() const { return is_shareable_; }

  // Selects the values of a document to validate individually.
  using Choose = std::function<std::vector<const value::Value*>(const value::Value& document)>;
  // Reads a plain YAML text like a document. Does not report errors.
  yaml::File Read(const std::string& name, std::string_view text, Session& session) const;

  // Validates only the chosen values of a plain YAML text; calls `after` with each when its findings are in
  // the session. Does not report syntax errors.
  size_t Chosen(const std::string& name, std::string_view text, const Choose& choose,
                const std::function<void(const value::Value&)>& after, Session& session) const;

  // Validates every document of a file in its own session based on session(). Returns their number. `kept` is
  // the thread's cache; null: none. Starts no document once the session has used more than `most_steps`.
  size_t File(const GivenFile& given, source::FileReader& reader, Session& session, Kept* kept = nullptr,
              uint64_t most_steps = Limits::kNoMost) const;

 private:
  void One(const ValuesDocument& document, bool may_lack, Session& session, Kept* kept) const;
  // Validates what Helm makes of the base values, the documents of one file, and its flags.
  size_t AsHelm(Documents documents, bool may_lack, source::FileReader& reader, Session& session,
                Kept* kept) const;
  // Validates `layers` and those on top; `document` is the one validated.
  void Layers(std::vector<Layer> layers, const value::Value* document, bool may_lack, Session& session,
              Kept* kept) const;

  Judge(std::unique_ptr<const SetSchema> schema, std::vector<Layer> above,
        std::vector<const source::SourceFile*> below, Options options, const Session& session);

  std::unique_ptr<const SetSchema> schema_;
  std::vector<Layer> above_;
  std::vector<const source::SourceFile*> below_;  // what Helm merges below each file
  Options as_given_;                              // with the flags
  Options options_;
  const Session& session_;
  bool is_shareable_;
  bool below_may_lack_;
};

}  // namespace kval::driver

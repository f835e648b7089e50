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

// A schema that judges documents one by one, whatever language it is in: compiled once, then only asked, by
// as many threads at once as `is_shareable` allows.
class Judge {
 public:
  // Compiles the schema among `options.inputs`, which LoadRootLibrary has read into `session`; values there
  // lie below every document that is judged, those of the flags above. Session must live as long. What is
  // wrong is reported there; null when there is no schema that can be used.
  static std::unique_ptr<const Judge> Compile(const Options& options, source::FileReader& reader,
                                              Session& session);

  // What the sessions of documents stand on.
  const Session& session() const { return session_; }
  // False for schemas with functions that only one thread at a time may ask.
  bool is_shareable() const { return is_shareable_; }

  // Which values of a document are judged, each by itself; without any, none is.
  using Choose = std::function<std::vector<const value::Value*>(const value::Value& document)>;
  // A text that is YAML and nothing more, read as documents are. What is wrong with it is not said.
  yaml::File Read(const std::string& name, std::string_view text, Session& session) const;

  // The same of a text that is YAML and nothing more, of which only some values are judged; `after` is called
  // with each of them when its findings are in the session. What is wrong with the text is not said.
  size_t Chosen(const std::string& name, std::string_view text, const Choose& choose,
                const std::function<void(const value::Value&)>& after, Session& session) const;

  // Judges every document of a file, which `reader` reads, in a session of its own that stands on session().
  // Gives their number. `kept` is what the thread keeps from file to file; null: nothing. No document is
  // begun once the session has taken more than `most_steps`.
  size_t File(const GivenFile& given, source::FileReader& reader, Session& session, Kept* kept = nullptr,
              uint64_t most_steps = Limits::kNoMost) const;

 private:
  void One(const ValuesDocument& document, bool may_lack, Session& session, Kept* kept) const;
  // Judges what Helm makes of the values below, the documents, which are of one file, and its flags.
  size_t AsHelm(Documents documents, bool may_lack, source::FileReader& reader, Session& session,
                Kept* kept) const;
  // `layers` and those above; `document` is what is judged by itself.
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

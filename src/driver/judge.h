#pragma once

#include <cstddef>
#include <memory>

#include "src/driver/inputs.h"
#include "src/driver/options.h"
#include "src/driver/session.h"
#include "src/source/file_reader.h"

// A schema that judges documents one by one, whatever language it is in.
namespace kval::driver {

// Compiled once, then only asked: by as many threads at once as `is_shareable` allows.
class Judge {
 public:
  virtual ~Judge() = default;

  // Compiles the schema among `options.inputs`, which LoadRootLibrary has read into `session`; values there
  // lie below every document that is judged, those of the flags above. Options, reader and session must live
  // as long. What is wrong is reported there; null when there is no schema that can be used.
  static std::unique_ptr<const Judge> Compile(const Options& options, source::FileReader& reader,
                                              Session& session);

  // What the sessions of documents stand on.
  const Session& session() const { return session_; }

  // Judges every document of a file, which `reader` reads, in a session of its own that stands on session().
  // Gives their number.
  virtual size_t File(const GivenFile& given, source::FileReader& reader, Session& session) const = 0;

  // False for schemas with functions that only one thread at a time may ask.
  virtual bool is_shareable() const = 0;

 protected:
  explicit Judge(const Session& session) : session_(session) {}

 private:
  const Session& session_;
};

}  // namespace kval::driver

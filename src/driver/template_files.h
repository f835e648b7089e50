#pragma once

#include <map>
#include <tuple>
#include <vector>

#include "src/driver/library.h"
#include "src/driver/options.h"
#include "src/template/template.h"
#include "src/yaml/document.h"

namespace kval::driver {

struct Session;

// A YAML file, read.
struct YamlText {
  yaml::File file;
  bool has_templating = false;
  bool ok = false;  // false: faults were reported
};

// Reads and compiles the files of a run, each once for each set of options, however often libraries use it;
// its faults are reported once.
class TemplateFiles {
 public:
  explicit TemplateFiles(Session* session) : session_(session) {}

  // `file` is read already and is taken for YAML whatever its type.
  const YamlText& Read(const LibraryFile& file, const Options& options);
  // By the type of the file. Null when faults were reported.
  const templating::Template* Compile(const LibraryFile& file, const Options& options);

 private:
  // The file, and every option that reading or compiling it asks for.
  using Key = std::tuple<const source::SourceFile*, value::Dialect, std::vector<bool>>;
  static Key KeyOf(const LibraryFile& file, const Options& options);

  YamlText ReadText(const LibraryFile& file, const Options& options);
  const templating::Template* CompileNow(const LibraryFile& file, const Options& options);

  Session* session_;
  std::map<Key, YamlText> texts_;
  std::map<Key, const templating::Template*> templates_;
};

}  // namespace kval::driver

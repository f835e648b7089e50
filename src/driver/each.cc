#include "src/driver/each.h"

#include <memory>
#include <utility>

#include "src/driver/file_verdict.h"
#include "src/driver/inputs.h"
#include "src/driver/judge.h"
#include "src/driver/named_schema.h"
#include "src/driver/root_library.h"
#include "src/driver/side_by_side.h"

namespace kval::driver {
namespace {

// Asks the judge about every file; the answers are in the order of the files.
std::vector<FileVerdict> JudgeAll(const Judge& judge, const std::vector<GivenFile>& files,
                                  source::FileReader& reader, size_t jobs) {
  std::vector<FileVerdict> verdicts(files.size());
  SideBySide(files.size(), jobs, [&](size_t i, size_t) {
    Session session(&judge.session());
    verdicts[i].document_count = judge.File(files[i], reader, session);
    verdicts[i].Take(session);
  });
  return verdicts;
}

}  // namespace

EachResult CheckEach(const Options& given_options, const EachOptions& each, source::FileReader& reader,
                     Session& session) {
  EachResult result;
  Options options = given_options;
  std::vector<GivenFile> files;
  bool ok = ExpandPaths(each.paths, reader, session.emit, files);
  if (std::string named; ok && options.inputs.empty()) {
    ok = FindNamedSchema(files, options, reader, session, named);
    if (!named.empty()) {
      options.inputs.push_back({named, {}, named.ends_with(".k") ? Role::kAuto : Role::kSchema});
    }
  }
  ok = LoadRootLibrary(options, reader, session) && ok;
  result.file_count = FileCount(session) + files.size();
  if (!ok) {
    result.failed_at = Stage::kInputs;
    return result;
  }
  const std::unique_ptr<const Judge> judge = Judge::Compile(options, reader, session);
  ++result.compilations;
  if (judge == nullptr) {
    result.failed_at = Stage::kSchema;
    return result;
  }
  const size_t known_texts = session.sources.file_count();
  const size_t jobs = judge->is_shareable() ? each.jobs : 1;
  for (FileVerdict& verdict : JudgeAll(*judge, files, reader, jobs)) {
    result.document_count += verdict.document_count;
    HandOver(std::move(verdict), known_texts, session);
  }
  if (session.emit.error_count() > 0) {
    result.failed_at = Stage::kValues;
  }
  return result;
}

}  // namespace kval::driver

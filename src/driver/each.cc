#include "src/driver/each.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <memory>
#include <mutex>
#include <new>
#include <thread>
#include <utility>

#include "src/driver/file_verdict.h"
#include "src/driver/inputs.h"
#include "src/driver/judge.h"
#include "src/driver/named_schema.h"
#include "src/driver/root_library.h"

namespace kval::driver {
namespace {

// Asks the judge about every file; the answers are in the order of the files.
std::vector<FileVerdict> JudgeAll(const Judge& judge, const std::vector<GivenFile>& files,
                                  source::FileReader& reader, size_t jobs) {
  std::vector<FileVerdict> verdicts(files.size());
  std::atomic<size_t> next{0};
  // Memory or stack that runs out in a thread is the run's, not the process's end.
  std::exception_ptr exhausted;
  std::mutex exhausted_mutex;
  const auto work = [&] {
    try {
      for (size_t i = next++; i < files.size(); i = next++) {
        Session session(&judge.session());
        verdicts[i].document_count = judge.File(files[i], reader, session);
        verdicts[i].Take(session);
      }
    } catch (const std::bad_alloc&) {
      const std::lock_guard lock(exhausted_mutex);
      exhausted = std::current_exception();
      next = files.size();
    }
  };
  const size_t processors = std::max<size_t>(1, std::thread::hardware_concurrency());
  const size_t count = std::min(jobs == 0 ? processors : jobs, std::max<size_t>(1, files.size()));
  std::vector<std::thread> others;
  for (size_t i = 1; i < count; ++i) {
    others.emplace_back(work);
  }
  work();
  for (std::thread& other : others) {
    other.join();
  }
  if (exhausted != nullptr) {
    std::rethrow_exception(exhausted);
  }
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

// Runs the native reader on arbitrary bytes. It must not crash, every span must be inside the file, events
// must be nested and in source order, and every document must have a root.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "src/diag/collector.h"
#include "src/source/source_map.h"
#include "src/support/check.h"
#include "src/yaml/document.h"

namespace kval::yaml {
namespace {

void CheckEvents(const EventStream& stream, const source::SourceFile& file) {
  std::vector<EventKind> open;
  uint32_t last = file.base();
  const auto check_span = [&](source::Span span) {
    KVAL_CHECK(span.begin <= span.end && file.Contains(span.begin) && file.Contains(span.end));
  };
  for (const Event& event : stream.events) {
    check_span(event.span);
    switch (event.kind) {
      case EventKind::kDocumentStart:
        KVAL_CHECK(open.empty());
        open.push_back(EventKind::kDocumentEnd);
        break;
      case EventKind::kMappingStart:
        open.push_back(EventKind::kMappingEnd);
        break;
      case EventKind::kSequenceStart:
        open.push_back(EventKind::kSequenceEnd);
        break;
      case EventKind::kDocumentEnd:
      case EventKind::kMappingEnd:
      case EventKind::kSequenceEnd:
        KVAL_CHECK(!open.empty() && open.back() == event.kind);
        open.pop_back();
        break;
      case EventKind::kScalar:
      case EventKind::kAlias:
        KVAL_CHECK(event.is_missing || event.span.begin >= last);
        last = event.is_missing ? last : event.span.end;
        break;
    }
  }
  KVAL_CHECK(open.empty());
  last = file.base();
  for (const Comment& comment : stream.comments) {
    check_span(comment.span);
    KVAL_CHECK(comment.span.begin >= last);
    last = comment.span.end;
  }
  for (const SyntaxError& error : stream.errors) {
    check_span(error.at);
  }
}

}  // namespace
}  // namespace kval::yaml

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  using namespace kval;
  source::SourceMap sources;
  const source::SourceFile& file =
      sources.AddText("fuzz.yaml", std::string(reinterpret_cast<const char*>(bytes), size));
  yaml::CheckEvents(yaml::NativeReader().Read(file), file);
  for (const value::Dialect dialect : {value::Dialect::kYtt, value::Dialect::kYaml12}) {
    Arena arena;
    diag::Collector collector;
    diag::Emitter emit(&collector);
    yaml::ReadOptions options;
    options.dialect = dialect;
    options.warn_ambiguous = true;
    options.limits.alias_nodes = 10000;
    const yaml::File read = yaml::ReadFile(file, options, arena, emit);
    KVAL_CHECK(!read.documents.empty());
    for (const yaml::Document& document : read.documents) {
      KVAL_CHECK(document.root != nullptr && document.span.begin <= document.span.end);
    }
  }
  return 0;
}

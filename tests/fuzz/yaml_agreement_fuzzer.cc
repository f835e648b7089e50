// The native reader against the one on yaml-cpp: what both accept, both understand alike. yaml-cpp reports
// as a fault where its content differs from what the text means, so only accepted texts are compared.
#include <cstddef>
#include <cstdint>
#include <string>

#include "src/source/source_map.h"
#include "src/support/check.h"
#include "src/yaml/reader.h"

namespace kval::yaml {
namespace {

// The shape and the contents, without styles, anchors and tags.
std::string Outline(const EventStream& stream, const source::SourceFile& file) {
  std::string out;
  std::string scratch;
  for (const Event& event : stream.events) {
    switch (event.kind) {
      case EventKind::kDocumentStart:
        out += "+doc\n";
        break;
      case EventKind::kDocumentEnd:
        out += "-doc\n";
        break;
      case EventKind::kMappingStart:
        out += "{\n";
        break;
      case EventKind::kMappingEnd:
        out += "}\n";
        break;
      case EventKind::kSequenceStart:
        out += "[\n";
        break;
      case EventKind::kSequenceEnd:
        out += "]\n";
        break;
      case EventKind::kScalar:
        out += ":" + std::string(DecodeScalar(event, file, scratch)) + "\n";
        break;
      case EventKind::kAlias:
        out += std::string(file.Text(event.span)) + "\n";
        break;
    }
  }
  return out;
}

}  // namespace
}  // namespace kval::yaml

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  using namespace kval;
  source::SourceMap sources;
  const source::SourceFile& file =
      sources.AddText("fuzz.yaml", std::string(reinterpret_cast<const char*>(bytes), size));
  const yaml::EventStream ours = yaml::NativeReader().Read(file);
  const yaml::EventStream theirs = yaml::YamlCppReader().Read(file);
  if (!ours.faults.empty() || !theirs.faults.empty()) {
    return 0;
  }
  KVAL_CHECK(yaml::Outline(ours, file) == yaml::Outline(theirs, file));
  return 0;
}

#include "src/redaction/mapping_facts.h"

#include <string>
#include <string_view>

#include "src/yaml/reader.h"

namespace kval::redaction {
namespace {

using yaml::Event;
using yaml::EventKind;

class FactReader {
 public:
  FactReader(const source::SourceFile& file, SensitiveKeys sensitive) : file_(file), sensitive_(sensitive) {}

  DocumentFacts Read(const yaml::EventStream& stream);

 private:
  struct Open {
    size_t mapping;  // 0: it is a sequence
    const Event* key;
  };

  void Take(MappingFacts& facts, const Event& key, const Event& value);
  std::string_view Decoded(const Event& event) {
    return event.kind == EventKind::kScalar ? yaml::DecodeScalar(event, file_, scratch_) : std::string_view();
  }

  const source::SourceFile& file_;
  SensitiveKeys sensitive_;
  std::string scratch_;
  DocumentFacts out_;
};

void FactReader::Take(MappingFacts& facts, const Event& key, const Event& value) {
  const std::string_view name = Decoded(key);
  if (name == "kind") {
    std::string_view kind = Decoded(value);
    kind = kind.substr(0, kind.find_first_of(" \"',}\r\n"));
    const bool is_list = kind == "SecretList";
    facts.is_secret = facts.is_secret || is_list || kind == "Secret";
    facts.is_other = !facts.is_secret;
    out_.has_secret_list = out_.has_secret_list || is_list;
    out_.has_secret = out_.has_secret || facts.is_secret;
  } else if (IsNameOfPair(name)) {
    facts.names_secret = facts.names_secret || IsSecretPairName(Decoded(value), sensitive_);
  }
}

DocumentFacts FactReader::Read(const yaml::EventStream& stream) {
  std::vector<Open> open;
  out_.mappings.emplace_back();
  for (const Event& event : stream.events) {
    if (event.kind == EventKind::kDocumentStart || event.kind == EventKind::kDocumentEnd) {
      continue;
    }
    if (IsEnd(event.kind)) {
      open.pop_back();
      continue;
    }
    if (!open.empty() && open.back().mapping > 0) {
      const Event* key = open.back().key;
      if (key != nullptr && event.is_scalar()) {
        Take(out_.mappings[open.back().mapping], *key, event);
      }
      open.back().key = key == nullptr ? &event : nullptr;
    }
    if (IsStart(event.kind)) {
      const bool is_mapping = event.kind == EventKind::kMappingStart;
      open.push_back({is_mapping ? out_.mappings.size() : 0, nullptr});
      if (is_mapping) {
        out_.mappings.emplace_back();
      }
    }
  }
  return std::move(out_);
}

}  // namespace

bool IsStart(EventKind kind) {
  return kind == EventKind::kMappingStart || kind == EventKind::kSequenceStart;
}

bool IsEnd(EventKind kind) {
  return kind == EventKind::kMappingEnd || kind == EventKind::kSequenceEnd;
}

DocumentFacts ReadMappingFacts(const yaml::EventStream& stream, const source::SourceFile& file,
                               SensitiveKeys sensitive) {
  return FactReader(file, sensitive).Read(stream);
}

}  // namespace kval::redaction

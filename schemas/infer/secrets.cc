#include "schemas/infer/secrets.h"

#include <algorithm>

#include "src/redaction/find_secrets.h"
#include "src/redaction/secret_line.h"
#include "src/redaction/secret_shapes.h"
#include "src/report/redactor.h"

namespace kval::schemas::infer {

SampleSecrets::SampleSecrets(std::span<const yaml::File* const> samples) {
  for (const yaml::File* sample : samples) {
    const std::vector<source::Span> found = redaction::FindSecrets(*sample->source, {});
    places_.insert(places_.end(), found.begin(), found.end());
  }
  std::sort(places_.begin(), places_.end(),
            [](const source::Span& a, const source::Span& b) { return a.begin < b.begin; });
}

bool SampleSecrets::IsIn(const value::Value& value) const {
  const auto first =
      std::find_if(std::lower_bound(places_.begin(), places_.end(), value.span.begin,
                                    [](const source::Span& place, auto at) { return place.end <= at; }),
                   places_.end(), [](const source::Span& place) { return place.begin < place.end; });
  return first != places_.end() && first->begin < value.span.end;
}

std::string SampleSecrets::Redact(std::string text) {
  std::vector<redaction::OffsetRange> pieces = redaction::FindSecretShapes(text);
  const std::vector<redaction::OffsetRange> said = redaction::FindSecretsInSentence(text, {});
  pieces.insert(pieces.end(), said.begin(), said.end());
  const std::vector<redaction::OffsetRange> named = redaction::FindSecretsInLine(text, {});
  pieces.insert(pieces.end(), named.begin(), named.end());
  std::sort(
      pieces.begin(), pieces.end(),
      [](const redaction::OffsetRange& a, const redaction::OffsetRange& b) { return a.begin < b.begin; });
  std::string reported;
  size_t at = 0;
  for (const redaction::OffsetRange& piece : pieces) {
    if (piece.begin >= at && piece.end > piece.begin) {
      reported.append(text, at, piece.begin - at).append(report::kRedacted);
    }
    at = std::max(at, piece.end);
  }
  return reported + text.substr(std::min(at, text.size()));
}

}  // namespace kval::schemas::infer

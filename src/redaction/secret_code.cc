#include "src/redaction/secret_code.h"

#include <algorithm>

namespace kval::redaction {

std::vector<source::Span> SecretsOfProgram(const source::SourceFile& file, SensitiveKeys sensitive) {
  std::vector<source::Span> found;
  bool in_private_key = false;
  for (uint32_t number = 1; number <= file.line_count(); ++number) {
    const source::Span span = file.LineSpan(number);
    const std::string_view line = file.Text(span);
    std::vector<OffsetRange> pieces = FindSecretShapes(line);
    for (const OffsetRange piece : FindSecretsInCode(line, sensitive)) {
      pieces.push_back(piece);
    }
    if (in_private_key && !EndsPrivateKey(line)) {
      pieces.push_back({std::min(line.find_first_not_of(' '), line.size()), line.size()});
    } else {
      in_private_key = BeginsPrivateKey(line) && !EndsPrivateKey(line);
    }
    for (const OffsetRange piece : pieces) {
      if (piece.end > piece.begin) {
        found.push_back(
            {span.begin + static_cast<uint32_t>(piece.begin), span.begin + static_cast<uint32_t>(piece.end)});
      }
    }
  }
  return found;
}

}  // namespace kval::redaction

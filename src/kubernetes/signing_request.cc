#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/kind_rules.h"
#include "src/kubernetes/names.h"
#include "src/kubernetes/report_at.h"
#include "src/support/base64.h"
#include "src/support/take_part.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;

// A block of a text in the manner of RFC 7468.
struct PemBlock {
  std::string_view type;  // the label after BEGIN; a view of the text
  std::string bytes;
  bool has_headers = false;
};

constexpr Text kBegin = "-----BEGIN ";
constexpr Text kEnd = "-----END ";
constexpr Text kDashes = "-----";

Text TakeLine(Text& rest) {
  Text line = TakePart(rest, '\n');
  line.remove_suffix(line.ends_with('\r') ? 1 : 0);
  return line.substr(0, line.find_last_not_of(" \t") + 1);
}

// Behind the next of these marks that begins a line; false when there is none.
bool SkipTo(Text mark, Text& rest) {
  for (size_t at = rest.find(mark); at != Text::npos; at = rest.find(mark, at + 1)) {
    if (at == 0 || rest[at - 1] == '\n') {
      rest.remove_prefix(at + mark.size());
      return true;
    }
  }
  return false;
}

std::optional<PemBlock> BlockAt(Text& rest) {
  Text type = TakeLine(rest);
  if (!type.ends_with(kDashes)) {
    return std::nullopt;
  }
  type.remove_suffix(kDashes.size());
  const char* const first = rest.data();
  for (Text next = rest; !rest.empty() && TakeLine(next).find(':') != Text::npos;) {
    rest = next;
  }
  const Text body = rest;
  const bool has_headers = body.data() != first;
  if (!SkipTo(kEnd, rest)) {
    return std::nullopt;
  }
  const size_t size = body.size() - rest.size() - kEnd.size();
  Text after = rest;
  if (TakeLine(after) != std::string(type) + std::string(kDashes)) {
    return std::nullopt;
  }
  PemBlock block{type, {}, has_headers};
  Base64 spelling;
  spelling.ignores_spaces = true;
  return DecodeBase64(body.substr(0, size), block.bytes, spelling) ? std::nullopt : std::optional(block);
}

constexpr uint8_t kSequence = 0x30;
constexpr uint8_t kBits = 0x03;
constexpr uint8_t kOctets = 0x04;

// Consumes one DER element with this tag; returns its content.
std::optional<Text> TakeElement(uint8_t tag, Text& rest) {
  const auto byte = [&](size_t at) { return static_cast<uint8_t>(rest[at]); };
  constexpr uint8_t kLong = 0x80;
  constexpr size_t kMostDigits = 4;
  if (rest.size() < 2 || byte(0) != tag) {
    return std::nullopt;
  }
  size_t size = byte(1);
  size_t head = 2;
  if (size >= kLong) {
    const size_t digits = size - kLong;
    if (digits == 0 || digits > kMostDigits || rest.size() < 2 + digits) {
      return std::nullopt;
    }
    size = 0;
    for (; head < 2 + digits; ++head) {
      size = size << 8U | byte(head);
    }
  }
  if (rest.size() - head < size) {
    return std::nullopt;
  }
  const Text held = rest.substr(head, size);
  rest.remove_prefix(head + size);
  return held;
}

// Removes the first complete block from the front of `text` and returns it, as Go's encoding/pem finds it:
// text between blocks, headers and truncated blocks are skipped. nullopt if there is none.
std::optional<PemBlock> TakePemBlock(Text& text) {
  while (SkipTo(kBegin, text)) {
    if (std::optional<PemBlock> block = BlockAt(text)) {
      return block;
    }
  }
  return std::nullopt;
}

// Whether a certificate has the extension `basicConstraints` with the CA bit set.
bool IsAuthority(Text certificate) {
  constexpr Text kBasicConstraints = "\x06\x03\x55\x1d\x13";
  constexpr Text kTrue = "\x01\x01\xff";
  const size_t at = certificate.find(kBasicConstraints);
  if (at == Text::npos) {
    return false;
  }
  Text rest = certificate.substr(at + kBasicConstraints.size());
  rest.remove_prefix(rest.starts_with(kTrue) ? kTrue.size() : 0);  // critical
  std::optional<Text> value = TakeElement(kOctets, rest);
  const std::optional<Text> constraints = value ? TakeElement(kSequence, *value) : std::nullopt;
  return constraints && constraints->starts_with(kTrue);
}

// Whether bytes have the outer structure of a certificate (RFC 5280) or a request for one (RFC 2986):
// content, algorithm and signature. The content is not checked.
bool HasFormOfSigned(Text bytes) {
  std::optional<Text> held = TakeElement(kSequence, bytes);
  return held && bytes.empty() && TakeElement(kSequence, *held) && TakeElement(kSequence, *held) &&
         TakeElement(kBits, *held) && held->empty();
}

constexpr diag::Def<> kNoRequest{
    diag::ResourceRule(7228),
    "the request has no PEM block `CERTIFICATE REQUEST`: it must be the base64-encoded block"};

constexpr diag::Def<Text, Text> kBundleName{diag::Kind::kBadName,
                                            "`{}` cannot be the name of this bundle: {}"};

constexpr diag::Def<size_t, Text> kAnchor{diag::ResourceRule(7229), "PEM block {} of the bundle {}"};
constexpr diag::Def<> kNoAnchor{diag::ResourceRule(7230), "the bundle has no PEM block `CERTIFICATE`"};

// pkg/apis/certificates, ParseCSR. Invalid base64 is reported by the type.
bool HoldsRequest(Text base64) {
  std::string bytes;
  if (DecodeBase64(base64, bytes)) {
    return true;
  }
  Text rest = bytes;
  const std::optional<PemBlock> block = TakePemBlock(rest);
  return block && block->type == "CERTIFICATE REQUEST" && HasFormOfSigned(block->bytes);
}

// Returns what is wrong with a block of a bundle, as the end of a sentence; empty for a certificate of an
// authority.
Text GetAnchorError(const PemBlock& block) {
  return block.type != "CERTIFICATE"     ? "is no `CERTIFICATE`"
         : block.has_headers             ? "has headers"
         : !HasFormOfSigned(block.bytes) ? "is not a certificate"
         : !IsAuthority(block.bytes)     ? "is not the certificate of an authority: its CA bit is not set"
                                         : "";
}

// pkg/apis/certificates/validation, validateTrustBundle.
void CheckAnchors(const check::ValueCursor& bundle, diag::Emitter& emit) {
  std::set<std::string> known;
  bool has_error = false;
  size_t count = 0;
  for (Text rest = TextOf(bundle); const std::optional<PemBlock> block = TakePemBlock(rest); ++count) {
    const Text error = GetAnchorError(*block);
    const bool is_new = known.insert(block->bytes).second;
    if (!error.empty() || !is_new) {
      has_error = true;
      ReportAt(emit, bundle, kAnchor, count, error.empty() ? Text("occurs twice") : error).Emit();
    }
  }
  if (!has_error && count == 0) {
    ReportAt(emit, bundle, kNoAnchor).Emit();
  }
}

}  // namespace

void CheckTrustBundle(const Resource& resource, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> spec = At(resource.at, "spec");
  if (!spec || IsRecovered(*spec->value)) {
    return;
  }
  const std::optional<check::ValueCursor> signer = At(*spec, "signerName");
  Follow(resource.at, {"metadata", "name"}, [&](const check::ValueCursor& name) {
    const std::string why = GetTrustBundleNameError(TextOf(name), signer ? TextOf(*signer) : Text());
    if (!TextOf(name).empty() && !why.empty()) {
      ReportAt(emit, name, kBundleName, TextOf(name), why).Emit();
    }
  });
  if (const std::optional<check::ValueCursor> bundle = At(*spec, "trustBundle");
      bundle && bundle->value->kind == value::Kind::kString && !IsRecovered(*bundle->value)) {
    CheckAnchors(*bundle, emit);
  }
}

void CheckSigningRequest(const Resource& resource, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> spec = At(resource.at, "spec");
  if (!spec) {
    return;
  }
  const std::optional<check::ValueCursor> request = At(*spec, "request");
  if (request && request->value->kind == value::Kind::kString && !HoldsRequest(TextOf(*request))) {
    ReportAt(emit, *request, kNoRequest).Emit();
  }
}

}  // namespace kval::kubernetes

#include "src/lang/cel/image_reference.h"

#include <algorithm>

#include "src/support/ascii.h"

namespace kval::cel {
namespace {

using Text = std::string_view;

constexpr Text kDefaultRegistry = "index.docker.io";
constexpr Text kDigestPrefix = "sha256:";
constexpr size_t kDigestDigits = 64;

bool IsOf(Text text, Text other_characters, bool has_upper, size_t shortest, size_t longest) {
  return text.size() >= shortest && text.size() <= longest &&
         std::all_of(text.begin(), text.end(), [&](char c) {
           const bool is_upper = c >= 'A' && c <= 'Z';
           return (IsAlnum(c) && (has_upper || !is_upper)) || other_characters.find(c) != Text::npos;
         });
}

bool IsRegistry(Text text) {
  return text.empty() || IsOf(text, ".-_:[]", true, 1, 255);
}

bool SetRepository(Text name, ImageReference& image) {
  const size_t slash = name.find('/');
  const Text first = name.substr(0, slash);
  const bool has_registry = slash != Text::npos && (first.find('.') != Text::npos ||
                                                    first.find(':') != Text::npos || first == "localhost");
  const Text registry = has_registry ? first : Text();
  const Text repository = has_registry ? name.substr(slash + 1) : name;
  if (!IsOf(repository, "_-./", false, 2, 255) || !IsRegistry(registry)) {
    return false;
  }
  image.registry = registry.empty() || registry == "docker.io" ? kDefaultRegistry : registry;
  const bool is_official = image.registry == kDefaultRegistry && repository.find('/') == Text::npos;
  image.repository = (is_official ? "library/" : "") + std::string(repository);
  return true;
}

bool SetTagged(Text name, ImageReference& image) {
  const size_t colon = name.rfind(':');
  const bool has_tag = colon != Text::npos && name.find('/', colon) == Text::npos;
  const Text tag = has_tag ? name.substr(colon + 1) : Text("latest");
  if (!IsOf(tag, "_-.", true, 1, 128)) {
    return false;
  }
  image.tag = tag;
  return SetRepository(has_tag ? name.substr(0, colon) : name, image);
}

bool IsDigest(Text text) {
  return text.starts_with(kDigestPrefix) && text.size() == kDigestPrefix.size() + kDigestDigits &&
         std::all_of(text.begin() + kDigestPrefix.size(), text.end(), IsHexDigit);
}

}  // namespace

std::optional<ImageReference> ImageReference::Parse(Text name) {
  ImageReference image;
  if (SetTagged(name, image)) {
    return image;
  }
  const size_t at = name.find('@');
  if (at == Text::npos || !IsDigest(name.substr(at + 1))) {
    return std::nullopt;
  }
  const Text base = name.substr(0, at);
  if (!SetTagged(base, image) && !SetRepository(base, image)) {
    return std::nullopt;
  }
  image.tag.clear();
  image.digest = name.substr(at + 1);
  return image;
}

}  // namespace kval::cel

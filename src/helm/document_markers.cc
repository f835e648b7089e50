#include "src/helm/document_markers.h"

#include <algorithm>
#include <string_view>

namespace kval::helm {
namespace {

constexpr std::string_view kSpaces = " \t\r\v\f";

constexpr diag::Def<> kTextAfterMarker{diag::Kind::kHelmRefused,
                                       "Helm 4 accepts only a comment after `---` on the same line"};
constexpr diag::Def<> kEndOfNothing{diag::Kind::kHelmRefused,
                                    "Helm does not accept `...` before a document has started"};
constexpr diag::Def<> kAnyDirective{diag::Kind::kHelmRefused, "Helm 4 does not accept directives"};
constexpr diag::Def<> kDirectiveRefused{diag::Kind::kHelmRefused,
                                        "Helm reads YAML 1.1 and refuses the directive of another version"};

// go-yaml takes `%YAML 1.1` and no other version. Helm 4 cuts the text at `---`, and go-yaml does not take
// directives without it.
void CheckDirective(const source::SourceFile& file, Version version, diag::Emitter& emit) {
  constexpr std::string_view kDirective = "%YAML";
  std::string_view text = file.text();
  while (text.starts_with('#') || text.starts_with('\n') || text.starts_with('\r')) {
    text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  }
  const bool is_refused = version == Version::kHelm4 && text.starts_with('%');
  if (!is_refused && !text.starts_with(kDirective)) {
    return;
  }
  const std::string_view line = text.substr(0, text.find_first_of("\r\n"));
  const size_t begin = std::min(line.find_first_not_of(" \t", kDirective.size()), line.size());
  if (!is_refused && line.substr(begin).starts_with("1.1")) {
    return;
  }
  const auto at = static_cast<uint32_t>(line.data() - file.text().data()) + file.base();
  emit.Report({at, at + static_cast<uint32_t>(line.size())}, is_refused ? kAnyDirective : kDirectiveRefused)
      .Hint("leave the directive out: Helm reads YAML 1.1 in any case")
      .Emit();
}

// Markers that go-yaml rejects: `...` without a document. Helm 4 splits the text at lines `---`, which only a
// comment may follow (apimachinery YAMLReader); Helm 3 does not.
class Markers {
 public:
  Markers(const source::SourceFile& file, Version version, diag::Emitter& emit)
      : file_(file), is_cut_(version == Version::kHelm4), emit_(emit) {}

  void Check() {
    const std::string_view text = file_.text();
    for (size_t at = 0; at < text.size() && (is_cut_ || has_not_begun_);) {
      const size_t end = std::min(text.find('\n', at), text.size());
      CheckLine(text.substr(at, end - at), file_.base() + static_cast<uint32_t>(at));
      at = end + 1;
    }
  }

 private:
  void CheckLine(std::string_view line, uint32_t base) {
    const bool is_begin = line.starts_with("---");
    const size_t word = line.find_first_not_of(kSpaces, is_begin ? 3 : 0);
    const bool is_bare = word == std::string_view::npos || line[word] == '#';
    if (is_begin && is_cut_ && !is_bare) {
      const source::Span at{base + static_cast<uint32_t>(word), base + static_cast<uint32_t>(line.size())};
      emit_.Report(at, kTextAfterMarker).Emit();
    }
    if (is_begin && is_cut_ && has_lines_) {
      has_lines_ = false;
      has_not_begun_ = true;
      return;
    }
    if (has_not_begun_ && line.starts_with("...") &&
        line.find_first_not_of(kSpaces, 3) == std::string_view::npos) {
      emit_.Report({base, base + 3}, kEndOfNothing).Emit();
    }
    has_lines_ = true;
    has_not_begun_ = has_not_begun_ && !is_begin && is_bare;
  }

  const source::SourceFile& file_;
  const bool is_cut_;
  diag::Emitter& emit_;
  bool has_lines_ = false;     // of the part that is being read
  bool has_not_begun_ = true;  // but comments
};

}  // namespace

bool IsCut(source::Span marker, const source::SourceFile& file) {
  return marker.has_value() &&
         (marker.begin == file.base() || file.text()[marker.begin - file.base() - 1] == '\n');
}

bool IsBare(source::Span marker, const source::SourceFile& file) {
  std::string_view rest = file.text().substr(marker.end - file.base());
  rest = rest.substr(0, rest.find('\n'));
  const size_t word = rest.find_first_not_of(kSpaces);
  return word == std::string_view::npos || rest[word] == '#';
}

void CheckMarks(const source::SourceFile& file, Version version, diag::Emitter& emit) {
  CheckDirective(file, version, emit);
  Markers(file, version, emit).Check();
}

}  // namespace kval::helm

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "src/report/snippet.h"
#include "src/report/source_location.h"
#include "src/report/style.h"
#include "src/report/text.h"
#include "src/report/writers.h"
#include "src/support/substitute.h"

namespace kval::report {
namespace {

constexpr size_t kMostCalls = 12;

bool IsMark(diag::LabelRole role) {
  return role == diag::LabelRole::kPrimary || role == diag::LabelRole::kSchema ||
         role == diag::LabelRole::kRelated;
}

// The labels that share one frame: those of one file on the same lines, in the order in which they were
// given.
struct Group {
  const source::SourceFile* file;
  std::vector<const diag::Label*> labels;
};

// The group in parts that share no line, each in the order of the labels, the parts by their first label: so
// every frame has one place in its head, and every place a frame.
std::vector<Group> Parted(const Group& group) {
  std::vector<const diag::Label*> by_line = group.labels;
  std::stable_sort(by_line.begin(), by_line.end(),
                   [](const diag::Label* a, const diag::Label* b) { return a->span.begin < b->span.begin; });
  std::unordered_map<const diag::Label*, size_t> part_of;
  size_t part = 0;
  uint32_t last = 0;
  for (const diag::Label* label : by_line) {
    const uint32_t first = group.file->LineOf(label->span.begin);
    part += last != 0 && first > last ? 1 : 0;
    last = std::max(last, LastLine(*group.file, label->span));
    part_of[label] = part;
  }
  std::vector<Group> parts;
  std::unordered_map<size_t, size_t> places;
  for (const diag::Label* label : group.labels) {
    const auto [place, is_new] = places.try_emplace(part_of[label], parts.size());
    if (is_new) {
      parts.push_back({group.file, {}});
    }
    parts[place->second].labels.push_back(label);
  }
  return parts;
}

class FullText {
 public:
  FullText(const Findings& findings, const RenderOptions& options, const diag::Diagnostic& diagnostic,
           std::string* out)
      : findings_(findings), options_(options), diagnostic_(diagnostic), out_(*out) {}

  void Write() {
    WriteHeadline();
    WriteFrames();
    WriteFacts();
    out_ += '\n';
  }

 private:
  std::string Painted(TextStyle ink, std::string_view text) const { return Paint(options_.color, ink, text); }
  std::string Margin() const { return std::string(number_width_, ' '); }

  static std::string SeverityAndCode(const diag::Diagnostic& diagnostic) {
    return std::string(diag::SeverityName(diagnostic.severity)) + "[" + diag::CodeOf(diagnostic.kind) + "]";
  }

  void WriteHeadline() {
    out_ += Painted(GetTextStyle(diagnostic_.severity), SeverityAndCode(diagnostic_)) +
            Painted(TextStyle::kStrong, ": " + Escape(Headline(diagnostic_))) + "\n";
  }

  // Escaped; further lines of a fact begin with `margin`, which is not a space, so that none looks like
  // output of kval.
  std::string Continued(std::string_view text, const std::string& margin) const {
    std::string out;
    for (const char c : EscapeLines(text)) {
      out += c;
      out += c == '\n' ? Painted(TextStyle::kGutter, margin) : "";
    }
    return out;
  }

  std::vector<Group> Groups() const {
    std::vector<Group> groups;
    std::unordered_map<const source::SourceFile*, size_t> of_file;
    std::set<std::pair<uint64_t, std::string_view>> said;  // the words at each place
    for (const diag::Label& label : diagnostic_.labels) {
      if (!IsMark(label.role) || !findings_.sources.Contains(label.span)) {
        continue;
      }
      const source::SourceFile* file = &findings_.sources.FileOf(label.span);
      const auto [group, is_new] = of_file.try_emplace(file, groups.size());
      if (is_new) {
        groups.push_back({file, {}});
      }
      // A repeated location adds nothing unless its label differs.
      const uint64_t place = uint64_t{label.span.begin} << 32 | label.span.end;
      const auto known = said.lower_bound({place, label.text});
      const bool twice =
          known != said.end() && known->first == place && (label.text.empty() || known->second == label.text);
      if (!twice) {
        said.emplace_hint(known, place, label.text);
        groups[group->second].labels.push_back(&label);
      }
    }
    std::vector<Group> parted;
    for (const Group& group : groups) {
      for (Group& part : Parted(group)) {
        parted.push_back(std::move(part));
      }
    }
    return parted;
  }

  void WriteFrames() {
    const std::vector<Group> groups = Groups();
    for (const Group& group : groups) {
      for (const diag::Label* label : group.labels) {
        const auto digits = std::to_string(LastLine(*group.file, label->span)).size();
        number_width_ = std::max(number_width_, static_cast<uint32_t>(digits));
      }
    }
    SnippetStyle style;
    style.color = options_.color;
    style.primary = GetTextStyle(diagnostic_.severity);
    style.number_width = number_width_;
    style.context_lines = options_.context_lines;
    style.width = options_.width;
    const Redactor* redactor = findings_.redactor;
    const std::vector<source::Span> hidden =
        redactor != nullptr ? redactor->RangesToHide(diagnostic_) : std::vector<source::Span>();
    for (const Group& group : groups) {
      std::vector<SnippetLabel> marks;
      for (const diag::Label* label : group.labels) {
        marks.push_back({label->span, Escape(label->text), label->role == diag::LabelRole::kPrimary});
      }
      const bool primary = marks.front().primary;
      if (!primary && has_frame_) {
        out_ += Painted(TextStyle::kGutter, Margin() + " |") + "\n";
      }
      out_ += Margin() + Painted(TextStyle::kGutter, primary ? "--> " : "::: ") +
              Display(PlaceOf(findings_.sources, marks.front().span)) + "\n";
      WriteSnippet(*group.file, marks, {hidden, redactor}, style, &out_);
      has_frame_ = true;
    }
  }

  // `= name: text`; further lines of the text are aligned below its first.
  void WriteFact(std::string_view name, std::string_view text, TextStyle ink) {
    if (has_frame_ && !has_fact_) {
      out_ += Painted(TextStyle::kGutter, Margin() + " |") + "\n";
    }
    has_fact_ = true;
    out_ += Margin() + Painted(TextStyle::kGutter, " = ") + Painted(ink, std::string(name) + ":") + " " +
            Continued(text, Margin() + " | " + std::string(name.size() + 2, ' ')) + "\n";
  }

  void WriteFacts() {
    // A headline such as `expected integer, found string` has said it.
    const auto is_in_headline = [this](std::string_view text) {
      return diagnostic_.message.find(InOneLine(text)) != std::string::npos;
    };
    const bool is_reported = is_in_headline(diagnostic_.found) && is_in_headline(diagnostic_.expected);
    if (!diagnostic_.found.empty() && !is_in_headline(diagnostic_.found)) {
      WriteFact("found", diagnostic_.found, TextStyle::kStrong);
    }
    if (!diagnostic_.expected.empty() && !is_reported) {
      WriteFact("expected", diagnostic_.expected + ExpectedBy(), TextStyle::kStrong);
    }
    for (const std::string& note : diagnostic_.notes) {
      WriteFact("note", note, TextStyle::kStrong);
    }
    WriteMerged();
    WriteCalls();
    if (options_.verbose) {
      WriteSuperseded();
    }
    if (!diagnostic_.hint.empty()) {
      WriteFact("help", diagnostic_.hint, TextStyle::kHelp);
    }
  }

  std::string ExpectedBy() const {
    for (const diag::Label& label : diagnostic_.labels) {
      if (label.role == diag::LabelRole::kSchema && findings_.sources.Contains(label.span)) {
        const SourceLocation place = PlaceOf(findings_.sources, label.span);
        return " (by " + place.file + ":" + std::to_string(place.begin.line) + ")";
      }
    }
    return {};
  }

  // The layers that the value went through, oldest first, the place to change last.
  void WriteMerged() {
    std::string text;
    source::Span last;
    for (const diag::Label& label : diagnostic_.labels) {
      if (label.role != diag::LabelRole::kOrigin || !findings_.sources.Contains(label.span)) {
        continue;
      }
      const SourceLocation place = PlaceOf(findings_.sources, label.span);
      text +=
          (text.empty() ? "" : " <- ") + Display(place) + (label.text.empty() ? "" : " (" + label.text + ")");
      last = label.span;
    }
    if (text.empty()) {
      return;
    }
    const diag::Label* primary = GetPrimaryLabel(findings_, diagnostic_);
    if (primary != nullptr && primary->span.begin != last.begin) {
      text += " <- " + Display(PlaceOf(findings_.sources, primary->span));
    }
    WriteFact("merged", text, TextStyle::kStrong);
  }

  void WriteCalls() {
    std::string text;
    size_t count = 0;
    for (const diag::Label& label : diagnostic_.labels) {
      if (label.role != diag::LabelRole::kCall || !findings_.sources.Contains(label.span)) {
        continue;
      }
      if (++count <= kMostCalls) {
        text += (text.empty() ? "" : "\n") + Display(PlaceOf(findings_.sources, label.span)) +
                (label.text.empty() ? "" : " " + label.text);
      }
    }
    if (count > kMostCalls) {
      text += "\n... and " + std::to_string(count - kMostCalls) + " more";
    }
    if (!text.empty()) {
      WriteFact("trace", text, TextStyle::kStrong);
    }
  }

  void WriteSuperseded() {
    for (const diag::Diagnostic& superseded : diagnostic_.superseded) {
      const diag::Label* primary = GetPrimaryLabel(findings_, superseded);
      const std::string place =
          primary == nullptr ? "" : " (" + Display(PlaceOf(findings_.sources, primary->span)) + ")";
      WriteFact("supersedes", SeverityAndCode(superseded) + ": " + Headline(superseded) + place,
                TextStyle::kStrong);
    }
  }

  const Findings& findings_;
  const RenderOptions& options_;
  const diag::Diagnostic& diagnostic_;
  std::string& out_;
  uint32_t number_width_ = 1;
  bool has_frame_ = false;
  bool has_fact_ = false;
};

}  // namespace

void WriteFull(const Findings& findings, const RenderOptions& options, std::string* out) {
  for (const diag::Diagnostic& diagnostic : findings.diagnostics) {
    FullText(findings, options, diagnostic, out).Write();
  }
}

}  // namespace kval::report

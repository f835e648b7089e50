#include "src/driver/kubernetes/inline_patches.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "src/check/describe.h"
#include "src/driver/kubernetes/definitions.h"
#include "src/driver/kubernetes/files.h"
#include "src/kubernetes/kustomization.h"
#include "src/kubernetes/node.h"
#include "src/kubernetes/patch.h"
#include "src/kubernetes/tell.h"
#include "src/yaml/document.h"

namespace kval::driver {
namespace {

using Text = std::string_view;
using kubernetes::At;
using kubernetes::TextOf;
using value::Kind;

constexpr diag::Def<Text> kNoPatch{diag::Kind::kResource,
                                   "a patch is a part of a resource, or a list of operations, found {}"};
constexpr diag::Def<> kNoTarget{diag::Kind::kMissingRequired,
                                "required key `target` is missing: it selects the resources to patch"};

// Findings in embedded text point to the scalar; the location inside is added. There are no fixes for text
// that is not verbatim.
class OfText final : public diag::Sink {
 public:
  OfText(const source::SourceFile& text, source::Span scalar, diag::Emitter& emit)
      : text_(text), scalar_(scalar), emit_(emit) {}

  void Consume(diag::Diagnostic finding) override {
    const bool is_in_text = !finding.labels.empty() && finding.labels.front().span.has_value() &&
                            text_.Contains(finding.labels.front().span.begin);
    if (is_in_text) {
      const diag::Role role = std::exchange(finding.labels.front().role, diag::Role::kRelated);
      finding.labels.insert(finding.labels.begin(), {scalar_, "in this string", role});
      finding.fix = {};
    }
    emit_.Emit(std::move(finding));
  }

 private:
  const source::SourceFile& text_;
  source::Span scalar_;
  diag::Emitter& emit_;
};

constexpr Text kSpec[] = {"spec"};
constexpr Text kSource[] = {"spec", "source", "kustomize"};

class Checker {
 public:
  explicit Checker(const InlineDesk& desk) : desk_(desk), what_("a patch in " + desk.file.name()) {}

  void Run(const check::Trail& kustomization) {
    Patches(kustomization);
    kubernetes::ForEachItemOf(kustomization, "patchesStrategicMerge", [&](const check::Trail& entry) {
      if (IsText(entry)) {
        Patch(entry, nullptr);
      }
    });
    for (const Text key : {Text("generators"), Text("transformers"), Text("validators")}) {
      kubernetes::ForEachItemOf(kustomization, key, [&](const check::Trail& entry) {
        if (IsText(entry)) {
          ForEachDocument(entry, [](const value::Value& document, diag::Emitter& emit) {
            kubernetes::CheckPlugin(check::Trail::Document(document), emit);
          });
        }
      });
    }
  }

  // Those of a map that names or holds patches.
  void Patches(const check::Trail& map) {
    for (const Text key : {Text("patches"), Text("patchesJson6902")}) {
      kubernetes::ForEachItemOf(map, key, [&](const check::Trail& entry) {
        if (const std::optional<check::Trail> text = At(entry, "patch");
            text && !TextOf(*text).empty() && !At(entry, "path")) {
          Patch(*text, &entry);
        }
      });
    }
  }

 private:
  // Where a path is permitted too.
  static bool IsText(const check::Trail& entry) { return TextOf(entry).find('\n') != Text::npos; }

  // `entry`: where a target may be; null if none is needed.
  void Patch(const check::Trail& text, const check::Trail* entry) {
    const bool has_target = entry != nullptr && At(*entry, "target").has_value();
    // A text without anything in it is a list without operations.
    bool has_operations = true;
    ForEachDocument(text, [&](const value::Value& document, diag::Emitter& emit) {
      const check::Trail root = check::Trail::Document(document);
      has_operations = document.kind == Kind::kSequence || document.kind == Kind::kNull;
      if (has_operations) {
        kubernetes::CheckJsonPatch(root, emit);
      } else if (document.kind == Kind::kMapping) {
        kubernetes::CheckMergePatch(root, has_target, emit);
        if (At(root, "kind") && At(root, "apiVersion")) {
          OfPatch of_patch(what_, emit);
          diag::Emitter to_patch(&of_patch);
          desk_.judge.Document(document, {what_}, desk_.arena, to_patch);
        }
      } else if (document.gap == value::Gap::kNone) {
        kubernetes::Tell(emit, root, kNoPatch, check::FoundName(document)).Emit();
      }
    });
    if (entry != nullptr && !has_target && has_operations && !is_faulty_) {
      kubernetes::TellMissing(desk_.emit, *entry, "target", kNoTarget).Emit();
    }
  }

  template <typename Then>
  void ForEachDocument(const check::Trail& text, Then then) {
    std::optional<source::SourceFile> in_place;
    if (ReadsAsItStands(*text.value)) {
      const source::Span lines = LinesOf(*text.value);
      in_place.emplace(desk_.file.name(), std::string(desk_.file.Text(lines)), lines.begin);
    }
    const source::SourceFile& file = in_place ? *in_place : AddText(std::string(text.value->raw));
    OfText of_text(file, text.value->span, desk_.emit);
    diag::Emitter to_text(&of_text);
    diag::Emitter& emit = in_place ? desk_.emit : to_text;
    is_faulty_ = false;
    const yaml::File read = yaml::ReadFile(file, ManifestReading(desk_.limits), desk_.arena, emit);
    for (const yaml::Document& document : read.documents) {
      is_faulty_ = is_faulty_ || document.is_faulty;
      const bool is_empty = document.root->kind == Kind::kNull && document.root->raw.empty();
      if (!document.is_faulty && !is_empty) {
        then(*document.root, emit);
      }
    }
  }

  // A literal block's lines, indented, parse like its text unless it contains document marks, which must be
  // in the first column.
  bool ReadsAsItStands(const value::Value& string) const {
    const auto has_line = [&](Text mark) {
      return string.raw.starts_with(mark) || string.raw.find("\n" + std::string(mark)) != Text::npos;
    };
    return string.style == value::Style::kLiteral && desk_.file.Contains(string.span.begin) &&
           !has_line("---") && !has_line("...") && !has_line("%");
  }

  source::Span LinesOf(const value::Value& block) const {
    const Text text = desk_.file.Text(block.span);
    const size_t head = std::min(text.find('\n'), text.size() - 1) + 1;
    return {block.span.begin + static_cast<uint32_t>(head), block.span.end};
  }

  const source::SourceFile& AddText(std::string text) {
    std::string name = "(a string in " + desk_.file.name() + ")";
    return desk_.file.is_secret() ? desk_.sources.AddSecret(std::move(name), std::move(text))
                                  : desk_.sources.AddText(std::move(name), std::move(text));
  }

  const InlineDesk& desk_;
  std::string what_;
  bool is_faulty_ = false;  // the text that was read last
};

// Of the maps `kustomize` in the items of a list that the spec has.
void OfItems(const check::Trail& root, Text list, const InlineDesk& desk) {
  kubernetes::Follow(root, kSpec, [&](const check::Trail& spec) {
    kubernetes::ForEachItemOf(spec, list, [&](const check::Trail& item) {
      if (const std::optional<check::Trail> of = At(item, "kustomize")) {
        Checker(desk).Patches(*of);
      }
    });
  });
}

}  // namespace

void CheckInlineTexts(const value::Value& document, const InlineDesk& desk) {
  const check::Trail root = check::Trail::Document(document);
  const Text api_version = kubernetes::TextAt(root, "apiVersion");
  const Text kind = kubernetes::TextAt(root, "kind");
  if (kubernetes::IsKustomization(document, desk.file.name())) {
    Checker(desk).Run(root);
  } else if (kind == "Kustomization" && api_version.starts_with("kustomize.toolkit.fluxcd.io/")) {
    kubernetes::Follow(root, kSpec, [&](const check::Trail& spec) { Checker(desk).Patches(spec); });
  } else if (kind == "HelmRelease" && api_version.starts_with("helm.toolkit.fluxcd.io/")) {
    OfItems(root, "postRenderers", desk);
  } else if (kind == "Application" && api_version.starts_with("argoproj.io/")) {
    kubernetes::Follow(root, kSource, [&](const check::Trail& of) { Checker(desk).Patches(of); });
    OfItems(root, "sources", desk);
  }
}

}  // namespace kval::driver

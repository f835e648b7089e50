#include "src/driver/kubernetes/embedded_patches.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "src/check/describe.h"
#include "src/diag/changing_emitter.h"
#include "src/driver/kubernetes/manifest_files.h"
#include "src/driver/kubernetes/manifest_sinks.h"
#include "src/kubernetes/accessors.h"
#include "src/kubernetes/kustomization.h"
#include "src/kubernetes/patch.h"
#include "src/kubernetes/report_at.h"
#include "src/yaml/document.h"

namespace kval::driver {
namespace {

using Text = std::string_view;
using kubernetes::At;
using kubernetes::TextOf;
using value::Kind;

constexpr diag::Def<Text> kNoPatch{diag::ResourceRule(7282),
                                   "a patch is a part of a resource, or a list of operations, found {}"};
constexpr diag::Def<> kNoTarget{diag::Kind::kMissingRequired,
                                "required key `target` is missing: it selects the resources to patch"};

constexpr Text kSpec[] = {"spec"};
constexpr Text kSource[] = {"spec", "source", "kustomize"};

class EmbeddedTextChecker {
 public:
  explicit EmbeddedTextChecker(const EmbeddedTextContext& context)
      : context_(context), what_("a patch in " + context.file.name()) {}

  void Run(const check::ValueCursor& kustomization) {
    Patches(kustomization);
    kubernetes::ForEachItemOf(kustomization, "patchesStrategicMerge", [&](const check::ValueCursor& entry) {
      if (IsText(entry)) {
        Patch(entry, nullptr);
      }
    });
    for (const Text key : {Text("generators"), Text("transformers"), Text("validators")}) {
      kubernetes::ForEachItemOf(kustomization, key, [&](const check::ValueCursor& entry) {
        if (IsText(entry)) {
          ForEachDocument(entry, [](const value::Value& document, diag::Emitter& emit) {
            kubernetes::CheckPlugin(check::ValueCursor::Document(document), emit);
          });
        }
      });
    }
  }

  // Those of a map that names or holds patches.
  void Patches(const check::ValueCursor& map) {
    for (const Text key : {Text("patches"), Text("patchesJson6902")}) {
      kubernetes::ForEachItemOf(map, key, [&](const check::ValueCursor& entry) {
        if (const std::optional<check::ValueCursor> text = At(entry, "patch");
            text && !TextOf(*text).empty() && !At(entry, "path")) {
          Patch(*text, &entry);
        }
      });
    }
  }

 private:
  // Where a path is permitted too.
  static bool IsText(const check::ValueCursor& entry) { return TextOf(entry).find('\n') != Text::npos; }

  // `entry`: where a target may be; null if none is needed.
  void Patch(const check::ValueCursor& text, const check::ValueCursor* entry) {
    const bool has_target = entry != nullptr && At(*entry, "target").has_value();
    // A text without anything in it is a list without operations.
    bool has_operations = true;
    ForEachDocument(text, [&](const value::Value& document, diag::Emitter& emit) {
      const check::ValueCursor root = check::ValueCursor::Document(document);
      has_operations = document.kind == Kind::kSequence || document.kind == Kind::kNull;
      if (has_operations) {
        kubernetes::CheckJsonPatch(root, emit);
        if (has_target) {
          CheckValues(document, *At(*entry, "target")->value, emit);
        }
      } else if (document.kind == Kind::kMapping) {
        kubernetes::CheckMergePatch(root, has_target, emit);
        if (At(root, "kind") && At(root, "apiVersion")) {
          diag::ChangingEmitter to_patch(emit, OfPatch(what_));
          if (has_target) {
            const value::Value* target = At(*entry, "target")->value;
            context_.validator.MergePatch(document, {&target, 1}, {what_}, context_.arena, to_patch);
          } else {
            context_.validator.Document(document, {what_}, context_.arena, to_patch);
          }
        }
      } else if (document.gap == value::Recovery::kNone) {
        kubernetes::ReportAt(emit, root, kNoPatch, check::FoundName(document)).Emit();
      }
    });
    if (entry != nullptr && !has_target && has_operations && !is_invalid_) {
      kubernetes::ReportMissing(context_.emit, *entry, "target", kNoTarget).Emit();
    }
  }

  // The values that a JSON patch sets.
  void CheckValues(const value::Value& operations, const value::Value& target, diag::Emitter& emit) {
    diag::ChangingEmitter to_patch(emit, OfPatch(what_));
    kubernetes::DocumentContext of_part{what_};
    of_part.is_patch = true;
    context_.validator.JsonPatch(operations, target, of_part, context_.arena, to_patch);
  }

  template <typename Then>
  void ForEachDocument(const check::ValueCursor& text, Then then) {
    std::optional<source::SourceFile> in_place;
    if (ReadsAsItStands(*text.value)) {
      const source::Span lines = LinesOf(*text.value);
      in_place.emplace(context_.file.name(), std::string(context_.file.Text(lines)), lines.begin);
    }
    const source::SourceFile& file = in_place ? *in_place : AddText(std::string(text.value->raw));
    // Findings in embedded text point to the scalar; the location inside is added. There are no fixes for
    // text that is not verbatim.
    diag::ChangingEmitter to_text(context_.emit, [&](diag::Diagnostic& finding) {
      const bool is_in_text = !finding.labels.empty() && finding.labels.front().span.has_value() &&
                              file.Contains(finding.labels.front().span.begin);
      if (is_in_text) {
        const diag::LabelRole role = std::exchange(finding.labels.front().role, diag::LabelRole::kRelated);
        finding.labels.insert(finding.labels.begin(), {text.value->span, "in this string", role});
        finding.fix = {};
      }
    });
    diag::Emitter& emit = in_place ? context_.emit : to_text;
    is_invalid_ = false;
    const yaml::File read = yaml::ReadFile(file, ManifestReading(context_.limits), context_.arena, emit);
    for (const yaml::Document& document : read.documents) {
      is_invalid_ = is_invalid_ || document.is_invalid;
      const bool is_empty = document.root->kind == Kind::kNull && document.root->raw.empty();
      if (!document.is_invalid && !is_empty) {
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
    return string.style == value::Style::kLiteral && context_.file.Contains(string.span.begin) &&
           !has_line("---") && !has_line("...") && !has_line("%");
  }

  source::Span LinesOf(const value::Value& block) const {
    const Text text = context_.file.Text(block.span);
    const size_t head = std::min(text.find('\n'), text.size() - 1) + 1;
    return {block.span.begin + static_cast<uint32_t>(head), block.span.end};
  }

  const source::SourceFile& AddText(std::string text) {
    std::string name = "(a string in " + context_.file.name() + ")";
    return context_.file.is_secret() ? context_.sources.AddSecret(std::move(name), std::move(text))
                                     : context_.sources.AddText(std::move(name), std::move(text));
  }

  const EmbeddedTextContext& context_;
  std::string what_;
  bool is_invalid_ = false;  // the text that was read last
};

// Of the maps `kustomize` in the items of a list that the spec has.
void OfItems(const check::ValueCursor& root, Text list, const EmbeddedTextContext& context) {
  kubernetes::Follow(root, kSpec, [&](const check::ValueCursor& spec) {
    kubernetes::ForEachItemOf(spec, list, [&](const check::ValueCursor& item) {
      if (const std::optional<check::ValueCursor> of = At(item, "kustomize")) {
        EmbeddedTextChecker(context).Patches(*of);
      }
    });
  });
}

}  // namespace

void CheckEmbeddedStrings(const value::Value& document, const EmbeddedTextContext& context) {
  const check::ValueCursor root = check::ValueCursor::Document(document);
  const Text api_version = kubernetes::GetStringField(root, "apiVersion");
  const Text kind = kubernetes::GetStringField(root, "kind");
  if (kubernetes::IsKustomization(document, context.file.name())) {
    EmbeddedTextChecker(context).Run(root);
  } else if (kubernetes::IsFluxKustomization(document)) {
    kubernetes::Follow(root, kSpec,
                       [&](const check::ValueCursor& spec) { EmbeddedTextChecker(context).Patches(spec); });
  } else if (kind == "HelmRelease" && api_version.starts_with("helm.toolkit.fluxcd.io/")) {
    OfItems(root, "postRenderers", context);
  } else if (kind == "Application" && api_version.starts_with("argoproj.io/")) {
    kubernetes::Follow(root, kSource,
                       [&](const check::ValueCursor& of) { EmbeddedTextChecker(context).Patches(of); });
    OfItems(root, "sources", context);
  }
}

}  // namespace kval::driver

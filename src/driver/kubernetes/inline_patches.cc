#include "src/driver/kubernetes/inline_patches.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "src/check/describe.h"
#include "src/driver/kubernetes/definitions.h"
#include "src/driver/kubernetes/files.h"
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
                                "required key `target` is missing: it says what the operations are for"};

class Checker {
 public:
  explicit Checker(const InlineDesk& desk)
      : desk_(desk),
        what_("a patch in " + desk.file.name()),
        of_patch_(what_, desk.emit),
        to_patch_(&of_patch_) {}

  void Run(const check::Trail& kustomization) {
    for (const Text key : {Text("patches"), Text("patchesJson6902")}) {
      kubernetes::ForEachItemOf(kustomization, key, [&](const check::Trail& entry) {
        if (const std::optional<check::Trail> text = At(entry, "patch"); text && !TextOf(*text).empty()) {
          Patch(*text, &entry);
        }
      });
    }
    kubernetes::ForEachItemOf(kustomization, "patchesStrategicMerge", [&](const check::Trail& entry) {
      if (IsText(entry)) {
        Patch(entry, nullptr);
      }
    });
    for (const Text key : {Text("generators"), Text("transformers"), Text("validators")}) {
      kubernetes::ForEachItemOf(kustomization, key, [&](const check::Trail& entry) {
        if (IsText(entry)) {
          ForEachDocument(entry, [&](const value::Value& document) {
            kubernetes::CheckPlugin(check::Trail::Document(document), desk_.emit);
          });
        }
      });
    }
  }

 private:
  // Where a path may stand, too.
  static bool IsText(const check::Trail& entry) { return TextOf(entry).find('\n') != Text::npos; }

  // `entry`: where a target may stand; null where none is needed.
  void Patch(const check::Trail& text, const check::Trail* entry) {
    const bool has_target = entry != nullptr && At(*entry, "target").has_value();
    ForEachDocument(text, [&](const value::Value& document) {
      const check::Trail root = check::Trail::Document(document);
      if (document.kind == Kind::kSequence) {
        kubernetes::CheckJsonPatch(root, desk_.emit);
        if (entry != nullptr && !has_target) {
          kubernetes::TellMissing(desk_.emit, *entry, "target", kNoTarget).Emit();
        }
      } else if (document.kind == Kind::kMapping) {
        kubernetes::CheckMergePatch(root, has_target, desk_.emit);
        if (At(root, "kind") && At(root, "apiVersion")) {
          desk_.judge.Document(document, {what_}, desk_.arena, to_patch_);
        }
      } else if (document.gap == value::Gap::kNone) {
        kubernetes::Tell(desk_.emit, root, kNoPatch, check::FoundName(document)).Emit();
      }
    });
  }

  template <typename Then>
  void ForEachDocument(const check::Trail& text, Then then) {
    std::optional<source::SourceFile> in_place;
    if (ReadsAsItStands(*text.value)) {
      const source::Span lines = LinesOf(*text.value);
      in_place.emplace(desk_.file.name(), std::string(desk_.file.Text(lines)), lines.begin);
    }
    const source::SourceFile& file = in_place ? *in_place : AddText(std::string(text.value->raw));
    const yaml::File read = yaml::ReadFile(file, ManifestReading(desk_.limits), desk_.arena, desk_.emit);
    for (const yaml::Document& document : read.documents) {
      const bool is_empty = document.root->kind == Kind::kNull && document.root->raw.empty();
      if (!document.is_faulty && !is_empty) {
        then(*document.root);
      }
    }
  }

  // The lines of a literal block, indented as they are, read as its text does, unless there are marks in it,
  // which stand at the beginning of a line alone.
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
    std::string name = "(a text in " + desk_.file.name() + ")";
    return desk_.file.is_secret() ? desk_.sources.AddSecret(std::move(name), std::move(text))
                                  : desk_.sources.AddText(std::move(name), std::move(text));
  }

  const InlineDesk& desk_;
  std::string what_;
  OfPatch of_patch_;
  diag::Emitter to_patch_;
};

}  // namespace

void CheckInlineTexts(const value::Value& kustomization, const InlineDesk& desk) {
  Checker(desk).Run(check::Trail::Document(kustomization));
}

}  // namespace kval::driver

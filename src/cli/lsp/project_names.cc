#include "src/cli/lsp/answers.h"

#include <string_view>

#include "schemas/kubernetes/api_table.h"
#include "src/cli/lsp/completion.h"
#include "src/diag/best_practice.h"
#include "src/diag/kind.h"
#include "src/project/find.h"
#include "src/support/limits.h"
#include "src/support/path_text.h"

namespace kval::cli {
namespace {

// What a project file names at a place.
enum class Names : uint8_t { kNone, kRules, kOptionalRules, kLimits, kVersions };

// `is_key`: names are keys of the map that contains the last step; else they are items.
Names NamesAt(const std::vector<api::PathStep>& path, bool is_key) {
  const auto is_at = [&](size_t from_end, std::string_view key) {
    return path.size() >= from_end && path[path.size() - from_end].key == key;
  };
  const bool is_item = !path.empty() && path.back().index >= 0;
  if (is_key) {
    return is_at(2, "rules")                        ? Names::kRules
           : is_at(2, "limits") && path.size() == 2 ? Names::kLimits
                                                    : Names::kNone;
  }
  if (is_at(is_item ? 2 : 1, "ignore")) {
    return Names::kRules;
  }
  const bool is_manifests = !path.empty() && path.front().key == "kubernetes";
  if (is_manifests && is_at(is_item ? 2 : 1, "versions")) {
    return Names::kVersions;
  }
  return is_manifests && is_at(is_item ? 2 : 1, "rules") ? Names::kOptionalRules : Names::kNone;
}

bool IsProject(const std::string& path) {
  return project::IsProjectFileName(GetFileName(path));
}

class NameWriter {
 public:
  NameWriter(const lsp::CompletionContext& typed, const api::SchemaInfo& info,
             std::vector<lsp::CompletionItem>& items)
      : typed_(typed), info_(info), items_(items) {}

  void Add(std::string name, std::string_view text) {
    if (typed_.part == lsp::CompletionContext::Part::kValue) {
      AddValue(typed_, name, lsp::CompletionItemKind::kEnumMember, std::string(text), items_);
      return;
    }
    api::SchemaInfo one = info_;
    one.sibling_keys = {{}};
    one.sibling_keys.front().key = std::move(name);
    one.sibling_keys.front().skeleton = " ";
    one.sibling_keys.front().text = text;
    AddSchemaCompletions(typed_, one, items_);
  }

 private:
  const lsp::CompletionContext& typed_;
  const api::SchemaInfo& info_;
  std::vector<lsp::CompletionItem>& items_;
};

}  // namespace

void AddProjectNames(const lsp::CompletionContext& typed, const api::SchemaInfo& info,
                     const std::string& path, std::vector<lsp::CompletionItem>& items) {
  if (!IsProject(path)) {
    return;
  }
  const bool is_key = typed.part == lsp::CompletionContext::Part::kKey;
  const bool is_here = is_key ? info.key && info.key.begin == typed.at : info.value.begin == typed.at;
  const Names names = is_here ? NamesAt(info.path, is_key) : Names::kNone;
  NameWriter writer(typed, info, items);
  if (names == Names::kLimits) {
    for (const LimitEntry& limit : AllLimits()) {
      writer.Add(std::string(limit.name), limit.bounds);
    }
  } else if (names == Names::kVersions) {
    const schemas::kubernetes::ApiTable table = schemas::kubernetes::ApiTable::Builtin();
    for (size_t i = table.versions().size(); i-- > 0;) {
      writer.Add('"' + std::string(table.versions()[i]) + '"', {});
    }
  } else if (names != Names::kNone) {
    if (names == Names::kOptionalRules) {
      writer.Add("recommended", "the recommended rules");
      writer.Add("all", "all optional rules");
    } else {
      for (const diag::KindEntry& kind : diag::AllKinds()) {
        if (diag::CategoryOf(kind.kind).may_be_ignored) {
          writer.Add(diag::CodeOf(kind.kind), kind.summary);
        }
      }
    }
    for (const diag::BestPractice& practice : diag::BestPractices()) {
      writer.Add(diag::CodeOf(practice.kind()), practice.requirement);
    }
  }
}

std::string ProjectNameHover(const api::SchemaInfo& info, const std::string& path) {
  const Names names = IsProject(path) ? NamesAt(info.path, true) : Names::kNone;
  const std::string name = names == Names::kNone ? std::string() : info.path.back().key;
  if (names == Names::kLimits) {
    const LimitEntry* limit = FindLimit(name);
    return limit == nullptr ? std::string()
                            : "**" + name + "**: bounds " + std::string(limit->bounds) + "\n\nDefault: `" +
                                  std::to_string(limit->standard) + "`";
  }
  const diag::KindEntry* kind = names == Names::kRules ? diag::FindKind(name) : nullptr;
  return kind == nullptr ? std::string()
                         : "**" + diag::CodeOf(kind->kind) + " " + std::string(kind->name) + "**\n\n" +
                               std::string(kind->summary) + "\n\nOne of `error`, `warning`, `note`, `off`";
}

}  // namespace kval::cli

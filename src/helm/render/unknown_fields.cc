#include "src/helm/render/unknown_fields.h"

#include <algorithm>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/helm/builtin_objects.h"
#include "src/lang/gotemplate/syntax.h"
#include "src/support/edit_distance.h"
#include "src/support/native_stack.h"

namespace kval::helm::render {
namespace {

using gotemplate::Names;
using gotemplate::Node;
using gotemplate::NodeKind;
using gotemplate::Template;

constexpr diag::Def<std::string_view> kUnknown{diag::Kind::kHelmMissingValue,
                                               "Helm does not set `.{}` in templates"};

constexpr std::string_view kObjects[] = {"Capabilities", "Chart", "Files", "Release", "Template"};
// Fields of Go's types and methods that templates hardly use, so that BuiltinFields lacks them.
constexpr std::string_view kRare[] = {"Chart.Metadata", "Chart.Validate"};

bool IsObject(std::string_view name) {
  return std::find(std::begin(kObjects), std::end(kObjects), name) != std::end(kObjects);
}

// The names of the fields of an object.
std::vector<std::string_view> FieldsOf(std::string_view object) {
  std::vector<std::string_view> fields;
  for (const BuiltinField& field : BuiltinFields()) {
    const std::string_view path = field.path;
    if (path.starts_with(object) && path.size() > object.size() && path[object.size()] == '.' &&
        path.find('.', object.size() + 1) == std::string_view::npos) {
      fields.push_back(path.substr(object.size() + 1));
    }
  }
  return fields;
}

class UnknownFields {
 public:
  UnknownFields(const LintInput& input, const gotemplate::TemplateSet& templates, HelmContext& context)
      : input_(input), templates_(templates), context_(context) {}

  void Run() {
    const std::string prefix = input_.chart.name() + "/templates/";
    for (const std::string_view name : templates_.Names()) {
      tmpl_ = templates_.Find(name);
      if (tmpl_->file.starts_with(prefix)) {
        is_file_ = tmpl_->name == tmpl_->file;
        Body(tmpl_->body, true);
      }
    }
    for (const Found& found : found_) {
      if (!changed_.contains(found.object)) {
        context_.emit.Report(found.span, kUnknown, found.object + "." + std::string(found.field))
            .Hint(HintFor(found))
            .Emit();
      }
    }
  }

 private:
  struct Found {
    source::Span span;
    std::string object;
    std::string_view field;
    std::string_view nearest;  // may be empty
  };

  static std::string HintFor(const Found& found) {
    if (!found.nearest.empty()) {
      return "did you mean `." + found.object + "." + std::string(found.nearest) + "`?";
    }
    std::string fields;
    for (const std::string_view field : FieldsOf(found.object)) {
      fields += (fields.empty() ? "" : ", ") + std::string(field);
    }
    return "`." + found.object + "` has the fields " + fields;
  }

  // `is_root`: the dot is the data of the template.
  void Body(gotemplate::NodeList body, bool is_root) {
    NeedStack();
    for (const Node* node : body) {
      if (node->kind == NodeKind::kAction) {
        Pipe(static_cast<const gotemplate::ActionNode&>(*node).pipe, is_root);
      } else if (node->kind == NodeKind::kTemplate) {
        Pipe(static_cast<const gotemplate::TemplateNode&>(*node).pipe, is_root);
      } else if (node->kind == NodeKind::kIf || node->kind == NodeKind::kWith ||
                 node->kind == NodeKind::kRange) {
        const auto& branch = static_cast<const gotemplate::BranchNode&>(*node);
        Pipe(branch.pipe, is_root);
        Body(branch.body, is_root && node->kind == NodeKind::kIf);
        Body(branch.else_body, is_root);
      }
    }
  }

  void Pipe(const gotemplate::PipeNode* pipe, bool is_root) {
    NeedStack();
    for (const gotemplate::CommandNode* command :
         pipe == nullptr ? std::span<const gotemplate::CommandNode* const>() : pipe->commands) {
      const Node& first = *command->args.front();
      const bool sets = first.kind == NodeKind::kIdentifier &&
                        static_cast<const gotemplate::IdentifierNode&>(first).name == "set";
      for (const Node* arg : command->args) {
        if (arg->kind == NodeKind::kPipe) {
          Pipe(static_cast<const gotemplate::PipeNode*>(arg), is_root);
        } else {
          Operand(*arg, is_root, sets);
        }
      }
    }
  }

  void Operand(const Node& node, bool is_root, bool sets) {
    Names names;
    if (node.kind == NodeKind::kField && is_root) {
      names = static_cast<const gotemplate::FieldNode&>(node).names;
    } else if (node.kind == NodeKind::kVariable) {
      names = static_cast<const gotemplate::VariableNode&>(node).names;
      names = names.front() == "$" ? names.subspan(1) : Names();
    }
    if (names.empty() || !IsObject(names.front())) {
      return;
    }
    if (names.size() == 1) {
      if (sets) {
        changed_.emplace(names.front());
      }
      return;
    }
    // Fields of fields that are objects, such as `.Capabilities.KubeVersion`.
    std::string object(names.front());
    for (const std::string_view field : names.subspan(1)) {
      const std::vector<std::string_view> fields = FieldsOf(object);
      const std::string path = object + "." + std::string(field);
      const bool is_known = std::find(fields.begin(), fields.end(), field) != fields.end() ||
                            std::find(std::begin(kRare), std::end(kRare), path) != std::end(kRare);
      if (fields.empty() || (!is_known && field == "String")) {
        return;
      }
      if (!is_known) {
        const std::string_view nearest = Nearest(field, fields);
        if (is_file_ || !nearest.empty()) {
          found_.push_back({tmpl_->SpanOf(node), object, field, nearest});
        }
        return;
      }
      object = path;
    }
  }

  const LintInput& input_;
  const gotemplate::TemplateSet& templates_;
  HelmContext& context_;
  const Template* tmpl_ = nullptr;
  bool is_file_ = false;  // not one with a separate name
  std::vector<Found> found_;
  std::set<std::string, std::less<>> changed_;
};

}  // namespace

void LintUnknownFields(const LintInput& input, const gotemplate::TemplateSet& templates,
                       HelmContext& context) {
  UnknownFields(input, templates, context).Run();
}

}  // namespace kval::helm::render

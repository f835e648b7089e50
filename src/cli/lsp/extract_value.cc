#include <algorithm>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/cli/lsp/chart_texts.h"
#include "src/cli/lsp/code_actions.h"
#include "src/cli/lsp/data_values.h"
#include "src/cli/override_reader.h"
#include "src/lsp/code_actions.h"
#include "src/lsp/cursor_scan.h"
#include "src/lsp/structure/helm_template_names.h"
#include "src/lsp/structure/template_literal.h"
#include "src/lsp/structure/values_insertion.h"
#include "src/source/file_reader.h"
#include "src/support/ascii.h"
#include "src/support/path_text.h"
#include "src/value/scalar_ambiguity.h"
#include "src/value/scalar_resolve.h"

namespace kval::cli {
namespace {

using lsp::TemplateLiteral;
using lsp::TextTree;
using Path = std::vector<std::string>;

bool IsQuoted(std::string_view text) {
  return text.size() > 1 && text.front() == text.back() && (text.front() == '"' || text.front() == '\'');
}

bool IsString(std::string_view plain) {
  return !value::FindAmbiguity(plain) &&
         value::Resolve(value::Dialect::kHelm, plain).kind == value::Kind::kString &&
         value::Resolve(value::Dialect::kYaml12, plain).kind == value::Kind::kString;
}

// Whether YAML reads a text without quotes as it is, wherever a value can be.
bool IsPlain(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) {
                       return IsAlnum(c) || std::string_view("-_./ :").find(c) != std::string_view::npos;
                     }) &&
         IsAlnum(text.front()) && text.find(": ") == std::string_view::npos && text.back() != ':';
}

std::string Dotted(const Path& path) {
  std::string dotted;
  for (const std::string& name : path) {
    dotted += "." + name;
  }
  return dotted;
}

// The node at a path below a mapping, if it is a scalar with this text.
bool HasValue(const TextTree& tree, size_t root, const Path& path, std::string_view text) {
  std::optional<size_t> node = root;
  for (const std::string& name : path) {
    node =
        node && tree.nodes()[*node].kind == lsp::NodeKind::kMapping ? tree.Find(*node, name) : std::nullopt;
  }
  if (!node || tree.nodes()[*node].kind != lsp::NodeKind::kScalar) {
    return false;
  }
  const lsp::ByteRange range = tree.nodes()[*node].range;
  return tree.text().substr(range.begin, range.end - range.begin) == text;
}

// A place for the value: the first proposed path that is free, or has the value already.
struct ValuePlace {
  Path path;
  std::optional<lsp::FileEdit> edit;  // nullopt: the value is there
};

std::optional<ValuePlace> FindPlace(const TextTree& tree, size_t root, const std::vector<Path>& proposed,
                                    lsp::AddedValue added) {
  for (const Path& path : proposed) {
    if (HasValue(tree, root, path, added.text)) {
      return ValuePlace{path, std::nullopt};
    }
    added.path = path;
    if (std::optional<lsp::FileEdit> edit = lsp::InsertValue(tree, root, added)) {
      return ValuePlace{path, std::move(edit)};
    }
  }
  return std::nullopt;
}

// The comments of a literal for the file of values: as helm-docs writes them if the file does so.
std::vector<std::string> CommentsOf(const TemplateLiteral& literal, bool has_marks) {
  std::vector<std::string> comments = literal.comments;
  if (!literal.comment.empty() && !literal.comment.starts_with("#@")) {
    comments.emplace_back(literal.comment);
  }
  for (size_t i = 0; has_marks && i < comments.size(); ++i) {
    const size_t at = std::min(comments[i].find_first_not_of("# "), comments[i].size());
    comments[i] = (i == 0 && comments[i].substr(at, 2) != "--" ? "# -- " : "# ") + comments[i].substr(at);
  }
  return comments;
}

lsp::OfferedAction MakeAction(const ActionRequest& request, const std::string& name, ValuePlace place,
                              const std::string& values_path, std::string_view values,
                              std::vector<lsp::FileEdit> edits) {
  lsp::OfferedAction action;
  action.title = (place.edit ? "Extract to `" : "Use `") + name + "`";
  action.kind = lsp::kExtract;
  action.files.push_back(request.EditsOf(request.query.path, request.text));
  action.files.back().edits = std::move(edits);
  if (place.edit) {
    action.files.push_back(request.EditsOf(values_path, values));
    action.files.back().edits.push_back(*std::move(place.edit));
  }
  return action;
}

// How a template writes a value so that its text is the literal.
struct HelmForm {
  std::string value;     // in values.yaml
  std::string pipeline;  // after `.Values.name`
};

std::optional<HelmForm> FormOf(const TemplateLiteral& literal, bool is_text) {
  constexpr size_t kMostDigits = 6;  // Helm reads numbers as floats, which Go prints as 1e+06 from there on
  const std::string text(literal.text);
  if (literal.is_part) {
    const bool is_plain = IsPlain(text) && IsString(text);
    const bool has_quotes = text.find_first_of("\"\\'") != std::string::npos;
    return has_quotes ? std::nullopt : std::optional(HelmForm{is_plain ? text : "\"" + text + "\"", ""});
  }
  if (IsQuoted(text)) {
    return is_text ? std::nullopt : std::optional(HelmForm{text, " | quote"});
  }
  const value::Kind kind = value::Resolve(value::Dialect::kHelm, text).kind;
  const bool is_decimal = text == "0" || (std::all_of(text.begin(), text.end(), IsDigit) && text[0] != '0');
  if (kind == value::Kind::kInt && is_decimal) {
    return HelmForm{text, text.size() > kMostDigits ? " | int64" : ""};
  }
  const bool is_word = text == "true" || text == "false" || (IsString(text) && IsPlain(text));
  return is_word ? std::optional(HelmForm{text, ""}) : std::nullopt;
}

class HelmExtraction {
 public:
  HelmExtraction(const ActionRequest& request, ChartTexts& chart) : request_(request), chart_(chart) {}

  std::optional<lsp::OfferedAction> Find(const TemplateLiteral& literal, std::deque<std::string>& contents) {
    const std::string* read = chart_.Read(chart_.values_path());
    const std::string* values = read == nullptr ? nullptr : &contents.emplace_back(*read);
    const bool is_text = lsp::ScanTo(request_.text, literal.range.begin).is_text;
    const std::optional<HelmForm> form = FormOf(literal, is_text);
    if (values == nullptr || !form || IsInDefinition(literal.range.begin)) {
      return std::nullopt;
    }
    const TextTree tree(*values);
    const std::optional<size_t> root = tree.RootOfFirstDocument();
    std::optional<ValuePlace> place =
        root ? FindPlace(tree, *root, lsp::ProposePaths(literal, lsp::NameStyle::kCamelCase),
                         {{}, form->value, CommentsOf(literal, values->find("# -- ") != std::string::npos)})
             : std::nullopt;
    if (!place) {
      return std::nullopt;
    }
    const std::string name =
        std::string(IsDotRoot(literal.range) ? ".Values" : "$.Values") + Dotted(place->path);
    const lsp::FileEdit edit{literal.range, "{{ " + name + form->pipeline + " }}"};
    return MakeAction(request_, name, *std::move(place), chart_.values_path(), *values, {edit});
  }

 private:
  // What `$` and `.` are in a named template is up to its callers.
  bool IsInDefinition(size_t at) const {
    const lsp::HelmTemplateOutline outline = lsp::FindHelmTemplateNames(request_.text);
    return std::any_of(outline.definitions.begin(), outline.definitions.end(),
                       [at](const lsp::HelmDefinition& definition) { return definition.range.Contains(at); });
  }

  // Whether `.` has Helm's data at a place: it has something else in `range` and `with`.
  bool IsDotRoot(lsp::ByteRange place) const {
    constexpr std::string_view kDot = "{{ .";
    std::string changed = request_.text;
    changed.replace(place.begin, place.end - place.begin, std::string(kDot) + " }}");
    const lsp::HelmTemplateOutline outline = lsp::FindHelmTemplateNames(changed);
    const lsp::HelmTemplateName* dot = outline.NameAt(place.begin + kDot.size());
    return dot != nullptr && dot->path.size() == 1 && dot->path.front().empty();
  }

  const ActionRequest& request_;
  ChartTexts& chart_;
};

// The root of the first document of data values with a role.
std::optional<size_t> FindRoot(const TextTree& tree, driver::DocumentRole role) {
  for (const DataDocument& document : FindDataDocuments(tree.text())) {
    for (size_t i = 0; document.role == role && i < tree.nodes().size(); ++i) {
      if (tree.nodes()[i].role == lsp::NodeRole::kRoot && tree.nodes()[i].range.begin >= document.content) {
        return i;
      }
    }
  }
  return std::nullopt;
}

class YttExtraction {
 public:
  explicit YttExtraction(const ActionRequest& request) : request_(request) {}

  std::optional<lsp::OfferedAction> Find(const TemplateLiteral& literal, std::deque<std::string>& contents) {
    const bool is_null = !IsQuoted(literal.text) &&
                         value::Resolve(value::Dialect::kYtt, literal.text).kind == value::Kind::kNull;
    if (literal.is_part || is_null || literal.comment.starts_with("#@") ||
        !FindDataDocuments(request_.text).empty() ||
        lsp::ScanTo(request_.text, literal.range.begin).is_text ||
        !lsp::ScanTo(request_.text, literal.range.begin).brackets.empty()) {
      return std::nullopt;
    }
    const std::vector<Path> proposed = lsp::ProposePaths(literal, lsp::NameStyle::kSnakeCase);
    std::vector<std::string> comments;
    for (const std::string& comment : CommentsOf(literal, false)) {
      comments.push_back(comment.starts_with("#!") ? comment : "#!" + comment.substr(1));
    }
    source::DiskFileReader disk;
    const std::string directory(GetDirectory(request_.query.path));
    TextOverrides open;
    for (const auto& [path, text] : request_.opened.strings) {
      if (path.starts_with(directory + "/")) {
        open.emplace(path.substr(directory.size() + 1), text);
      }
    }
    OverrideReader reader(disk, open, directory);
    const std::vector<driver::InputPath> files = DataValuesOf(request_.query.path, reader);
    for (const driver::DocumentRole role :
         {driver::DocumentRole::kReleasedSchema, driver::DocumentRole::kValues}) {
      for (const driver::InputPath& file : files) {
        const Result<std::string> text = reader.Read(file.path);
        if (!text) {
          continue;
        }
        contents.push_back(*text);
        const TextTree tree(contents.back());
        const std::optional<size_t> root = FindRoot(tree, role);
        std::optional<ValuePlace> place =
            root ? FindPlace(tree, *root, proposed, {{}, std::string(literal.text), comments}) : std::nullopt;
        if (place) {
          const std::string name = "data.values" + Dotted(place->path);
          return MakeAction(request_, name, *std::move(place), file.path, contents.back(),
                            EditsOfTemplate(literal, name));
        }
      }
    }
    return std::nullopt;
  }

 private:
  std::vector<lsp::FileEdit> EditsOfTemplate(const TemplateLiteral& literal, const std::string& name) const {
    std::vector<lsp::FileEdit> edits;
    if (!LoadsData()) {
      edits.push_back({{0, 0}, "#@ load(\"@ytt:data\", \"data\")\n"});
    }
    // A comment behind the literal is one of the value.
    const size_t end = std::min(request_.text.find_first_of("\r\n", literal.range.end), request_.text.size());
    edits.push_back({{literal.range.begin, end}, "#@ " + name});
    return edits;
  }

  bool LoadsData() const {
    const std::string& text = request_.text;
    for (size_t at = text.find("\"@ytt:data\""); at != std::string::npos;
         at = text.find("\"@ytt:data\"", at + 1)) {
      const size_t end = std::min(text.find(')', at), text.size());
      const std::string_view names = std::string_view(text).substr(at, end - at);
      if (names.find(", \"data\"") != std::string_view::npos ||
          names.find(",\"data\"") != std::string_view::npos) {
        return true;
      }
    }
    return false;
  }

  const ActionRequest& request_;
};

}  // namespace

void AddExtraction(const ActionRequest& request, std::deque<std::string>& contents,
                   std::vector<lsp::OfferedAction>& actions) {
  const std::optional<TemplateLiteral> literal =
      request.Wants(lsp::kExtract) ? lsp::FindTemplateLiteral(request.text, request.selection) : std::nullopt;
  if (!literal || literal->path == Path{"kind"} || literal->path == Path{"apiVersion"}) {
    return;
  }
  source::DiskFileReader disk;
  std::optional<lsp::OfferedAction> action;
  if (request.is_template) {
    if (std::optional<ChartTexts> chart = ChartTexts::Around(request.query.path, request.opened, disk)) {
      action = HelmExtraction(request, *chart).Find(*literal, contents);
    }
  } else if (request.text.find("#@") != std::string::npos) {
    action = YttExtraction(request).Find(*literal, contents);
  }
  if (action) {
    actions.push_back(*std::move(action));
  }
}

}  // namespace kval::cli

#include "src/driver/inputs/classify.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "annotations/data/specs.h"
#include "annotations/schema/specs.h"
#include "src/driver/inputs/content.h"
#include "src/driver/inputs/header_places.h"
#include "src/driver/inputs/roles.h"
#include "src/driver/kcl/files.h"
#include "src/driver/session.h"

namespace kval::driver {
namespace {

// A YAML file with its own classification.
struct Looks {
  Classified read;
  Content content;
  bool has_failed_header = false;  // intended as something other than a template or plain values
};

// Properties of all files of a set.
struct Beside {
  bool has_values_flag = false;  // `--data-values-file`
  bool has_templates = false;
  bool has_values = false;     // annotated
  bool has_annotated = false;  // a schema or values
  bool has_schema = false;     // in any language but CustomResourceDefinitions
};

bool HasText(const value::Value& map, std::string_view key) {
  const value::Value* found = value::Find(map, key);
  return found != nullptr && found->kind == value::Kind::kString && !found->raw.empty();
}

// Whether every document that is not empty has `apiVersion` and `kind`.
bool HoldsManifests(const yaml::File& file) {
  bool has_any = false;
  for (const yaml::Document& document : file.documents) {
    const value::Value& root = *document.root;
    const bool is_one =
        root.kind == value::Kind::kMapping && HasText(root, "apiVersion") && HasText(root, "kind");
    if (!is_one && root.kind != value::Kind::kNull) {
      return false;
    }
    has_any = has_any || is_one;
  }
  return has_any;
}

bool HasFailedHeader(const yaml::File& file) {
  return std::any_of(file.documents.begin(), file.documents.end(), [&file](const yaml::Document& document) {
    return !FailedHeaders(file, document).empty();
  });
}

class Classifier {
 public:
  Classifier(const Options& options, const Library& library, Session& session)
      : options_(options), library_(library), session_(session) {}

  std::vector<Classified> Run() {
    std::vector<Looks> files;
    for (const LibraryFile* file : FilesInOrder()) {
      if (std::optional<Looks> looks = LooksOf(*file)) {
        files.push_back(*std::move(looks));
      }
    }
    const Beside beside = BesideOf(files);
    for (Looks& looks : files) {
      if (looks.read.text != nullptr) {
        looks.read.purpose = PurposeOf(looks, beside);
      }
    }
    SettleDefinitions(files);
    std::vector<Classified> all;
    all.reserve(files.size());
    for (Looks& looks : files) {
      all.push_back(std::move(looks.read));
    }
    return all;
  }

 private:
  std::vector<LibraryFile*> FilesInOrder() const {
    std::vector<LibraryFile*> files = library_.Files();
    std::sort(files.begin(), files.end(),
              [](const LibraryFile* a, const LibraryFile* b) { return a->order < b->order; });
    return files;
  }

  std::optional<Looks> LooksOf(const LibraryFile& file) {
    Looks looks;
    looks.read.file = &file;
    if (file.type == FileType::kText && !file.input.from_directory) {
      looks.read.purpose = Purpose::kText;
      return looks;
    }
    if (!options_.renders && file.input.role == Role::kAuto && file.input.source != nullptr) {
      looks.read.foreign = ForeignSchemaOfName(file.path);
      if (looks.read.foreign.language != SchemaLanguage::kNone) {
        looks.read.purpose = Purpose::kForeign;
        return looks;
      }
    }
    if (file.type != FileType::kYaml || !file.is_template || file.input.source == nullptr) {
      return std::nullopt;
    }
    Read(looks);
    return looks;
  }

  void Read(Looks& looks) {
    Classified& read = looks.read;
    const Role role = read.file->input.role;
    read.text = &session_.template_files.Read(*read.file, options_);
    looks.content = ContentOf(read.text->file, read.text->has_templating, read.text->ok, role,
                              read.file->input.disk_path);
    read.has_schema = looks.content.has_schema;
    read.has_values = looks.content.has_values;
    read.foreign = looks.content.foreign;
    if (read.text->has_templating && role != Role::kValues) {
      // In a text with errors, an annotation may only seem to be misplaced.
      const HeaderPlaces places =
          read.text->ok ? CheckHeaderPlaces(read.text->file, session_.emit) : HeaderPlaces::kMisplacedValues;
      read.is_in_place = places == HeaderPlaces::kSound;
      read.has_schema = read.has_schema || places == HeaderPlaces::kMisplacedSchema;
    }
    const bool is_unnamed = !read.has_schema && !read.has_values && role != Role::kValues;
    looks.has_failed_header = !is_silent() && is_unnamed && HasFailedHeader(read.text->file);
  }

  Beside BesideOf(const std::vector<Looks>& files) const {
    Beside beside;
    beside.has_values_flag =
        std::any_of(options_.flags.begin(), options_.flags.end(),
                    [](const FlagValue& flag) { return flag.kind == FlagKind::kValuesFile; });
    beside.has_schema = !KclFiles(session_).empty();
    for (const Looks& looks : files) {
      beside.has_templates = beside.has_templates || MakesOutput(looks);
      beside.has_values = beside.has_values || looks.read.has_values;
      beside.has_annotated = beside.has_annotated || looks.content.has_own_schema || looks.read.has_values;
      beside.has_schema = beside.has_schema || looks.content.has_own_schema || looks.content.is_json_schema;
    }
    return beside;
  }

  // A plain file counts as values unless it is rendered, or with `--data-values-file`: then, as with ytt, it
  // is output. So is one of a directory that holds templates or `#@data/values`; a file that the user named
  // is output of `kval values` alone.
  bool IsValues(const Looks& looks, const Beside& beside) const {
    const Input& input = looks.read.file->input;
    if (input.role == Role::kValues) {
      return true;
    }
    if (options_.renders || beside.has_values_flag) {
      return false;
    }
    return input.from_directory ? !beside.has_templates && !beside.has_values
                                : !beside.has_templates || !is_silent();
  }

  // A manifest is output of a set of ytt's, and nothing that `kval values` merges. A schema that has one for
  // its values is given the file by name, without templates.
  bool IsManifest(const Looks& looks, const Beside& beside) const {
    const Input& input = looks.read.file->input;
    const bool is_of_set =
        beside.has_templates ||
        (input.from_directory && (beside.has_annotated || (is_silent() && !beside.has_schema)));
    return is_of_set && !options_.renders && input.role == Role::kAuto &&
           HoldsManifests(looks.read.text->file);
  }

  // An error may be what makes the file a template: then it does not turn other files into output.
  bool MakesOutput(const Looks& looks) const {
    return looks.content.is_template && (is_silent() || (!looks.has_failed_header && looks.read.is_sound()));
  }

  Purpose PurposeOf(const Looks& looks, const Beside& beside) const {
    const Classified& read = looks.read;
    const bool plain_is_values = IsValues(looks, beside);
    if (IsJsonSchema(looks, plain_is_values)) {
      return Purpose::kJsonSchema;
    }
    if (read.has_schema || read.has_values) {
      return Purpose::kAnnotated;
    }
    if (looks.content.is_template) {
      return Purpose::kTemplate;
    }
    if (IsManifest(looks, beside)) {
      return Purpose::kManifest;
    }
    if (IsForeign(read, plain_is_values)) {
      const bool are_schemas = options_.definitions_are_schemas && looks.content.is_definitions;
      return are_schemas ? Purpose::kDefinitions : Purpose::kForeign;
    }
    if (!plain_is_values) {
      return Purpose::kOutput;
    }
    return looks.has_failed_header ? Purpose::kMistaken : Purpose::kValues;
  }

  // A file that resembles a JSON Schema is not one among files that are rendered or validated.
  bool IsJsonSchema(const Looks& looks, bool plain_is_values) const {
    const bool is_said = looks.read.file->input.role == Role::kSchema;
    return looks.content.is_json_schema &&
           (is_said || (!options_.renders && IsForeign(looks.read, plain_is_values)));
  }

  // A schema in another language is never taken for values. As a template's output it is a manifest.
  bool IsForeign(const Classified& read, bool plain_is_values) const {
    return !options_.foreign_are_values && read.foreign.language != SchemaLanguage::kNone &&
           read.file->input.role == Role::kAuto && (plain_is_values || !is_silent());
  }

  // They are the set's schemas unless it has one in another language, which they do not belong to.
  void SettleDefinitions(std::vector<Looks>& files) const {
    const auto defines = [](const Looks& looks) { return looks.read.purpose == Purpose::kDefinitions; };
    if (std::none_of(files.begin(), files.end(), defines)) {
      return;  // libraries ask, each by itself, and KCL files are looked for among those of the whole run
    }
    const bool has_other =
        !KclFiles(session_).empty() || std::any_of(files.begin(), files.end(), [](const Looks& looks) {
          return looks.content.has_own_schema || looks.read.purpose == Purpose::kJsonSchema;
        });
    for (Looks& looks : files) {
      if (has_other && looks.read.purpose == Purpose::kDefinitions) {
        looks.read.purpose = Purpose::kForeign;
      }
    }
  }

  bool is_silent() const { return options_.unchecked == Unchecked::kSilent; }

  const Options& options_;
  const Library& library_;
  Session& session_;
};

}  // namespace

std::vector<Classified> Classify(const Options& options, const Library& library, Session& session) {
  return Classifier(options, library, session).Run();
}

DocumentUse UseOf(const templating::AnnotatedDocument& document, Role role,
                  const templating::AnnotationTable& annotations) {
  // A reference alone makes no document one of schemas or data values.
  if (annotations.Has(document.node, annotations::kLibraryRef.name) &&
      (annotations.Has(document.node, annotations::kDataValuesSchema.name) ||
       annotations.Has(document.node, annotations::kDataValues.name))) {
    return DocumentUse::kForLibrary;
  }
  if (annotations.Has(document.node, annotations::kDataValuesSchema.name)) {
    return DocumentUse::kReleasedSchema;
  }
  if (annotations.Has(document.node, annotations::kSchemaDefinition.name)) {
    return DocumentUse::kProposalSchema;
  }
  if (annotations.Has(document.node, annotations::kDataValues.name)) {
    return DocumentUse::kValues;
  }
  if (role == Role::kSchema) {
    return DocumentUse::kReleasedSchema;
  }
  return role == Role::kOverlay ? DocumentUse::kOverlay : DocumentUse::kNothing;
}

}  // namespace kval::driver

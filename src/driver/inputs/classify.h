#pragma once

#include <cstdint>
#include <vector>

#include "src/driver/driver_options.h"
#include "src/driver/inputs/classification.h"
#include "src/driver/inputs/template_files.h"
#include "src/driver/libraries/library.h"
#include "src/templating/annotated.h"

// Determines the purpose of each file in its set: by its own classification (classification.h) and the other
// files. Runs nothing; reports only syntax errors and misplaced headers.
namespace kval::driver {

struct Session;

enum class InputPurpose : uint8_t {
  kText,           // a text template that was named on the command line
  kTemplate,       // code without the header of a schema or of values
  kAnnotated,      // documents with headers, produced by running the file: schemas, values
  kJsonSchema,     // is one
  kDefinitions,    // CustomResourceDefinitions that validate the set
  kForeign,        // an unsupported schema, or one that cannot be combined with the others
  kOutput,         // plain YAML of a directory with templates
  kManifest,       // the same with `apiVersion` and `kind`, which are not values
  kValues,         // plain YAML
  kInvalidHeader,  // plain YAML with an invalid header
};

// A file of the set with a role. Excludes programs, and files that only programs read.
struct ClassifiedInput {
  const LibraryFile* file = nullptr;
  InputPurpose purpose = InputPurpose::kValues;
  const YamlText* text = nullptr;  // null if it is not YAML
  Classification is;               // by itself
  bool has_schema = false;         // declared by a header, even a misplaced one, or by the user
  bool has_valid_headers = true;   // its headers are placed correctly; unknown for text with errors

  bool is_valid() const { return text->ok && has_valid_headers; }
};

// Classifies all files of `library`, in the order of the inputs.
std::vector<ClassifiedInput> Classify(const DriverOptions& options, const Library& library, Session& session);

// The role of a document in the result of an annotated file.
enum class DocumentUse : uint8_t {
  kForLibrary,      // addressed to a private library
  kReleasedSchema,  // `@data/values-schema`, or by `--as`
  kProposalSchema,  // `@schema/definition`
  kValues,          // `@data/values`
  kOverlay,         // values by `--as`
  kNothing,         // not permitted next to the others
};
DocumentUse UseOf(const templating::AnnotatedDocument& document, InputRole role,
                  const templating::AnnotationTable& annotations);

}  // namespace kval::driver

#pragma once

#include <cstdint>
#include <vector>

#include "src/driver/inputs/template_files.h"
#include "src/driver/libraries/library.h"
#include "src/driver/options.h"
#include "src/driver/schemas/foreign_schema.h"
#include "src/templating/annotated.h"

// What each input is for: the one place that decides it, by what the user said (`--as`), the file's name, its
// header, its looks, and what stands beside it. Nothing is run here, and of what is wrong only faults of the
// texts and headers in the wrong place are reported; whoever takes the files says the rest.
//
// The dialect of plain values has to be known before their files are read: values_dialect.h decides it with
// the same function (content.h).
namespace kval::driver {

struct Session;

enum class Purpose : uint8_t {
  kText,         // a template of text that was named itself
  kTemplate,     // code without the header of a schema or of values
  kAnnotated,    // documents with headers, which running the file gives: schemas, values
  kJsonSchema,   // is one
  kDefinitions,  // CustomResourceDefinitions, by which the set is judged
  kForeign,      // a schema that kval cannot use, or not beside the others
  kOutput,       // plain YAML of a directory with templates
  kManifest,     // the same with `apiVersion` and `kind`, which nobody takes for values
  kValues,       // plain YAML
  kMistaken,     // plain YAML with a header that was meant to make it something else
};

// A file of the set that has a purpose; programs, and files that only programs ask for, are none.
struct Classified {
  const LibraryFile* file = nullptr;
  Purpose purpose = Purpose::kValues;
  const YamlText* text = nullptr;  // null for what is no YAML
  bool has_schema = false;         // said by a header or by the user
  bool has_values = false;
  bool is_in_place = true;  // its headers stand where they can; of a text with faults nobody knows
  ForeignSchema foreign;

  bool is_sound() const { return text->ok && is_in_place; }
};

// All of `library`, in the order of the inputs.
std::vector<Classified> Classify(const Options& options, const Library& library, Session& session);

// What a document is for that running a file of kAnnotated gave.
enum class DocumentUse : uint8_t {
  kForLibrary,      // addressed to a private library
  kReleasedSchema,  // `@data/values-schema`, or the user says so
  kProposalSchema,  // `@schema/definition`
  kValues,          // `@data/values`
  kOverlay,         // values by what the user says
  kNothing,         // has no place beside the others
};
DocumentUse UseOf(const templating::AnnotatedDocument& document, Role role,
                  const templating::AnnotationTable& annotations);

}  // namespace kval::driver

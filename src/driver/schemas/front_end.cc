#include "src/driver/schemas/front_end.h"

#include "src/driver/kcl/values.h"
#include "src/driver/schemas/annotated_schema.h"
#include "src/driver/schemas/crd_schema.h"
#include "src/driver/schemas/json_schema.h"

namespace kval::driver {
namespace {

constexpr diag::Def<std::string_view, std::string_view> kTwoLanguages{
    diag::Kind::kBadSchema, "the set has a schema in {} and one in {}: it can have one only"};

// In the order in which they are looked for.
constexpr FrontEnd kFrontEnds[] = {
    {"KCL", FindKcl, CompileKclSet},
    {"JSON Schema", FindJsonSchema, CompileJsonSet},
    {"annotated YAML", FindAnnotated, CompileAnnotatedSet},
    {"CustomResourceDefinitions", FindDefinitions, CompileDefinitions},
};

}  // namespace

const FrontEnd* FrontEndOf(const Documents& documents, Session& session, bool& ok) {
  const FrontEnd* language = nullptr;
  ok = true;
  for (const FrontEnd& candidate : kFrontEnds) {
    const source::Span place = candidate.find(documents, session);
    if (place.has_value() && language != nullptr) {
      session.emit.Report(place, kTwoLanguages, language->name, candidate.name).Emit();
      ok = false;
      return language;
    }
    language = place.has_value() ? &candidate : language;
  }
  return language;
}

}  // namespace kval::driver

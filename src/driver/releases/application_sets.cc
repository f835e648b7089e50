#include "src/driver/releases/application_sets.h"

#include <string_view>

#include "src/driver/releases/application_generators.h"
#include "src/driver/releases/argo_applications.h"
#include "src/driver/releases/fields.h"
#include "src/driver/releases/merge_patch.h"
#include "src/driver/releases/parameter_template.h"
#include "src/helm/values_text.h"

namespace kval::driver {
namespace {

using value::Kind;
using value::Value;

constexpr size_t kMostApplications = 100;  // of one generator

class ApplicationSetReader {
 public:
  using Visit = std::function<void(const Value&, bool)>;

  ApplicationSetReader(const Value& set, ReleaseContext& context, const Visit& visit)
      : set_(set),
        context_(context),
        build_(context.helm.forest.build()),
        templates_(set, context),
        generators_("the ApplicationSet `" + TextAt(&set, {"metadata", "name"}) + "`", kMostApplications,
                    templates_, context),
        visit_(visit) {}

  void Read() {
    const Value* common = FieldAt(&set_, {"spec", "template"});
    for (const Value* generator : ItemsAt(&set_, {"spec", "generators"})) {
      for (const std::string_view kind : ApplicationGenerators::KindsOf(*generator)) {
        const Value* own = FieldAt(generator, {kind, "template"});
        const Value* application = CompletedFrom(own, common, build_);
        if (application == nullptr) {
          continue;
        }
        for (const Parameters& parameters : generators_.Generate(*generator, kind)) {
          Fill(*application, parameters);
        }
      }
    }
  }

 private:
  // False if Argo CD refuses a template; this is reported.
  bool IsFilled() {
    const auto failure = templates_.TakeFailure();
    if (failure) {
      generators_.Refuse(failure->at, failure->text);
    }
    return !failure;
  }

  void Fill(const Value& application, const Parameters& parameters) {
    templates_.SetParameters(parameters);
    const Value* filled = templates_.Fill(application);
    if (!IsFilled()) {
      return;
    }
    const Value* text = FieldAt(&set_, {"spec", "templatePatch"});
    bool is_complete = parameters.is_complete;
    if (text != nullptr && text->kind == Kind::kString) {
      const Value* patch = Patch(*text);
      if (patch == nullptr && is_complete) {
        return;
      }
      is_complete = is_complete && patch != nullptr;
      filled = patch == nullptr ? filled : WithPatch(*filled, *patch);
    }
    visit_(*filled, is_complete);
  }

  // The patch for the current parameters; its places are in the file. Null if it is unknown or refused.
  const Value* Patch(const Value& text) {
    const source::SourceFile* file = templates_.FillBlock(text);
    if (const auto failure = templates_.TakeFailure()) {
      generators_.Refuse(text.span, failure->text);
    }
    if (file == nullptr) {
      return nullptr;
    }
    const Value* patch = helm::ReadFirstDocument(*file, helm::Author::kUser, context_.helm);
    if (patch != nullptr && patch->kind != Kind::kMapping && patch->kind != Kind::kNull) {
      generators_.Refuse(text.span, "`templatePatch` must be a map");
      return nullptr;
    }
    return patch;
  }

  const Value* WithPatch(const Value& application, const Value& patch) {
    if (patch.kind != Kind::kMapping) {
      return &application;
    }
    const Value* project = FieldAt(&application, {"spec", "project"});
    const Value* patched = Patched(application, patch, build_);
    const Value* spec = FieldAt(patched, {"spec"});
    // Patches cannot change the project.
    return project == nullptr || spec == nullptr
               ? patched
               : WithField(*patched, "spec", WithField(*spec, "project", project, build_), build_);
  }

  const Value& set_;
  ReleaseContext& context_;
  value::Builder& build_;
  ParameterTemplate templates_;
  ApplicationGenerators generators_;
  const Visit& visit_;
};

}  // namespace

bool IsApplicationSet(const Value& root) {
  return IsArgoObject(root, "ApplicationSet");
}

void GenerateApplications(const Value& set, ReleaseContext& context,
                          const std::function<void(const Value&, bool)>& visit) {
  ApplicationSetReader(set, context, visit).Read();
}

void ReadApplicationSet(const Value& set, ReleaseContext& context, std::vector<ChartRelease>& out) {
  GenerateApplications(set, context, [&](const Value& application, bool is_complete) {
    ReadApplication(application, !is_complete, context, out);
  });
}

}  // namespace kval::driver

#include "src/driver/kubernetes/object_inputs.h"

#include "src/kubernetes/patch.h"
#include "src/kubernetes/template_detection.h"

namespace kval::driver {

void CollectObjects(ManifestFiles& files, const KustomizationGraph& kustomized,
                    kubernetes::ObjectIndex& objects) {
  for (size_t i = 0; i < files.size(); ++i) {
    const ManifestFile& file = files[i];
    if (kubernetes::IsTemplate(file.text()) || kubernetes::IsTemplateOfYtt(file.text())) {
      objects.SetIncomplete();
    } else if (!file.failure && kustomized.Find(file.name) == nullptr) {
      ForEachResource(files.KeepDocumentsOf(i), [&](const value::Value& object) {
        if (!kubernetes::IsPatch(object)) {
          objects.Add(object, file.name);
        }
      });
    }
  }
}

}  // namespace kval::driver

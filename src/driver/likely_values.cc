#include "src/driver/likely_values.h"

#include <algorithm>

#include "src/support/keyed_hash.h"
#include "src/support/path_text.h"
#include "src/templating/template.h"

namespace kval::driver {
namespace {

// Whether a template may read the data values, itself or by a function of another file: then it is not itself
// one of data values without a header.
bool CanReadValues(std::string_view text) {
  constexpr std::string_view kLoad = "load(\"";
  for (size_t at = text.find(kLoad); at != std::string_view::npos; at = text.find(kLoad, at + 1)) {
    const std::string_view module = text.substr(at + kLoad.size());
    if (module.starts_with("@ytt:data") || !module.starts_with("@ytt:")) {
      return true;
    }
  }
  return false;
}

TextSet<std::string_view> DeclaredKeys(const Documents& documents) {
  TextSet<std::string_view> declared;
  const auto declare = [&declared](const value::Value& root) {
    for (const value::Entry& entry : root.entries()) {
      declared.insert(entry.key->raw.view());
    }
  };
  for (const schemas::ytt::AnnotatedSchema& schema : documents.schemas) {
    declare(*schema.document.root);
  }
  for (const ValuesDocument& values : documents.values) {
    declare(*values.document.root);
  }
  return declared;
}

}  // namespace

void ReportLikelyValues(const Documents& documents, std::span<const yaml::File* const> files,
                        const std::set<std::string_view>& directories, const UncheckedReporter& unchecked) {
  const TextSet<std::string_view> declared = DeclaredKeys(documents);
  const auto is_declared = [&declared](const value::Entry& entry) {
    return declared.count(entry.key->raw.view()) != 0;
  };
  for (const yaml::File* file : files) {
    const bool is_template = templating::HasTemplating(*file);
    const auto is_likely = [&](const yaml::Document& document) {
      const auto entries = document.root->entries();
      return !entries.empty() && (is_template ? std::all_of(entries.begin(), entries.end(), is_declared)
                                              : std::any_of(entries.begin(), entries.end(), is_declared));
    };
    const std::string_view text = file->source->text();
    if (CanReadValues(text) || std::none_of(file->documents.begin(), file->documents.end(), is_likely)) {
      unchecked.UnknownAnnotations(*file);
    } else if (is_template) {
      unchecked.Template(*file);
    } else {
      const bool is_next_to_values = directories.contains(GetDirectory(file->source->name()));
      unchecked.Output(*file, is_next_to_values ? OutputUse::kValues : OutputUse::kUnknown);
    }
  }
}

}  // namespace kval::driver

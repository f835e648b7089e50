#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/driver/releases/application_parameters.h"
#include "src/driver/releases/git_tree.h"
#include "src/driver/releases/parameter_template.h"
#include "src/driver/releases/release_context.h"
#include "src/value/value.h"

namespace kval::driver {

// The generators of an ApplicationSet. What only Argo CD knows, such as its clusters, is a note, and the
// parameters are incomplete. What Argo CD refuses is an error, and the generator has no parameters. Source:
// argo-cd applicationset/generators.
class ApplicationGenerators {
 public:
  // `title`: "the ApplicationSet `web`". More parameters than `most` are a note.
  ApplicationGenerators(std::string title, size_t most, ParameterTemplate& templates,
                        ReleaseContext& context);

  // The kinds of generators in an entry of `generators`, in Argo CD's order.
  static std::vector<std::string_view> KindsOf(const value::Value& generator);
  // The parameters of one kind in an entry of `spec.generators`.
  std::vector<Parameters> Generate(const value::Value& generator, std::string_view kind);

  // Reports that Argo CD generates no Application because of this.
  void Refuse(source::Span at, std::string_view reason);

 private:
  using Sets = std::vector<Parameters>;
  using Keys = std::span<const value::Value* const>;

  void Note(source::Span at, std::string_view kind, std::string_view reason);
  Sets Unknown(source::Span at, std::string_view kind, std::string_view reason);

  Sets GenerateKind(const value::Value& generator, std::string_view kind, int depth);
  // An entry of the generators of a matrix or merge generator. `outer`: the parameters of the generator
  // before it in a matrix; may be null.
  Sets GenerateInner(const value::Value& generator, const Parameters* outer, int depth);
  Sets Matrix(const value::Value& body, int depth);
  Sets Merge(const value::Value& body, int depth);
  bool AreUnique(const Sets& sets, Keys keys, source::Span at);
  // The parameters of both without Go templates. Null if they contradict each other.
  const value::Value* Combined(const value::Value& first, const value::Value& second, source::Span at);
  Sets List(const value::Value& body);
  bool AddElement(const value::Value& element, Sets& sets);
  void AddElementsOf(const value::Value& text, Sets& sets);
  Sets Git(const value::Value& body);
  Sets GitDirectories(const value::Value& body);
  Sets GitFiles(const value::Value& body);
  // Whether a key of parameters has no form in JSON, which is reported: at `text` if the key has no place.
  bool RefusesKeys(const value::Value& parameters, source::Span text);
  bool AddFile(const std::string& file, const value::Value& body, Sets& sets);
  // Adds parameters with the `values` of their generator. False if these are refused.
  bool AddWithValues(const value::Value& map, const value::Value& body, Sets& sets);
  // False if there are too many.
  bool Add(const value::Value* map, bool is_complete, source::Span at, Sets& sets);

  const std::string title_;
  const size_t most_;
  ParameterTemplate& templates_;
  ReleaseContext& context_;
  value::Builder& build_;
  GitTree tree_;
  bool is_refused_ = false;                              // a part of the generator that is read
  std::set<std::pair<uint32_t, std::string>> reported_;  // by place and reason
};

}  // namespace kval::driver

#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "src/lang/kcl/eval/components.h"

namespace kval::kcl::eval {

struct SchemaCheckLine;

// Instances of schemas: a configuration with the statements and the checks of the schema, its bases and its
// mixins.
class Instances : private Components {
 public:
  explicit Instances(const Components& components);

  // `S(args) {…}`, or `value {…}`, which unites; several parts are one configuration.
  Value EvalInit(std::span<const SchemaInitExpr* const> parts, Frame* frame);
  // Creates an instance of a schema, or evaluates a rule.
  Value MakeFromConfig(const Value& type, const Value& config, const CallArgs& args, source::Span at);
  // `at` is the configuration's place, `site` that of the code that makes the instance.
  Value Make(const kcl::Schema& schema, const Dict* config, const CallArgs& args, source::Span at,
             source::Span site);
  // Computes one attribute for a configuration, without evaluating or checking anything else.
  Value AttributeOf(const kcl::Schema& schema, const Dict* config, std::string_view name, source::Span at);
  // Returns whether these lines pass for a configuration; evaluates only the parts that they read.
  bool Hold(const kcl::Schema& schema, std::span<const SchemaCheckLine> lines, const Dict* config,
            source::Span at);
  // Returns the instances created so far, in the main package or in all packages.
  Value Made(const runtime::SchemaType& type, bool full_package);

 private:
  struct CreatedInstance {
    bool in_main;
    Value value;
  };

  // An instance without evaluation. Charges the memory of an instance for each attribute, set or not; returns
  // false if a limit is exceeded.
  bool ChargeMemory(const Layout& layout);
  Instance* Begin(const Layout& layout, const Dict* config, source::Span at);
  void CheckUnited();
  // Releases the configuration after an instance is created; instances that lambdas capture keep theirs.
  void Release(const kcl::Schema& schema, Instance& instance);
  // Assigns the arguments to all parts of the instance.
  void BindAll(Instance& instance, const kcl::Schema& schema, const CallArgs& args);
  void RunBodies(Instance& instance);
  void RunBody(Stmts body, Instance& instance, Frame* frame);
  void RunStatement(const Stmt& stmt, Instance& instance, Frame* frame);
  static bool IsExtra(const Instance& instance, const Entry& entry);
  void CheckEachKey(Instance& instance, std::vector<Entry>& extra);
  void AddExtraKeys(Instance& instance, std::vector<Entry>& extra);
  bool AddExtraKey(Instance& instance, const Entry& entry, std::vector<Entry>& extra);
  const Dict* Attributes(Instance& instance, std::vector<Entry>& extra);
  Value Finish(Instance& instance, const Dict* attributes, const CallArgs& args);

  std::vector<std::vector<CreatedInstance>>
      created_;                                // by schema; empty if the program never calls `instances()`
  std::vector<std::vector<Instance*>> spare_;  // by schema: instances that are evaluated and forgotten
  const bool records_instances_;
  bool is_recorded_ = true;  // false while one is made for its check lines alone
};

}  // namespace kval::kcl::eval

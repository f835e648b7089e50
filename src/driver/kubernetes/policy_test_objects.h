#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schemas/kubernetes/api_table.h"
#include "src/driver/kubernetes/policy_test.h"
#include "src/driver/kubernetes/policy_test_files.h"
#include "src/driver/session.h"
#include "src/kubernetes/admission/policy_results.h"

namespace kval::driver {

// The policies and objects of a test, and the results of the policies. The session owns all documents.
class PolicyTestObjects {
 public:
  // An object with what identifies it.
  struct Object {
    kubernetes::Resource resource;
    std::string name_space;  // empty for objects of the cluster
    std::string_view name;
    std::string shown;  // `Pod default/web`
  };

  PolicyTestObjects(const PolicyTest& test, PolicyTestFiles& files, const Limits& limits,
                    const schemas::kubernetes::ApiTable& table, Session& session)
      : test_(test),
        files_(files),
        limits_(limits),
        session_(session),
        version_(table.newest()),
        catalog_(table, custom_, nullptr, limits, true) {}
  PolicyTestObjects(const PolicyTestObjects&) = delete;
  PolicyTestObjects& operator=(const PolicyTestObjects&) = delete;

  // Reads the files of the test, and reports mistakes in them. Call once, before the other functions.
  void Load();

  const std::vector<Object>& objects() const { return objects_; }
  const kubernetes::AdmissionPolicySet& policies() const { return policies_; }
  // The operation of expectations that name none.
  kubernetes::Operation operation() const { return operation_; }

  // Returns the results of all policies for the object of this index: of those that mutate, which apply one
  // after the other, and of those that validate the result.
  const std::vector<kubernetes::PolicyResult>& ResultsOf(size_t index, kubernetes::Operation operation);
  // Returns the object of this index after all mutations, without defaults of the API server.
  const value::Value& Mutated(size_t index);

 private:
  void LoadValues();
  void AddObject(const value::Value& value);
  kubernetes::AdmissionRequest RequestFor(const Object& object, kubernetes::Operation operation);
  const value::Value* Completed(const value::Value& written, const Object& object);
  std::vector<kubernetes::PolicyResult> Mutate(size_t index, kubernetes::AdmissionRequest& request);

  const PolicyTest& test_;
  PolicyTestFiles& files_;
  const Limits& limits_;
  Session& session_;
  size_t version_;
  kubernetes::CustomKinds custom_;
  kubernetes::Catalog catalog_;
  kubernetes::AdmissionPolicySet policies_;
  kubernetes::OldObjects old_objects_;
  const value::Value* user_info_ = nullptr;
  kubernetes::Operation operation_ = kubernetes::Operation::kCreate;
  bool validates_json_ = false;  // the objects are JSON documents
  std::set<std::string> known_;  // objects
  std::vector<Object> objects_;
  std::map<std::pair<size_t, kubernetes::Operation>, std::vector<kubernetes::PolicyResult>> results_;
  std::map<size_t, const value::Value*> mutated_;  // by index
};

}  // namespace kval::driver

#include "src/driver/session.h"

#include "src/driver/template_runtime.h"

namespace kval::driver {

Session::Session(const Limits& given_limits) : Session(given_limits, nullptr) {}

Session::Session(const Session* below) : Session(below->limits, below) {}

Session::Session(const Limits& given_limits, const Session* below)
    : limits(given_limits),
      sources(below == nullptr ? nullptr : &below->sources),
      findings(given_limits.findings),
      flag_strings(below == nullptr ? nullptr : &below->flag_strings),
      flag_hints(&sources, &flag_strings, &findings),
      text_lines(&sources, &flag_hints),
      library_calls(&text_lines),
      emit(&library_calls),
      model(&interner),
      build(&arena),
      annotations(below == nullptr ? nullptr : &below->annotations),
      runtime(std::make_unique<TemplateRuntime>(*this)),
      parent_(below) {}

Session::~Session() = default;

uint64_t Session::StepsTaken() const {
  return steps + runtime->starlark.steps_used();
}

void Session::Freeze() {
  sources.Freeze();
  frozen_ = SecretKeys();
}

types::Model& Session::NewModel() {
  models_.push_back(std::make_unique<types::Model>(&interner));
  return *models_.back();
}

types::SecretKeys Session::SecretKeys() const {
  types::SecretKeys keys = merged_keys_;
  keys.Add(types::SensitiveKeys(model));
  for (const std::unique_ptr<types::Model>& other : models_) {
    keys.Add(types::SensitiveKeys(*other));
  }
  if (parent_ != nullptr) {
    keys.Add(parent_->frozen_);
  }
  return keys;
}

}  // namespace kval::driver

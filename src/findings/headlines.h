#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/check/violation.h"
#include "src/diag/emitter.h"
#include "src/types/model.h"

// Headlines of violations, for separate findings and for reasons inside others.
namespace kval::findings {

inline constexpr diag::Def<size_t> kNoUnionMember{diag::Kind::kNoUnionMember,
                                                  "value matches none of the {} types that are allowed here"};
inline constexpr diag::Def<std::string_view> kNotOneOf{diag::Kind::kNoUnionMember, "expected {}"};
inline constexpr diag::Def<std::string_view> kUnknownKey{diag::Kind::kUnknownKey,
                                                         "key `{}` is not declared in the schema"};
inline constexpr diag::Def<std::string_view> kDisallowedKey{diag::Kind::kKeyNotAllowed,
                                                            "key `{}` is not allowed here"};
inline constexpr diag::Def<std::string_view> kMissing{diag::Kind::kMissingRequired,
                                                      "required key `{}` is missing"};
inline constexpr diag::Def<std::string_view, std::string_view, int64_t> kKeyCount{
    diag::Kind::kKeyCount, "expected {} for `{}`, found {}"};

// Returns the expected type for messages: "integer or null".
std::string ExpectedName(const types::Model& model, types::TypeId type);
// The same for a value of the wrong kind, with the other kinds that are allowed there.
std::string ExpectedName(const check::Violation& error, const types::Model& model);

// Returns the literals of a literal type or of a union's literal members.
std::vector<const value::Value*> LiteralsOf(const types::Model& model, const types::Type& type);

// Returns the members of a union for messages; schemas by name.
std::string MembersText(const types::Model& model, types::TypeId id);

// Returns whether a union has only literals, and few enough for a headline.
bool IsOfLiterals(const types::Model& model, const types::Type& type);

// Returns the requirement of a key rule: "at least 2 keys".
std::string CountText(const types::KeyRule& rule);

// Returns the headline of a violation.
std::string Headline(const check::Violation& error, const types::Model& model);
// Returns the headline of a rule that fails or cannot be evaluated.
std::string RuleHeadline(const check::Violation& error, const check::violation::FailedRule& failed);

// Return the headline of a violated assertion over types.
std::string HeadlineOf(const check::Violation& error, const check::violation::NeverAllowed& never,
                       const types::Model& model);
std::string HeadlineOf(const check::Violation& error, const check::violation::NoneHolds& none,
                       const types::Model& model);
std::string HeadlineOf(const check::Violation& error, const check::violation::InvalidChoice& choice,
                       const types::Model& model);
std::string HeadlineOf(const check::Violation& error, const check::violation::SeveralHold& several,
                       const types::Model& model);
std::string HeadlineOf(const check::Violation& error, const check::violation::ExcludedTypeHolds& excluded,
                       const types::Model& model);
std::string HeadlineOf(const check::Violation& error, const check::violation::DependentKey& dependent,
                       const types::Model& model);
std::string HeadlineOf(const check::Violation& error, const check::violation::ItemCount& items,
                       const types::Model& model);
std::string HeadlineOf(const check::Violation& error, const check::violation::KeyName& name,
                       const types::Model& model);

}  // namespace kval::findings

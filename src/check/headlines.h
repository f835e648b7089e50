#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/check/fault.h"
#include "src/diag/emitter.h"
#include "src/types/model.h"

// Headlines of violations, for separate findings and for reasons inside others.
namespace kval::check {

inline constexpr diag::Def<size_t> kNoArm{diag::Kind::kNoUnionMember,
                                          "value matches none of the {} types that are allowed here"};
inline constexpr diag::Def<std::string_view> kNotOneOf{diag::Kind::kNoUnionMember, "expected {}"};
inline constexpr diag::Def<std::string_view> kUnknownKey{diag::Kind::kUnknownKey,
                                                         "key `{}` is not declared in the schema"};
inline constexpr diag::Def<std::string_view> kRefusedKey{diag::Kind::kKeyNotAllowed,
                                                         "key `{}` is not allowed here"};
inline constexpr diag::Def<std::string_view> kMissing{diag::Kind::kMissingRequired,
                                                      "required key `{}` is missing"};
inline constexpr diag::Def<std::string_view, std::string_view, int64_t> kKeyCount{
    diag::Kind::kKeyCount, "expected {} for `{}`, found {}"};

// "integer or null".
std::string ExpectedName(const types::Model& model, types::TypeId type);
// The same for a value of the wrong kind, with the other kinds that are allowed there.
std::string ExpectedName(const Fault& fault, const types::Model& model);

// The literals that a type is, or that are among the members of a union.
std::vector<const value::Value*> LiteralsOf(const types::Model& model, const types::Type& type);

// The members of a union, schemas by their names.
std::string MembersText(const types::Model& model, types::TypeId id);

// Whether a union has literals only, and few enough for a headline.
bool IsOfLiterals(const types::Model& model, const types::Type& type);

// "at least 2 keys": the requirement of a key rule.
std::string CountText(const types::KeyRule& rule);

// The headline alone.
std::string Headline(const Fault& fault, const types::Model& model);
// Of a rule that does not hold, or that broke.
std::string RuleHeadline(const Fault& fault);
// The headline of a violated assertion over types.
std::string AssertionHeadline(const Fault& fault, const types::Model& model);

}  // namespace kval::check

// Secrets in invalid YAML and in YAML with an accidental meaning: the key decides, not the syntax after it.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "src/redaction/find_secrets.h"
#include "tests/redaction/scene.h"

namespace kval::redaction {
namespace {

struct Case {
  std::string_view file;
  std::string_view text;
  std::string_view part;  // the part of `text` that is the secret, or that must stay visible
};

// clang-format off
const Case kSecrets[] = {
    {"v.yml", "password: *Zq7hunter\n", "Zq7hunter"},
    {"v.yml", "password: [*Zq7hunter]\n", "Zq7hunter"},
    {"v.yml", "password: !Zq7hunter\n", "Zq7hunter"},
    {"v.yml", "password: !!Zq7hunter\n", "Zq7hunter"},
    {"v.yml", "password: !Zq7hunter x\n", "Zq7hunter"},
    {"v.yml", "password: !!str !Zq7hunter x\n", "Zq7hunter"},
    {"v.yml", "password: &Zq7hunter\nb: 1\n", "Zq7hunter"},
    {"v.yml", "password: &Zq7hunter x\nb: 1\n", "Zq7hunter"},
    {"v.yml", "password: |Zq7hunter\n", "Zq7hunter"},
    {"v.yml", "password: >Zq7hunter\n", "Zq7hunter"},
    {"v.yml", "password: | Zq7hunter\n", "Zq7hunter"},
    {"v.yml", "password:: Zq7hunter\n", "Zq7hunter"},
    {"v.yml", "password: |- Zq7hunter\n", "Zq7hunter"},
    {"v.yml", "password: #Zq7hunter\n", "Zq7hunter"},
    {"v.yml", "password: \"a\"Zq7hunter\"\n", "Zq7hunter"},
    {"v.yml", "password: \"a\" Zq7hunter\"\n", "Zq7hunter"},
    {"v.yml", "password: 'a'Zq7hunter\n", "Zq7hunter"},
    {"v.yml", "password: 'a'Zq7 #hunter\n", "Zq7 #hunter"},
    {"v.yml", "db: {password: \"a\"Zq7hunter, b: 1}\n", "Zq7hunter"},
    {"v.yml", "password:\nZq7hunter\n", "Zq7hunter"},
    {"v.yml", "a:\n  password:\n  Zq7hunter\n", "Zq7hunter"},
    {"v.yml", "a:\n  password:\nZq7hunter\nb: 1\n", "Zq7hunter"},
    {"v.yml", "a:\n  auth:\n  # why\n  Zq7hunter\n", "Zq7hunter"},
    {"v.yml", "password: |\n  x\nZq7hunter\n", "Zq7hunter"},
    {"v.yml", "password: |\n  x\n\nZq7hunter\nb: 1\n", "Zq7hunter"},
    {"v.yml", "a:\n  password: |\n    x\n Zq7hunter: z\n", "Zq7hunter: z"},
    {"v.yml", "password: \"x\nZq7hunter\"\n", "Zq7hunter"},
    {"(set arg)", "password[=Zq7hunter", "Zq7hunter"},
    {"(set arg)", "db.password[0=Zq7hunter", "Zq7hunter"},
    {"(set arg)", "a=1,password[x]=Zq7hunter", "Zq7hunter"},
    {"(set arg)", "password]=Zq7hunter", "Zq7hunter"},
    {"(set arg)", "password[0]b=Zq7hunter", "Zq7hunter"},
    {"(data-value arg)", "db.color.c=Zq7hunter", "Zq7hunter"},
    {"(data-value arg) db.color.c", "Zq7hunter", "Zq7hunter"},
    {"v.yml", "color: !Zq7hunter\n", "Zq7hunter"},
    {"v.yml", "color:\nZq7hunter\n", "Zq7hunter"},
    {"s.yml", "kind: Secret\nstringdata: {a: Zq7hunter}\n", "Zq7hunter"},
    {"s.yml", "kind: Secret\nstringdata:\n  a: Zq7hunter\n", "Zq7hunter"},
    {"s.yml", "kind: Secret\ndat: {a: Zq7hunter}\n", "Zq7hunter"},
    {"s.yml", "Data:\n  a: Zq7hunter\nkind: Secret\n", "Zq7hunter"},
    {"s.yml", "kind: Secret\nstringData:\na: Zq7hunter\n", "Zq7hunter"},
    {"s.yml", "kind: Secret\nstringData:\na: x\nb: |\n  Zq7hunter: x\n", "Zq7hunter: x"},
    {"s.yml", "kind: Secret\nstringData: |\n  Zq7hunter: x\n", "Zq7hunter: x"},
    {"s.yml", "kind: SecretList\nitems:\n- data: {a: Zq7hunter}\n", "Zq7hunter"},
    {"s.yml", "items:\n- metadata: {name: x}\n  stringData:\n    a: Zq7hunter\nkind: SecretList\n", "Zq7hunter"},
    {"s.yml", "{kind: SecretList, items: [{data: {a: Zq7hunter}}]}\n", "Zq7hunter"},
    {"s.json", "{\"kind\": \"Secret\", \"stringdata\": {\"a\": \"Zq7hunter\"}}\n", "Zq7hunter"},
    {"s.yml", "env:\n- nam: DB_PASSWORD\n  value: Zq7hunter\n", "Zq7hunter"},
    {"s.yml", "env:\n- name: DB_PASSWORD\n- value: Zq7hunter\n", "Zq7hunter"},
    {"s.yml", "env:\n  - name: DB_PASSWORD\n  value: Zq7hunter\n", "Zq7hunter"},
    {"s.yml", "env:\n- name: DB_PASSWORD\nvalue: |\n  Zq7hunter: x\n", "Zq7hunter: x"},
};

const Case kHarmless[] = {
    {"v.yml", "password: x\nb: visible1\n", "visible1"},
    {"v.yml", "password: !!str x\nb: !visible1 y\n", "visible1"},
    {"v.yml", "password: # visible1\nb: 1\n", "# visible1"},
    {"v.yml", "password: \"x\" # visible1\nb: 1\n", "# visible1"},
    {"v.yml", "password:\nvisible1: 1\n", "visible1"},
    {"v.yml", "a:\n  password:\nvisible1: 1\n", "visible1"},
    {"v.yml", "a:\n  password: |\n    x\nvisible1: 1\n", "visible1"},
    {"v.yml", "a:\n- password: |\n    x\n- visible1\n", "visible1"},
    {"v.yml", "a:\n- password: |\n    x\n- b: visible1\n", "visible1"},
    {"v.yml", "password: x\nmy key: visible1\n", "visible1"},
    {"v.yml", "password: x\n<<: *visible1\n", "visible1"},
    {"v.yml", "password: x\n---\nvisible1\n", "visible1"},
    {"v.yml", "password: \"${A_B}\"\nvisible1\n", "visible1"},
    {"v.yml", "password: x\n{{- if .Values.visible1 }}\n", "{{- if .Values.visible1 }}"},
    {"v.json", "{\n    \"password\": \"x\",\n  \"b\": \"visible1\"\n}\n", "visible1"},
    {"v.json", "{\"password\": \"x\" \"b\": \"visible1\"}\n", "visible1"},
    {"v.yml", "a: &visible1 1\npassword: *visible1\n", "*visible1"},
    {"v.yml", "a: *visible1\npassword: &visible1 x\n", "&visible1"},
    {"v.yml", "a: password=\"x\" visible1\n", "visible1"},
    {"(set arg)", "a[password]=1,b[=visible1", "visible1"},
    {"(data-value arg)", "db.colors.c=visible1", "visible1"},
    {"s.yml", "kind: Secret\nmetadata:\n  name: visible1\nstringData:\n  a: x\n", "visible1"},
    {"s.yml", "kind: Secret\nstringData:\ntype: visible1\n", "visible1"},
    {"s.yml", "kind: ConfigMap\nstringdata: {a: visible1}\n", "visible1"},
    {"s.yml", "kind: Invoice\ndate: visible1\n", "visible1"},
    {"s.yml", "kind: List\nitems:\n- data: {a: visible1}\n", "visible1"},
    {"s.yml", "env:\n- name: DB_PASSWORD\n  value: x\n- value: visible1\n", "visible1"},
    {"s.yml", "env:\n- name: DB_PASSWORD\n- name: B\n  value: visible1\n", "visible1"},
};
// clang-format on

const std::vector<std::string> kDeclared = {"color"};

std::string Shown(const Case& c) {
  const source::SourceFile file(std::string(c.file), std::string(c.text), 1);
  std::string shown;
  uint32_t at = file.base();
  for (const source::Span secret : FindSecrets(file, kDeclared)) {
    shown.append(file.Text({at, secret.begin})).append(kRedacted);
    at = secret.end;
  }
  return shown.append(file.Text({at, file.span().end}));
}

TEST(BrokenSecrets, AreHidden) {
  for (const Case& c : kSecrets) {
    EXPECT_EQ(Shown(c).find(c.part), std::string::npos) << c.text << "\n" << Shown(c);
  }
}

TEST(BrokenSecrets, AreHiddenInMessages) {
  for (const Case& c : kSecrets) {
    Scene scene;
    scene.File(std::string(c.file), std::string(c.text));
    const std::string name(c.part);
    scene.Report(scene.At(c.file, c.part), diag::Kind::kTypeMismatch, "no anchor is called `" + name + "`")
        .Label("bad" + name)
        .Emit();
    EXPECT_EQ(scene.Print("full", {}, kDeclared).find(c.part), std::string::npos) << c.text;
    EXPECT_EQ(scene.Print("json", {}, kDeclared).find(c.part), std::string::npos) << c.text;
  }
}

TEST(BrokenSecrets, WhatOnlyLooksLikeOneIsShown) {
  for (const Case& c : kHarmless) {
    EXPECT_NE(Shown(c).find(c.part), std::string::npos) << c.text << "\n" << Shown(c);
  }
}

// A value below a misspelt key is a secret if the suggested key is secret.
TEST(BrokenSecrets, UnderMisspeltKeysAreHidden) {
  Scene scene;
  scene.File("v.yml", "passwrd: Zq7hunter\nCOLOR: Zq8hunter\nuzer: visible1\n");
  scene.Report(scene.At("v.yml", "passwrd"), diag::Kind::kUnknownKey, "key `passwrd` is not declared")
      .Hint("did you mean `password`?")
      .Emit();
  scene.Report(scene.At("v.yml", "COLOR"), diag::Kind::kUnknownKey, "key `COLOR` is not declared")
      .Hint("did you mean `color`?")
      .Emit();
  scene.Report(scene.At("v.yml", "uzer"), diag::Kind::kUnknownKey, "key `uzer` is not declared")
      .Hint("did you mean `user`?")
      .Emit();
  const std::string out = scene.Print("full", {}, kDeclared);
  EXPECT_EQ(out.find("hunter"), std::string::npos) << out;
  EXPECT_NE(out.find("passwrd: <redacted>"), std::string::npos) << out;
  EXPECT_NE(out.find("visible1"), std::string::npos) << out;
}

TEST(BrokenSecrets, UnmistakableOnesAreHiddenWithinWords) {
  for (const char* secret : {"Zq7hunter", "hunter!x", "hunterTwoValue", "123abc"}) {
    EXPECT_TRUE(IsDistinctive(secret)) << secret;
  }
  for (const char* secret : {"hunter", "production", "123456", "a1", "dbPass", "my-app", "eu_west"}) {
    EXPECT_FALSE(IsDistinctive(secret)) << secret;
  }
  Scene scene;
  scene.File("v.yml", "password: Zq7hunter\ntoken: production\nb: 1\n");
  scene.Report(scene.At("v.yml", "1"), diag::Kind::kTypeMismatch, "badZq7hunterx, productions")
      .At({diag::PathStep::Key("myZq7hunter")})
      .Emit();
  const std::string out = scene.Print("full");
  EXPECT_NE(out.find("myZq7hunter: bad<redacted>x, productions"), std::string::npos) << out;
}

}  // namespace
}  // namespace kval::redaction

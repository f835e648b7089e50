#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "src/redaction/find_secrets.h"
#include "src/redaction/secret_key_names.h"
#include "tests/redaction/scene.h"

namespace kval::redaction {
namespace {

using diag::Kind;

TEST(IsSecretKey, GoesByWords) {
  for (const std::string_view key :
       {"password", "dbPassword", "DB_PASSWORD", "api-token", "apiKey", "APIKey", "tls.key", "clientSecret",
        "secrets", "private_key", "encryptionKey", "pass", "db_pw", "auth", "cookie"}) {
    EXPECT_TRUE(IsSecretKey(key)) << key;
  }
  for (const std::string_view key :
       {"monkey", "key", "keys", "tokenReview", "maxTokens", "keyboard", "secretName", "passwordFile",
        "tokenTTL", "publicKey", "topologyKey", "tokenizer", "user", "secretKeyRef", ""}) {
    EXPECT_FALSE(IsSecretKey(key)) << key;
  }
}

TEST(IsSecretPath, LooksAtEveryStep) {
  EXPECT_TRUE(IsSecretPath(Keys({"secrets", "db", "user"})));
  EXPECT_FALSE(IsSecretPath(Keys({"secrets", "db", "name"})));
  EXPECT_FALSE(IsSecretPath(Keys({"credentials", "user"})));
  EXPECT_TRUE(IsSecretPath(Keys({"credentials", "password"})));
  EXPECT_FALSE(IsSecretPath(Keys({"service", "port"})));
  EXPECT_FALSE(IsSecretPath({}));
}

struct ScanCase {
  std::string_view file;
  std::string_view text;
  std::string_view line;  // expected output for the last line of `text`
};

// Returns the last line with each secret replaced by `*`.
std::string LastLineShown(std::string_view name, std::string_view text) {
  source::SourceMap sources;
  const source::SourceFile& file = sources.AddText(std::string(name), std::string(text));
  const source::Span line = file.LineSpan(file.line_count());
  std::string shown(file.Text(line));
  const std::vector<source::Span> secrets = FindSecrets(file, {});
  for (auto secret = secrets.rbegin(); secret != secrets.rend() && secret->begin >= line.begin; ++secret) {
    shown.replace(secret->begin - line.begin, secret->size(), "*");
  }
  return shown;
}

TEST(FindSecrets, ReadsTheLineAndTheKeysAbove) {
  const ScanCase cases[] = {
      {"a.yml", "password: hunter2", "password: *"},
      {"a.yml", "  password: hunter 2 # why", "  password: * # why"},
      {"a.yml", "- password: 'a b'", "- password: *"},
      {"a.yml", "password: \"a \\\" b\" # c", "password: * # c"},
      {"a.yml", "a: *x\npassword: !!str &x hunter2", "password: !!str &x *"},
      {"a.yml", "\"password\": hunter2", "\"password\": *"},
      {"a.yml", "# password: hunter2", "# password: *"},
      {"a.yml", "{a: 1, password: b, token: \"x,y\", c: d}", "{a: 1, password: *, token: *, c: d}"},
      {"a.json", "{\"password\":\"b\",\"c\":\"d\"}", "{\"password\":*,\"c\":\"d\"}"},
      {"a.yml", "password: null", "password: null"},
      {"a.yml", "password: \"\"", "password: \"\""},
      {"a.yml", "password: #@ data.values.x", "password: #@ data.values.x"},
      {"a.yml", "password: ${PASSWORD}", "password: ${PASSWORD}"},
      {"a.yml", "password: {{ .Values.x }}", "password: {{ .Values.x }}"},
      {"a.yml", "a: &alias x\npassword: *alias", "password: *alias"},
      {"a.yml", "password: |", "password: |"},
      {"a.yml", "password: |\n  line one\n  line two", "  *"},
      {"a.yml", "secrets:\n- hunter2", "- *"},
      {"a.yml", "secrets:\n  db:\n    user: bob", "    user: *"},
      {"a.yml", "secrets:\n- name: x\n  user: bob", "  user: *"},
      {"a.yml", "secrets:\n  a: b\nuser: bob", "user: bob"},
      {"a.yml", "secrets:\n  name: bob", "  name: bob"},
      {"a.yml", "---\npassword: x\n---\n  user: bob", "  user: bob"},
      {"<flag>", "db.password=hunter2", "db.password=*"},
      {"<flag>", "db.user=bob", "db.user=bob"},
      {"a.k", "    password: str", "    password: str"},
      {"a.k", "    password?: str = \"hunter2\"", "    password?: str = *"},
      {"a.k", "    if key == \"x\": y = 1", "    if key == \"x\": y = 1"},
      {"a.yml", "image: nginx:1.2", "image: nginx:1.2"},
  };
  for (const ScanCase& c : cases) {
    EXPECT_EQ(LastLineShown(c.file, c.text), c.line) << c.text;
  }
}

TEST(Redact, HidesTheValueInFramesLabelsAndMessages) {
  Scene scene;
  scene.File("a.yml", "db:\n  password: \"hunter2\"\n  port: 1\n");
  scene.Report(scene.At("a.yml", "\"hunter2\""), Kind::kTypeMismatch, "expected integer, found `hunter2`")
      .Label("is \"hunter2\"")
      .At(Keys({"db", "password"}))
      .Found("hunter2")
      .Note("unhunter2x, hunter2 and hunter")
      .Emit();
  scene.Report(scene.At("a.yml", "1"), Kind::kTypeMismatch, "odd").At(Keys({"db", "port"})).Emit();
  EXPECT_EQ(scene.Print("full"),
            R"(error[KV301]: db.password: expected integer, found `<redacted>`
 --> a.yml:2:13
  |
1 | db:
2 |   password: <redacted>
  |             ^^^^^^^^^^ is "<redacted>"
  |
  = note: un<redacted>x, <redacted> and hunter

error[KV301]: db.port: odd
 --> a.yml:3:9
  |
2 |   password: <redacted>
3 |   port: 1
  |         ^

)");
  for (const Reporter& reporter : Reporters()) {
    EXPECT_EQ(scene.Print(reporter.name).find("`hunter2`"), std::string::npos) << reporter.name;
  }
  EXPECT_NE(scene.report::Scene::Print("full").find("password: \"hunter2\""), std::string::npos);
}

TEST(Redact, HidesABlockScalarLineByLine) {
  Scene scene;
  scene.File("a.yml", "tls:\n  pwd: |\n    -----BEGIN\n    abc\n");
  scene.Report(scene.At("a.yml", "|\n    -----BEGIN\n    abc\n"), Kind::kPattern, "not a key: abc")
      .At(Keys({"tls", "pwd"}))
      .Emit();
  EXPECT_EQ(scene.Print("full"),
            R"(error[KV407]: tls.pwd: not a key: <redacted>
 --> a.yml:2:8
  |
1 |   tls:
2 |     pwd: |
  |  ________^
3 | |     <redacted>
4 | |     <redacted>
  | |______________^

)");
}

TEST(Redact, AMissingSecretLeavesItsNeighboursVisible) {
  Scene scene;
  scene.File("a.yml", "db: {user: bob}\n");
  scene.Report(scene.At("a.yml", "{user: bob}"), Kind::kMissingRequired, "key `password` is missing")
      .At(Keys({"db", "password"}))
      .Emit();
  EXPECT_NE(scene.Print("full").find("1 | db: {user: bob}\n"), std::string::npos);
}

TEST(Redact, HidesTheValueOfAKeyThatIsPointedAt) {
  Scene scene;
  scene.File("a.yml", "login:\n  user: ada\n  password: 0x3039\n  pin: 'it''s'\nport: 1\n");
  scene.Report(scene.At("a.yml", "password"), Kind::kKclType, "expected str, got int(12345)")
      .Label("but got int(0x3039)")
      .At(Keys({"login", "password"}))
      .Emit();
  scene.Report(scene.At("a.yml", "login"), Kind::kCheckFailed, "ada must not use 12345 or it's").Emit();
  const std::string out = scene.Print("full");
  EXPECT_NE(out.find("expected str, got int(<redacted>)\n"), std::string::npos) << out;
  EXPECT_NE(out.find("but got int(<redacted>)\n"), std::string::npos) << out;
  EXPECT_NE(out.find("ada must not use <redacted> or <redacted>\n"), std::string::npos) << out;
}

TEST(Redact, LeavesTheKeyItselfAlone) {
  Scene scene;
  scene.File("a.yml", "pasword: x\npassword: hunter2\n");
  scene.Report(scene.At("a.yml", "password"), Kind::kUnknownKey, "unknown key `password`")
      .At(Keys({"password"}))
      .Emit();
  const std::string out = scene.Print("full");
  EXPECT_NE(out.find("2 | password: <redacted>\n  | ^^^^^^^^\n"), std::string::npos) << out;
  EXPECT_NE(out.find("unknown key `password`"), std::string::npos);
}

TEST(Redact, OfATextThatIsSecretOnlyKeysAreShown) {
  Scene scene;
  scene.Secret(
      "(values.yaml of a Secret)",
      "# Zq0\nhost: Zq1 x  # Zq2\nlist: [Zq3, {deep: Zq4}, \"Zq5\"]\nitems:\n- Zq6\n- name: Zq7\nnote: |\n"
      "  Zq8 of: Zq9\n  and: ZqA\nlong: \"ZqB\n  ZqC: ZqD\"\nfree ZqE: ZqF\n---\n{json: ZqG}\non: true\n"
      "&ZqH x: ZqI\n");
  const source::Span all = scene.sources().file(0).span();
  for (uint32_t line = 1; line <= scene.sources().file(0).line_count(); ++line) {
    scene.Report(scene.sources().file(0).LineSpan(line), Kind::kTypeMismatch, "odd").Emit();
  }
  scene.Report({all.begin, all.begin}, Kind::kPattern, "found: \"Zq1 x\", Zq6")
      .Found("Zq7")
      .Hint("not `ZqB`")
      .Emit();
  RenderOptions options;
  options.context_lines = 20;
  for (const Reporter& reporter : Reporters()) {
    const std::string out = scene.Print(reporter.name, options);
    EXPECT_EQ(out.find("Zq"), std::string::npos) << reporter.name << "\n" << out;
  }
  const std::string out = scene.Print("full", options);
  for (const std::string_view line :
       {"| host: <redacted>", "| list: [<redacted>, {deep: <redacted>}, <redacted>]", "| - name: <redacted>",
        "| note: |", "|   <redacted>", "| long: <redacted>", "| {json: <redacted>}", "| on: true"}) {
    EXPECT_NE(out.find(line), std::string::npos) << line << "\n" << out;
  }
}

TEST(Redact, RedactsDecodedSecretData) {
  Scene scene;
  scene.File("a.yml", "kind: Secret\ndata:\n  a: WnE3\n  b: \"aHVudGVyCnR3bwo=\"\n");
  scene.Report(scene.At("a.yml", "WnE3"), Kind::kPattern, "expected x, found: \"Zq7\"").Emit();
  scene.Report(scene.At("a.yml", "\"aHV"), Kind::kPattern, "`hunter` and `two` are odd").Emit();
  const std::string out = scene.Print("full");
  for (const std::string_view secret : {"Zq7", "hunter", "two`"}) {
    EXPECT_EQ(out.find(secret), std::string::npos) << out;
  }
}

TEST(Redact, RedactsComputedValues) {
  Scene scene;
  scene.File("(set-file arg)", "db.password=file");
  scene
      .Report(scene.At("(set-file arg)", "file"), Kind::kPattern,
              "must be: x, found: \"Zq7 \\\" hunter\" (5)")
      .At(Keys({"db", "password"}))
      .Found("77771")
      .Note("it is no y: found: 77771")
      .Note("found: length = 5")
      .Emit();
  const std::string out = scene.Print("full") + scene.Print("json");
  EXPECT_EQ(out.find("hunter"), std::string::npos) << out;
  EXPECT_EQ(out.find("77771"), std::string::npos) << out;
  EXPECT_NE(out.find("must be: x, found: <redacted> (5)"), std::string::npos) << out;
  EXPECT_NE(out.find("found: length = 5"), std::string::npos) << out;
}

TEST(Redact, RedactsShortNumbersInValuePositions) {
  Scene scene;
  scene.File("a.yml", "secrets:\n  pin: 7\n");
  scene.Report(scene.At("a.yml", "7"), Kind::kPattern, "must be: one of 7 words, found: 7")
      .At(Keys({"secrets", "pin"}))
      .Emit();
  EXPECT_NE(scene.Print("concise").find("must be: one of 7 words, found: <redacted>"), std::string::npos)
      << scene.Print("concise");
}

TEST(Redact, LeavesItsOwnWords) {
  Scene scene;
  scene.File("a.yml", "password: required\nother: 1\n");
  scene.Report(scene.At("a.yml", "1"), Kind::kMissingRequired, "required key `x` is missing")
      .Note("the value is `required`")
      .Emit();
  const std::string out = scene.Print("full");
  EXPECT_NE(out.find("required key `x` is missing"), std::string::npos) << out;
  EXPECT_NE(out.find("the value is `<redacted>`"), std::string::npos) << out;
}

// In kval's messages a word of small letters is a value only where a value is quoted.
TEST(Redact, RedactsWordsInsideQuotedValues) {
  Scene scene;
  scene.File("a.yml", "password: correcthorse\nother: 1\n");
  const source::Span at = scene.At("a.yml", "correcthorse");
  scene.Report(at, Kind::kTypeMismatch, R"(expected integer, found "a\"b correcthorse\nc")").Emit();
  scene.Report(at, Kind::kTypeMismatch, "expected integer, found `my correcthorse`").Emit();
  scene.Report(at, Kind::kTypeMismatch, "found: correcthorse").Emit();
  scene.Report(at, Kind::kTypeMismatch, "the correcthorse of kval").Emit();
  const std::string out = scene.Print("concise");
  EXPECT_EQ(out.find("correcthorse"), out.rfind("correcthorse")) << out;
  EXPECT_NE(out.find("the correcthorse of kval"), std::string::npos) << out;
}

TEST(Redact, RedactsKeysThatAreItemsOfASecret) {
  Scene scene;
  scene.File("a.yml", "credentials: {password: password, correcthorse}\n");
  scene.Report(scene.At("a.yml", "correcthorse"), Kind::kUnknownKey, "key `correcthorse` is not declared")
      .At(Keys({"credentials", "correcthorse"}))
      .Emit();
  scene.Report(scene.At("a.yml", "password", ": "), Kind::kPattern, "odd")
      .At(Keys({"credentials", "password"}))
      .Emit();
  const std::string out = scene.Print("json") + scene.Print("full");
  EXPECT_EQ(out.find("correcthorse"), std::string::npos) << out;
  EXPECT_NE(out.find("credentials.password: odd"), std::string::npos) << out;
}

TEST(Redact, ShowsSchemaTextOfSecretKeys) {
  Scene scene;
  scene.File("crd.yml",
             "kind: CustomResourceDefinition\nopenAPIV3Schema:\n  properties:\n    token: {type: string, "
             "default: Zq7, "
             "maxLength: 3}\n---\nkind: Secret\nstringData:\n  type: Zq8\n");
  scene.Report(scene.At("crd.yml", "maxLength"), Kind::kPattern, "odd").Emit();
  scene.Report(scene.At("crd.yml", "Zq8"), Kind::kPattern, "odd").Emit();
  const std::string out = scene.Print("full");
  EXPECT_NE(out.find("token: {type: string, default: <redacted>, maxLength: 3}"), std::string::npos) << out;
  EXPECT_NE(out.find("type: <redacted>"), std::string::npos) << out;
}

// Every line of a flag's value is a secret, including blank lines.
TEST(Redact, ReadsBlankLinesOfADefinitionThatIsASecret) {
  Scene scene;
  scene.File("(data-value arg) db.password", "openAPIV3Schema\n \n Zq7");
  scene.Report(scene.At("(data-value arg) db.password", "openAPIV3Schema"), Kind::kPattern, "odd").Emit();
  EXPECT_EQ(scene.Print("full").find("Zq7"), std::string::npos);
}

// The value in `key: password` of a reference may be the password, so it is hidden. The name of the key in
// messages and paths is shown.
TEST(Redact, LeavesTheKeyThatASecretsKeyIsCalledBy) {
  Scene scene;
  scene.File("a.yml", "password:\n  secretRef:\n    key: password\nother: 1\n");
  scene.Report(scene.At("a.yml", "1"), Kind::kPattern, "the field `password` is wanted")
      .At(Keys({"provider", "password"}))
      .Emit();
  scene.Report(scene.At("a.yml", "key"), Kind::kPattern, "odd").Emit();
  const std::string out = scene.Print("full");
  EXPECT_NE(out.find("provider.password: the field `password` is wanted"), std::string::npos) << out;
  EXPECT_EQ(out.find("key: password"), std::string::npos) << out;
}

// Names of keys, descriptions, enum values and rules on separate lines are shown. Defaults stay hidden.
TEST(Redact, ShowsMultilineSchemaText) {
  Scene scene;
  scene.File(
      "crd.yml",
      "kind: CustomResourceDefinition\nopenAPIV3Schema:\n  properties:\n    token:\n      description: |-\n"
      "        tells the bearing\n\n        of it\n      required:\n      - innerSecretRef\n      enum:\n"
      "      - Zq7shown\n      default: Zq8hidden\n      x-kubernetes-validations:\n      - rule: "
      "has(self.innerSecretRef)\n"
      "        message: wants it all\n");
  for (const char* text :
       {"tells the bearing", "of it", "- innerSecretRef", "Zq7shown", "Zq8hidden", "has(self", "wants it"}) {
    scene.Report(scene.At("crd.yml", text), Kind::kPattern, "odd innerSecretRef, Zq7shown, Zq8hidden").Emit();
  }
  const std::string out = scene.Print("full");
  for (const char* text : {"tells the bearing", "of it", "- innerSecretRef", "- Zq7shown",
                           "odd innerSecretRef, Zq7shown", "wants it all"}) {
    EXPECT_NE(out.find(text), std::string::npos) << text << out;
  }
  EXPECT_EQ(out.find("Zq8"), std::string::npos) << out;
}

}  // namespace
}  // namespace kval::redaction

// Secrets of accounts, webhooks and bots in every format, and similar harmless values.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/redaction/scene.h"

namespace kval::redaction {
namespace {

struct Case {
  std::string_view text;
  std::string_view part;  // the part of `text` that is the secret, or that must stay visible
};

// clang-format off
const Case kSecrets[] = {
    {"credentials:\n  github: Zq7hunter\n", "Zq7hunter"},
    {"credentials:\n  production:\n    github: Zq7hunter\n", "Zq7hunter"},
    {"db:\n  credentials:\n    user: bob\n    main: Zq7hunter\n", "Zq7hunter"},
    {"credentials:\n  user: bob\n  users:\n  - bob\n  github: Zq7hunter\n", "Zq7hunter"},
    {"credentials:\n  secretRef:\n    name: a\n  github: Zq7hunter\n", "Zq7hunter"},
    {"credentials:\n  github: a\n  gitlab: Zq7hunter\n", "Zq7hunter"},
    {"credentials:\n  secrets:\n    user: Zq7hunter\n", "Zq7hunter"},
    {"credentials:\n  secrets:\n    a: b\n  github: Zq7hunter\n", "Zq7hunter"},
    {"credentials:\n  github: |\n    a\n    Zq7hunter\n", "Zq7hunter"},
    {"credentials:\n- Zq7hunter\n", "Zq7hunter"},
    {"credentials:\n- name: a\n  value: Zq7hunter\n", "Zq7hunter"},
    {"credentials: [a, Zq7hunter]\n", "Zq7hunter"},
    {"credentials: {user: bob, github: Zq7hunter}\n", "Zq7hunter"},
    {"credentials: {users: [bob], github: Zq7hunter}\n", "Zq7hunter"},
    {"credentials:\n  github: {main: Zq7hunter}\n", "Zq7hunter"},
    {"credentials:\n- {user: bob, github: Zq7hunter}\n", "Zq7hunter"},
    {"{\"credentials\": {\"user\": \"bob\", \"github\": \"Zq7hunter\"}}\n", "Zq7hunter"},
    {"credential:\n  github: Zq7hunter\n", "Zq7hunter"},
    {"awsCredentials:\n  main: Zq7hunter\n", "Zq7hunter"},
    {"registry-creds:\n  quay: Zq7hunter\n", "Zq7hunter"},
    {"a: run --set credentials.github=Zq7hunter\n", "Zq7hunter"},
    {"a: https://hooks.slack.com/services/T000/B000/Zq7hunter/\n", "Zq7hunter"},
    {"a: https://hooks.slack.com/triggers/E000/1/Zq7hunter\n", "Zq7hunter"},
    {"a: https://hooks.slack.com:443/services/T000/B000/Zq7hunter\n", "Zq7hunter"},
    {"a: HTTPS://HOOKS.SLACK.COM/services/T000/B000/Zq7hunter\n", "Zq7hunter"},
    {"a: \"https:\\/\\/hooks.slack.com\\/services\\/T000\\/B000\\/Zq7hunter\"\n", "Zq7hunter"},
    {"a: https://h/?u=https%3A%2F%2Fhooks.slack.com%2Fservices%2FT000%2FB000%2FZq7hunter\n", "Zq7hunter"},
    {"a: https://discord.com/api/webhooks/1/Zq7hunter/slack\n", "Zq7hunter"},
    {"a: https://discord.com/api/webhooks/1/Zq7hunter?wait=true\n", "Zq7hunter"},
    {"a: https://canary.discord.com/api/webhooks/1/Zq7hunter\n", "Zq7hunter"},
    {"a: https://outlook.office.com/webhook/Zq7hunter@b/IncomingWebhook/c/d\n", "Zq7hunter@b"},
    {"a: https://x.webhook.office.com/webhookb2/a@b/IncomingWebhook/Zq7hunter/d\n", "Zq7hunter"},
    {"a: https://chat.googleapis.com/v1/spaces/A/messages?key=Zq7hunter&x=1\n", "Zq7hunter"},
    {"a: https://hooks.zapier.com/hooks/catch/1/Zq7hunter/\n", "Zq7hunter"},
    {"a: https://maker.ifttt.com/trigger/e/with/key/Zq7hunter\n", "Zq7hunter"},
    {"a: https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=Zq7hunter\n", "Zq7hunter"},
    {"a: https://chat.example.com/hooks/x7kp9qz2x7kp9qz2x7kp9qz2xy\n", "x7kp9qz2x7kp9qz2x7kp9qz2xy"},
    {"a: https://api.telegram.org/bot123456789:Zq7hunter/sendMessage\n", "123456789:Zq7hunter"},
    {"bot: 123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw\n", "AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw"},
    {"a: \"123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw\"\n", "AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw"},
    {"bot: MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs\n", "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs"},
    {"bot: xoxe.xoxp-1-Mi0yLTEyMzQ1Njc4OTAx\n", "xoxe.xoxp-1-Mi0yLTEyMzQ1Njc4OTAx"},
    {"runner: glptt-abcdefghij0123456789\n", "glptt-abcdefghij0123456789"},
};

const Case kHarmless[] = {
    {"adminPasswordExistingSecret: visible1\n", "visible1"},
    {"onepassword:\n  path: a\n  image: visible1\n", "visible1"},
    {"1Password: visible1\n", "visible1"},
    {"credentials:\n  user: visible1\n", "visible1"},
    {"credentials:\n  username: visible1\n  host: b\n", "visible1"},
    {"credentials:\n  region: visible1\n", "visible1"},
    {"credentials:\n  users:\n  - visible1\n", "visible1"},
    {"credentials:\n  secretRef:\n    name: a\n    key: visible1\n", "visible1"},
    {"credentials:\n  valueFrom:\n    configMapKeyRef:\n      key: visible1\n", "visible1"},
    {"credentials: {secretRef: {name: a, key: visible1}}\n", "visible1"},
    {"credentials: {user: visible1, main: b}\n", "visible1"},
    {"credentials: {users: [visible1]}\n", "visible1"},
    {"credentials: {a: b}\nother: visible1\n", "visible1"},
    {"credentials:\n  a: b\nother: visible1\n", "visible1"},
    {"credentials:\n  a: b\n---\n  other: visible1\n", "visible1"},
    {"credentialsFile:\n  a: visible1\n", "visible1"},
    {"existingCredentials:\n  a: visible1\n", "visible1"},
    {"credentialTemplates:\n  a: visible1\n", "visible1"},
    {"a: run --set credentials.user=visible1\n", "visible1"},
    {"a: https://hooks.slack.com/services/T000/B000/${VISIBLE1}\n", "${VISIBLE1}"},
    {"a: https://hooks.slack.com/services/{{ .Values.visible1 }}\n", "visible1"},
    {"a: https://discord.com/api/webhooks/$(VISIBLE1)\n", "VISIBLE1"},
    {"a: https://example.com/services/visible1\n", "visible1"},
    {"a: https://example.com/hooks/visible1\n", "visible1"},
    {"a: https://example.com/hooks/validating-webhook-of-visible1\n", "visible1"},
    {"a: https://example.com/src/webhooks/visible1visible1visible1\n", "visible1visible1visible1"},
    {"a: 12345678:visible1\n", "visible1"},
    {"a: arn:aws:sns:us-east-1:123456789012:TopicWithAVeryLongNameAndVisible1\n", "TopicWithAVeryLongNameAndVisible1"},
    {"a: registry:5000/a@sha256:0123456789abcdef0123456789abcdef\n", "0123456789abcdef0123456789abcdef"},
    {"a: My-package-of-visible1.1.0.0-a\n", "visible1"},
};
// clang-format on

std::string Print(const Case& c, std::string_view format) {
  Scene scene;
  scene.File("values.yml", std::string(c.text));
  const std::string said = "found `" + std::string(c.part) + "`";
  scene.Report(scene.At("values.yml", c.part), diag::Kind::kTypeMismatch, said)
      .Label("is " + std::string(c.part))
      .Emit();
  RenderOptions options;
  options.context_lines = 10;
  return scene.Print(format, options);
}

TEST(AccountSecrets, AreHiddenInEveryFormat) {
  for (const Case& c : kSecrets) {
    for (const Reporter& reporter : Reporters()) {
      const std::string out = Print(c, reporter.name);
      EXPECT_EQ(out.find(c.part), std::string::npos) << reporter.name << ": " << c.text << "\n" << out;
    }
  }
}

TEST(AccountSecrets, WhatOnlyLooksLikeOneIsShown) {
  for (const Case& c : kHarmless) {
    const std::string out = Print(c, "full");
    EXPECT_NE(out.find("found `" + std::string(c.part) + "`"), std::string::npos) << c.text << "\n" << out;
    const std::string_view line = c.text.substr(0, c.text.find('\n', c.text.find(c.part)));
    const bool has_secret = line.find("main: b") != std::string_view::npos;
    EXPECT_TRUE(has_secret || out.find(line.substr(line.rfind('\n') + 1)) != std::string::npos) << out;
  }
}

}  // namespace
}  // namespace kval::redaction

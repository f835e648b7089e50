// Every format hides secrets, in messages and source excerpts, and no harmless value.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

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
    {"values.yml", "a: 1\npassword: Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "a: 1\ndbPassword: Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "a: 1\ndbpassword: Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "a: PGPASSWORD=Zq7hunter psql\n", "Zq7hunter"},
    {"values.yml", "? password\n: Zq7hunter\nb: 1\n", "Zq7hunter"},
    {"values.yml", "? \"password\"\n: |\n  a\n  Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "a: 1\npassword Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "a: 1\npassword:Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "a: 1\n- db_token:Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "a: |\n  <password>Zq7hunter</password>\n", "Zq7hunter"},
    {"values.yml", "a: <db><dbToken>Zq7hunter</dbToken></db>\n", "Zq7hunter"},
    {"values.yml", "a: curl -u admin:Zq7hunter https://h\n", "Zq7hunter"},
    {"values.yml", "a: sshpass -p Zq7hunter ssh h\n", "Zq7hunter"},
    {"values.yml", "a: [/usr/bin/sshpass, \"-p\", \"Zq7hunter\", ssh]\n", "Zq7hunter"},
    {"values.yml", "a: sshpass -v -pZq7hunter ssh -p 22 h\n", "Zq7hunter"},
    {"values.yml", "a: mysql -h db -u root -pZq7hunter app\n", "Zq7hunter"},
    {"values.yml", "a: /bin/mysqldump '-pZq7hunter' app\n", "Zq7hunter"},
    {"values.yml", "a: x | mariadb-admin -uroot -pZq7hunter ping\n", "Zq7hunter"},
    {"values.yml", "h:\n- name: Authorization\n  value: Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "h:\n- value: Zq7hunter\n  name: Proxy-Authorization\n", "Zq7hunter"},
    {"values.yml", "h: [{name: Authorization, value: Zq7hunter}]\n", "Zq7hunter"},
    {"values.yml", "a: curl -s --user \"admin:Zq7hunter\" https://h\n", "Zq7hunter"},
    {"values.yml", "a: https://h.blob.core.windows.net/c?sv=2020&sig=Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "a: https://h.s3.amazonaws.com/c?X-Amz-Signature=Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "a: https://hooks.slack.com/services/T000/B000/Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "a: https://discord.com/api/webhooks/1/Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "env:\n- name: DB_SECRET\n  valu: Zq7hunter\n", "Zq7hunter"},
    {"schema.yml", "#@schema/default \"Zq7hunter\"\npassword: \"\"\n", "Zq7hunter"},
    {"schema.yml", "#@schema/title \"T\"\n#@schema/examples (\"x\", \"Zq7hunter\")\n#! why\npassword: 1\n", "Zq7hunter"},
    {"(set arg)", "password={Zq7hunter", "Zq7hunter"},
    {"(set arg)", "password={a,Zq7hunter}", "Zq7hunter"},
    {"(set arg)", "password=*Zq7hunter", "*Zq7hunter"},
    {"values.yml", "a: 1\nDB_PASSWORD: Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "a: 1\nroot-password: Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "a: 1\npasswd: Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "a: 1\npassphrase: Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "a: 1\npwd: Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "a: 1\nsecret: Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "a: 1\nclientSecret: Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "a: 1\nclient_secret: Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "a: 1\ntoken: Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "a: 1\napiToken: Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "a: 1\nAPI_TOKEN: Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "a: 1\napi-key: Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "a: 1\napiKey: Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "a: 1\naccessKey: Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "a: 1\nAWS_SECRET_ACCESS_KEY: Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "a: 1\nprivate_key: Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "a: 1\nencryptionKey: Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "a: 1\nsigningKey: Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "a: 1\npass: Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "a: 1\npw: Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "a: 1\nauth: Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "a: 1\ncookie: Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "a: 1\nsessionCookie: Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "a: 1\npin: Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "a: 1\ncredentials: Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "a: 1\nmasterKey: Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "a: 1\njwtKey: Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "a: 1\ntoken2: Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "a: 1\npsk: Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "a: 1\notp: Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "a: 1\nlicenseKey: Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "a: 1\nstorageAccountKey: Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "secrets:\n  db:\n    user: Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "secrets:\n- Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "tokens: [Zq7hunter, Zq8hunter]\n", "Zq8hunter"},
    {"values.yml", "password: |\n  Zq7hunter\n  more\n", "Zq7hunter"},
    {"values.yml", "pass: >-\n  Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "password: \"Zq7hunter\n  tail9X\"\n", "tail9X"},
    {"values.yml", "password: 'Zq7''hunter'\n", "Zq7''hunter"},
    {"values.yml", "db: {user: bob, password: Zq7hunter}\n", "Zq7hunter"},
    {"values.json", "{\"db\": {\"password\": \"Zq7hunter\", \"port\": 1}}\n", "Zq7hunter"},
    {"values.json", "{\n  \"token\": \"Zq7hunter\"\n}\n", "Zq7hunter"},
    {"values.yml", "password: !!str &p Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "# password: Zq7hunter\na: 1\n", "Zq7hunter"},
    {"main.k", "schema P:\n    password: str = \"Zq7hunter\"\n", "Zq7hunter"},
    {"app.schema.json", "{\"properties\": {\"password\": {\"default\": \"Zq7hunter\"}}}", "Zq7hunter"},
    {"app.schema.json", "{\"properties\": {\"secrets\": {\"examples\": [\"a\", \"Zq7hunter\"]}}}", "Zq7hunter"},
    {"a.json", "{\"type\": \"object\", \"properties\": {\"password\": {\"enum\": [\"Zq7hunter\"]}}}", "Zq7hunter"},
    {"a.yml", "# $schema=http://json-schema.org/a\npassword: Zq7hunter\n---\n$schema: http://json-schema.org/a#\n", "Zq7hunter"},
    {"db.schema.yml", "properties:\n  password: Zq7hunter\n", "Zq7hunter"},
    {"lib.star", "password = \"Zq7hunter\"\n", "Zq7hunter"},
    {"values.yml", "env:\n- name: DB_PASSWORD\n  value: Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "env:\n- value: Zq7hunter\n  name: DB_PASSWORD\n", "Zq7hunter"},
    {"values.yml", "env:\n  - {name: API_TOKEN, value: Zq7hunter}\n", "Zq7hunter"},
    {"values.yml", "env: [{\"name\": \"API_TOKEN\", \"value\": \"Zq7hunter\"}]\n", "Zq7hunter"},
    {"values.yml", "env:\n- name: API_KEY\n  value: \"Zq7hunter\"\n", "Zq7hunter"},
    {"values.yml", "env:\n- name: SECRET\n  value: |\n    Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "env:\n- value: |\n    Zq7hunter\n  name: SECRET\n", "Zq7hunter"},
    {"values.yml", "parameters:\n- key: admin-password\n  value: Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "- ParameterKey: DbPassword\n  ParameterValue: Zq7hunter\n", "Zq7hunter"},
    {"values.json", "[\n  {\n    \"name\": \"TOKEN\",\n    \"value\": \"Zq7hunter\"\n  }\n]\n", "Zq7hunter"},
    {"values.yml", "containers:\n- name: app\n  env:\n  - name: PGPASSWORD_TOKEN\n    value: Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "kind: Secret\ndata:\n  user: WnE3aHVudGVy\n", "WnE3aHVudGVy"},
    {"values.yml", "stringData:\n  tls.crt: Zq7hunter\nkind: Secret\n", "Zq7hunter"},
    {"values.yml", "kind: Secret\nmetadata:\n  name: a\nstringData:\n  name: Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "kind: Secret\nstringData:\n  config.yml: |\n    host: Zq7hunter\n", "Zq7hunter"},
    {"a.json", "{\"kind\": \"Secret\", \"data\": {\"user\": \"Wnq7aHVudGVy\"}}\n", "Wnq7aHVudGVy"},
    {"a.json", "{\n  \"kind\": \"Secret\",\n  \"data\": {\n    \"user\": \"Wnq7aHVudGVy\"\n  }\n}\n", "Wnq7aHVudGVy"},
    {"values.yml", "items:\n- kind: Secret\n  data:\n    a: Wnq7aHVudGVy\n", "Wnq7aHVudGVy"},
    {"values.yml", "kind: ConfigMap\ndata:\n  a: b\n---\nkind: Secret\ndata:\n  a: Wnq7aHVudGVy\n", "Wnq7aHVudGVy"},
    {"values.yml", "args: [\"--token\", \"Zq7hunter\"]\n", "Zq7hunter"},
    {"values.yml", "args: [--token, Zq7hunter]\n", "Zq7hunter"},
    {"values.yml", "args:\n- --token\n- Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "args:\n  - \"--db-password\"\n  - \"Zq7hunter\"\n", "Zq7hunter"},
    {"values.yml", "args:\n- --token=Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "command: run --user bob --password Zq7hunter --port 1\n", "Zq7hunter"},
    {"values.yml", "command: curl -password Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "script: |\n  login --api-key Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "a: ghp_abcdefghijklmnopqrstuvwxyz0123456789\n", "ghp_abcdefghijklmnopqrstuvwxyz0123456789"},
    {"values.yml", "a: github_pat_11ABCDEFG0abcdefghijkl_mnop\n", "github_pat_11ABCDEFG0abcdefghijkl_mnop"},
    {"values.yml", "a: glpat-abcdefghij0123456789\n", "glpat-abcdefghij0123456789"},
    {"values.yml", "id: AKIAIOSFODNN7EXAMPLE\n", "AKIAIOSFODNN7EXAMPLE"},
    {"values.yml", "x: ASIAIOSFODNN7EXAMPLE # key\n", "ASIAIOSFODNN7EXAMPLE"},
    {"values.yml", "hook: xoxb-123456789012-abcdefghijkl\n", "xoxb-123456789012-abcdefghijkl"},
    {"values.yml", "a: sk_live_4eC39HqLyjWDarjtT1zdp7dc\n", "sk_live_4eC39HqLyjWDarjtT1zdp7dc"},
    {"values.yml", "a: AIzaSyA1234567890abcdefghijklmnopqrstuv\n", "AIzaSyA1234567890abcdefghijklmnopqrstuv"},
    {"values.yml", "a: npm_abcdefghijklmnopqrstuvwxyz0123456789\n", "npm_abcdefghijklmnopqrstuvwxyz0123456789"},
    {"values.yml", "a: hvs.CAESIJabcdefghij0123456789\n", "hvs.CAESIJabcdefghij0123456789"},
    {"values.yml", "a: sk-abcdefghijklmnopqrstuvwxyz0123456789\n", "sk-abcdefghijklmnopqrstuvwxyz0123456789"},
    {"values.yml", "a: eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P\n", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P"},
    {"values.yml", "header: \"Authorization: Bearer abc123DEF456\"\n", "abc123DEF456"},
    {"values.yml", "header: Basic dXNlcjpwYXNz\n", "dXNlcjpwYXNz"},
    {"values.yml", "a: |\n  -----BEGIN RSA PRIVATE KEY-----\n  MIIEpAIBAAKCAQEA\n  -----END RSA PRIVATE KEY-----\n", "MIIEpAIBAAKCAQEA"},
    {"values.yml", "a: \"-----BEGIN PRIVATE KEY-----\\nMIIEpAIBAAKCAQEA\\n-----END PRIVATE KEY-----\"\n", "MIIEpAIBAAKCAQEA"},
    {"values.yml", "a: |\n  -----BEGIN OPENSSH PRIVATE KEY-----\n  b3BlbnNzaC1rZXk\n", "b3BlbnNzaC1rZXk"},
    {"values.yml", "url: postgres://bob:Zq7hunter@db:5432/x\n", "Zq7hunter"},
    {"values.yml", "url: \"redis://:Zq7hunter@cache:6379\"\n", "Zq7hunter"},
    {"values.yml", "url: https://bob:Zq7@hunter@example.com/\n", "Zq7@hunter"},
    {"values.yml", "dsn: bob:Zq7hunter@tcp(db:3306)/x\n", "Zq7hunter"},
    {"values.yml", "dsn: host=db user=bob password=Zq7hunter dbname=x\n", "Zq7hunter"},
    {"values.yml", "dsn: \"Server=db;User=bob;Password=Zq7hunter;\"\n", "Zq7hunter"},
    {"values.yml", "url: https://example.com/?token=Zq7hunter&x=1\n", "Zq7hunter"},
    {"values.yml", "conn: AccountName=a;AccountKey=Zq7hunterZq7==;x=y\n", "Zq7hunterZq7=="},
    {"values.yml", "x: &p Zq7hunter\npassword: *p\n", "Zq7hunter"},
    {"values.yml", "x: &p |\n  Zq7hunter\npassword: *p\n", "Zq7hunter"},
    {"values.yml", "defaults:\n  a: &p \"Zq7hunter\"\ndb:\n  token: *p\n", "Zq7hunter"},
    {"values.yml", "password: ${x7Kp9Qz2}\n", "${x7Kp9Qz2}"},
    {"values.yml", "password: ${hunter!2}\n", "${hunter!2}"},
    {"values.yml", "password: ${hunterz}\n", "${hunterz}"},
    {"values.yml", "password: ${Zqhunter2}\n", "${Zqhunter2}"},
    {"values.yml", "password: $Zqhunter\n", "$Zqhunter"},
    {"values.yml", "password: $(zqhunter)\n", "$(zqhunter)"},
    {"values.yml", "password: <zqhunter>\n", "<zqhunter>"},
    {"values.yml", "password: <Zq Hunter>\n", "<Zq Hunter>"},
    {"values.yml", "password: \"%zqhunter%\"\n", "%zqhunter%"},
    {"values.yml", "password: \"{{ zqhunter }}\"\n", "{{ zqhunter }}"},
    {"values.yml", "password: \"{{- zqhunter2 -}}\"\n", "{{- zqhunter2 -}}"},
    {"values.yml", "password: '{{ quote \"zqhunter\" }}'\n", "{{ quote \"zqhunter\" }}"},
    {"values.yml", "password: ((zqhunter))\n", "((zqhunter))"},
    {"values.yml", "password: __zqhunter__\n", "__zqhunter__"},
    {"values.yml", "password: ${USER}-${zqhunter}\n", "${USER}-${zqhunter}"},
    {"values.yml", "password: ${PASSWORD:-Zq7hunter}\n", "${PASSWORD:-Zq7hunter}"},
    {"values.yml", "password: ${A}Zq7hunter${B}\n", "${A}Zq7hunter${B}"},
    {"values.yml", "password: $(x7Kp9Qz2)\n", "$(x7Kp9Qz2)"},
    {"values.yml", "password: \"{{ 'Zq7!hunter' }}\"\n", "{{ 'Zq7!hunter' }}"},
    {"values.yml", "password: '{{ default \"x7Kp9Qz2\" .Values.password }}'\n", "{{ default \"x7Kp9Qz2\" .Values.password }}"},
    {"values.yml", "password: <x7Kp9Qz2>\n", "<x7Kp9Qz2>"},
    {"values.yml", "password: <QWxhZGRpbjpvcGVuIHNlc2FtZQ>\n", "<QWxhZGRpbjpvcGVuIHNlc2FtZQ>"},
    {"values.yml", "password: ((x7Kp9Qz2))\n", "((x7Kp9Qz2))"},
    {"values.yml", "password: \"#@ Zq7hunter\"\n", "#@ Zq7hunter"},
    {"values.yml", "password: (@Zq7hunter\n", "(@Zq7hunter"},
    {"values.yml", "url: postgres://bob:$2b$x7Kp9Qz2@db/x\n", "$2b$x7Kp9Qz2"},
    {"values.yml", "url: postgres://bob:%40Zq7hunter@db/x\n", "%40Zq7hunter"},
    {"values.yml", "url: postgres://bob:{{Zq7hunter!}}@db/x\n", "{{Zq7hunter!}}"},
    {"values.yml", "kind: Secret\nstringData:\n  config.yml: |\n    Zq7hunter: 1\n", "Zq7hunter: 1"},
    {"values.yml", "kind: Secret\nstringData:\n  config.yml: |2\n    a: 1\n\n    Zq7hunter: b\n", "Zq7hunter: b"},
    {"values.yml", "kind: Secret\nstringData:\n  a:\n    \"b: 1\n    Zq7hunter: c\"\n", "Zq7hunter: c"},
    {"values.yml", "kind: Secret\nstringData:\n  a: 'b: 1\n    Zq7hunter: c'\n", "Zq7hunter: c"},
    {"values.yml", "a: 1\n\"pass\\x77ord\": Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "a: 1\n\"pass\\x77ord\": \"Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "a: 1\n\"password\\\"\": Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "? \"pass\\x77ord\"\n: Zq7hunter\nb: 1\n", "Zq7hunter"},
    {"values.yml", "db: {\"to\\x6ben\": Zq7hunter}\n", "Zq7hunter"},
    {"values.yml", "\"se\\u0063rets\":\n  a: Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "env:\n- name: \"DB_PASS\\x57ORD\"\n  value: Zq7hunter\n", "Zq7hunter"},
    {"values.yml", "env: [{name: \"API_TO\\x4bEN\", value: Zq7hunter}]\n", "Zq7hunter"},
    {"values.yml", "args: [\"--to\\x6ben\", \"Zq7hunter\"]\n", "Zq7hunter"},
    {"values.yml", "args:\n- \"--to\\x6ben\"\n- Zq7hunter\n", "Zq7hunter"},
    {"values.json", "{\"pass\\u0077ord\": \"Zq7hunter\"}\n", "Zq7hunter"},
    {"values.json", "{\"\\u0070assword\": \"Zq7hunter\",\n", "Zq7hunter"},
    {"values.yml", "a: \"x\\npassword=Zq7hunter\"\n", "Zq7hunter"},
    {"values.yml", "run: passwords[0]=Zq7hunter psql\n", "Zq7hunter"},
    {"(set arg)", "passwords[0]=Zq7hunter", "Zq7hunter"},
    {"(set arg)", "a=1,tokens[0][1].value=Zq7hunter", "Zq7hunter"},
    {"(data-value-yaml arg) a", "{x: &p Zq7hunter, password: *p}", "Zq7hunter"},
    {"(data-value-yaml arg) a", "[&p Zq7hunter, {token: *p}]", "Zq7hunter"},
    {"(data-value arg)", "db.password=Zq7hunter", "Zq7hunter"},
    {"(data-value arg)", "password:Zq7hunter", "Zq7hunter"},
    {"(data-value-yaml arg) db.password", "[Zq7hunter", "[Zq7hunter"},
    {"(data-value arg)", "db.token.x=Zq7hunter", "Zq7hunter"},
};

const Case kHarmless[] = {
    {"values.yml", "a: !GetAtt Topic.Name\nServiceToken: !GetAtt Topic.Arn\n", "!GetAtt"},
    {"values.yml", "a: 1\nkey: visible1\n", "visible1"},
    {"values.yml", "a: 1\nkeys: visible1\n", "visible1"},
    {"values.yml", "a: 1\nnopassword: visible1\n", "visible1"},
    {"values.yml", "a: |\n  password must have visible1 signs\n", "visible1"},
    {"values.yml", "a: |\n  token visible\n", "visible"},
    {"values.yml", "a: |\n  <passwordFile>visible1</passwordFile>\n", "visible1"},
    {"values.yml", "a: docker run -u 1000:visible1 x\n", "visible1"},
    {"values.yml", "a: docker run --user app:visible1 x\n", "visible1"},
    {"values.yml", "a: curl -H visible1 https://h\n", "visible1"},
    {"values.yml", "a: sshpass -e ssh -p visible1 h\n", "visible1"},
    {"values.yml", "a: ssh -p visible1 h\n", "visible1"},
    {"values.yml", "a: sshpass -f visible1 ssh h\n", "visible1"},
    {"values.yml", "a: mysql -p visible1\n", "visible1"},
    {"values.yml", "a: mysql -Pvisible1 app\n", "visible1"},
    {"values.yml", "a: mysql app | x -pvisible1\n", "visible1"},
    {"values.yml", "a: docker run -pvisible1 mysql:8\n", "visible1"},
    {"values.yml", "a: mkdir -pvisible1\n", "visible1"},
    {"values.yml", "h:\n- name: authorization\n  value: visible1\n", "visible1"},
    {"values.yml", "h:\n- name: Authorization-Mode\n  value: visible1\n", "visible1"},
    {"values.yml", "h:\n- name: Authorization\n  volume: visible1\n", "visible1"},
    {"values.yml", "a: https://h/?signature=v1&b=visible1\n", "visible1"},
    {"values.yml", "a: https://slack.com/services/visible1\n", "visible1"},
    {"values.yml", "env:\n- name: DB_SECRET\n  volume: visible1\n", "visible1"},
    {"schema.yml", "#@schema/default \"visible1\"\nb: 1\npassword: \"\"\n", "visible1"},
    {"values.yml", "? plain\n: visible1\npassword: x\n", "visible1"},
    {"values.yml", "a: 1\ntokenReview: visible1\n", "visible1"},
    {"values.yml", "a: 1\nmaxTokens: visible1\n", "visible1"},
    {"values.yml", "a: 1\nmax_tokens: visible1\n", "visible1"},
    {"values.yml", "a: 1\nsecretName: visible1\n", "visible1"},
    {"values.yml", "a: 1\nexistingSecret: visible1\n", "visible1"},
    {"values.yml", "a: 1\nsecretRef: visible1\n", "visible1"},
    {"values.yml", "a: 1\npasswordFile: visible1\n", "visible1"},
    {"values.yml", "a: 1\ntokenTTL: visible1\n", "visible1"},
    {"values.yml", "a: 1\ntokenizer: visible1\n", "visible1"},
    {"values.yml", "a: 1\npublicKey: visible1\n", "visible1"},
    {"values.yml", "a: 1\ntopologyKey: visible1\n", "visible1"},
    {"values.yml", "a: 1\npartitionKey: visible1\n", "visible1"},
    {"values.yml", "a: 1\nsortKey: visible1\n", "visible1"},
    {"values.yml", "a: 1\nroutingKey: visible1\n", "visible1"},
    {"values.yml", "a: 1\nobjectKey: visible1\n", "visible1"},
    {"values.yml", "a: 1\nprimaryKey: visible1\n", "visible1"},
    {"values.yml", "a: 1\ncacheKey: visible1\n", "visible1"},
    {"values.yml", "a: 1\nmonkey: visible1\n", "visible1"},
    {"values.yml", "a: it is for an\n  externalAuth filter.type\nb: filter.type\n", "filter.type"},
    {"values.yml", "a: it is for an\n  externalAuth filter.\nb: filter.\n", "filter."},
    {"values.yml", "a: 1\nkeyboard: visible1\n", "visible1"},
    {"values.yml", "a: 1\npasswordPolicy: visible1\n", "visible1"},
    {"values.yml", "a: 1\npasswordMinLength: visible1\n", "visible1"},
    {"values.yml", "a: 1\nminPasswordLength: visible1\n", "visible1"},
    {"values.yml", "a: 1\nsecretStore: visible1\n", "visible1"},
    {"values.yml", "a: 1\nsecretsManager: visible1\n", "visible1"},
    {"values.yml", "a: 1\ntokenExpiry: visible1\n", "visible1"},
    {"values.yml", "a: 1\ntoken_count: visible1\n", "visible1"},
    {"values.yml", "a: 1\nimagePullSecret: visible1\n", "visible1"},
    {"values.yml", "a: 1\nauthMode: visible1\n", "visible1"},
    {"values.yml", "a: 1\nauthType: visible1\n", "visible1"},
    {"values.yml", "a: 1\nauth_url: visible1\n", "visible1"},
    {"values.yml", "a: 1\nauthMethod: visible1\n", "visible1"},
    {"values.yml", "a: 1\nauthor: visible1\n", "visible1"},
    {"values.yml", "a: 1\nauthority: visible1\n", "visible1"},
    {"values.yml", "a: 1\nauthentication: visible1\n", "visible1"},
    {"values.yml", "a: 1\nauthorization: visible1\n", "visible1"},
    {"values.yml", "a: 1\npassthrough: visible1\n", "visible1"},
    {"values.yml", "a: 1\npassThrough: visible1\n", "visible1"},
    {"values.yml", "a: 1\nbypass: visible1\n", "visible1"},
    {"values.yml", "a: 1\ncompass: visible1\n", "visible1"},
    {"values.yml", "a: 1\ncookieName: visible1\n", "visible1"},
    {"values.yml", "a: 1\ncookieDomain: visible1\n", "visible1"},
    {"values.yml", "a: 1\npinned: visible1\n", "visible1"},
    {"values.yml", "a: 1\npinning: visible1\n", "visible1"},
    {"values.yml", "a: 1\nspinner: visible1\n", "visible1"},
    {"values.yml", "a: 1\npipeline: visible1\n", "visible1"},
    {"values.yml", "a: 1\npwdFile: visible1\n", "visible1"},
    {"values.yml", "a: 1\nsecretKeyRef: visible1\n", "visible1"},
    {"values.yml", "a: 1\napiKeyName: visible1\n", "visible1"},
    {"values.yml", "a: 1\ntokenUrl: visible1\n", "visible1"},
    {"values.yml", "a: 1\ncredentialsFile: visible1\n", "visible1"},
    {"values.yml", "a: 1\nenableToken: visible1\n", "visible1"},
    {"values.yml", "a: 1\nusePassword: visible1\n", "visible1"},
    {"values.yml", "a: 1\nautomountServiceAccountToken: visible1\n", "visible1"},
    {"values.yml", "a: 1\ngeneratePassword: visible1\n", "visible1"},
    {"values.yml", "a: 1\npasswordHint: visible1\n", "visible1"},
    {"values.yml", "a: 1\noauth: visible1\n", "visible1"},
    {"values.yml", "a: 1\nusername: visible1\n", "visible1"},
    {"values.yml", "a: 1\nuser: visible1\n", "visible1"},
    {"values.yml", "a: 1\nkeyspace: visible1\n", "visible1"},
    {"values.yml", "a: 1\nkeystorePath: visible1\n", "visible1"},
    {"values.yml", "a: 1\ntokenEndpoint: visible1\n", "visible1"},
    {"values.yml", "a: 1\npassengers: visible1\n", "visible1"},
    {"values.yml", "a: 1\npassword_reset_url: visible1\n", "visible1"},
    {"values.yml", "a: 1\nsecret_rotation_interval: visible1\n", "visible1"},
    {"values.yml", "credentials:\n  user: visible1\n", "visible1"},
    {"values.yml", "auth:\n  database: visible1\n", "visible1"},
    {"values.yml", "auth:\n  username: visible1\n", "visible1"},
    {"values.yml", "secrets:\n  name: visible1\n", "visible1"},
    {"values.yml", "imagePullSecrets:\n- visible1\n", "visible1"},
    {"values.yml", "env:\n- name: LOG_LEVEL\n  value: visible1\n", "visible1"},
    {"values.yml", "env:\n- name: SECRET\n  valueFrom:\n    secretKeyRef:\n      name: visible1\n", "visible1"},
    {"values.yml", "env:\n- name: SECRET\n  value: \"x\"\n- name: OTHER\n  value: visible1\n", "visible1"},
    {"values.yml", "secretKeyRef:\n  name: a\n  key: visible1\n", "visible1"},
    {"values.yml", "kind: ConfigMap\ndata:\n  a: visible1\n", "visible1"},
    {"values.yml", "kind: Secret\ndata:\n  a: Wnq7\n---\nkind: ConfigMap\ndata:\n  b: visible1\n", "visible1"},
    {"values.yml", "kind: Secret\nmetadata:\n  name: visible1\n", "visible1"},
    {"values.yml", "kind: SecretStore\ndata:\n  a: visible1\n", "visible1"},
    {"values.yml", "args: [--port, visible1]\n", "visible1"},
    {"values.yml", "args: [\"--token-file\", \"visible1\"]\n", "visible1"},
    {"values.yml", "args:\n- --token\n- --visible1\n", "--visible1"},
    {"values.yml", "url: https://example.com/visible1\n", "visible1"},
    {"values.yml", "url: https://visible1@example.com/\n", "visible1"},
    {"values.yml", "url: http://host:8080/visible1@x\n", "visible1"},
    {"values.yml", "mail: visible1@example.com\n", "visible1"},
    {"values.yml", "image: registry:5000/visible1@sha256:0123\n", "visible1"},
    {"values.yml", "a: |\n  -----BEGIN CERTIFICATE-----\n  visible1\n  -----END CERTIFICATE-----\n", "visible1"},
    {"values.yml", "a: |\n  -----BEGIN PUBLIC KEY-----\n  visible1\n  -----END PUBLIC KEY-----\n", "visible1"},
    {"values.yml", "text: bearer of visible\n", "bearer of visible"},
    {"values.yml", "text: Basic authentication\n", "Basic authentication"},
    {"values.yml", "a: ghp_short\n", "ghp_short"},
    {"values.yml", "a: AKIAshort\n", "AKIAshort"},
    {"values.yml", "a: sk-learn\n", "sk-learn"},
    {"values.yml", "a: eyJ.visible1\n", "eyJ.visible1"},
    {"values.yml", "a: 0123456789abcdef0123456789abcdef\n", "0123456789abcdef0123456789abcdef"},
    {"values.yml", "a: Wm1GaVkyUmxabWRvYVdwcg==\n", "Wm1GaVkyUmxabWRvYVdwcg=="},
    {"values.yml", "uuid: f81d4fae-7dec-11d0-a765-00a0c91e6bf6\n", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"},
    {"values.yml", "x: &p visible1\nuser: *p\n", "visible1"},
    {"values.yml", "password: null\nuser: visible1\n", "visible1"},
    {"values.yml", "password: ${VISIBLE1}\n", "${VISIBLE1}"},
    {"values.yml", "password: \"{{ .Values.visible1 }}\"\n", "{{ .Values.visible1 }}"},
    {"values.yml", "password: ${env.DB_PASSWORD_1}\n", "${env.DB_PASSWORD_1}"},
    {"values.yml", "password: ${OAUTH2_SECRET}\n", "${OAUTH2_SECRET}"},
    {"values.yml", "password: ${USER}-${VISIBLE1}\n", "${USER}-${VISIBLE1}"},
    {"values.yml", "password: <your password here>\n", "<your password here>"},
    {"values.yml", "password: <YOUR_PASSWORD>\n", "<YOUR_PASSWORD>"},
    {"values.yml", "password: <changeme>\n", "<changeme>"},
    {"values.yml", "password: ${db_password}\n", "${db_password}"},
    {"values.yml", "password: ${var.visible}\n", "${var.visible}"},
    {"values.yml", "password: $DB_PASSWORD\n", "$DB_PASSWORD"},
    {"values.yml", "password: \"{{ vault_db_password }}\"\n", "{{ vault_db_password }}"},
    {"values.yml", "password: \"%DB_VISIBLE%\"\n", "%DB_VISIBLE%"},
    {"values.yml", "password: ((db/visible1))\n", "((db/visible1))"},
    {"values.yml", "password: '{{ include \"chart.password\" . | quote }}'\n", "{{ include \"chart.password\" . | quote }}"},
    {"values.yml", "password: \"{{ lookup('env', 'VISIBLE') }}\"\n", "{{ lookup('env', 'VISIBLE') }}"},
    {"values.yml", "password: ${{ secrets.VISIBLE1 }}\n", "${{ secrets.VISIBLE1 }}"},
    {"values.yml", "url: postgres://bob:$VISIBLE1@db/x\n", "$VISIBLE1"},
    {"values.yml", "url: postgres://bob:%(visible1)s@db/x\n", "%(visible1)s"},
    {"values.yml", "# use --token to log in\na: 1\n", "--token to log in"},
    {"values.yml", "secrets:\n  a: Zq7h\nuser: visible1\n", "visible1"},
    {"values.yml", "password: Zq7hunter\nport: visible1\n", "visible1"},
    {"main.k", "schema P:\n    password: visible1\n", "visible1"},
    {"app.schema.json", "{\"type\": \"object\", \"properties\": {\"password\": {\"enum\": [\"a\", \"visible1\"]}}}", "visible1"},
    {"a.yml", "$schema: http://json-schema.org/draft-07/schema#\ntype: object\nproperties:\n  secrets:\n    enum:\n    - a\n    - visible1\n", "visible1"},
    {"crd.yml", "spec:\n  openAPIV3Schema:\n    privateKey:\n      const: visible1\n", "visible1"},
    {"values.yml", "a: 1\n\"pass\\x65ngers\": visible1\n", "visible1"},
    {"values.yml", "a: 1\n\"use\\x72\": visible1\n", "visible1"},
    {"values.yml", "env:\n- name: \"DB_\\x55SER\"\n  value: visible1\n", "visible1"},
    {"values.yml", "a: \"x\\nuser=visible1\"\n", "visible1"},
    {"values.yml", "args: [\"--\\x70ort\", visible1]\n", "visible1"},
    {"(set arg)", "users[0].name=visible1", "visible1"},
    {"(set arg)", "ports[0]=visible1", "visible1"},
    {"(data-value-yaml arg) a", "{x: &p visible1, user: *p}", "visible1"},
    {"(data-value arg)", "db.user=visible1", "visible1"},
    {"(data-value-yaml arg) db.user", "visible1", "visible1"},
};
// clang-format on

// Reports findings at the value, at its start, and at the end of the file. All strings of the first one
// contain the value.
void ReportAll(Scene& scene, const Case& c) {
  scene.File(std::string(c.file), std::string(c.text));
  const source::Span value = scene.At(c.file, c.part);
  const std::string said = "expected something else, found `" + std::string(c.part) + "`";
  scene.Report(value, diag::Kind::kTypeMismatch, said)
      .Label("is " + std::string(c.part))
      .Found(std::string(c.part))
      .Note("the value is `" + std::string(c.part) + "`")
      .Hint("quote the value: `\"" + std::string(c.part) + "\"`")
      .Emit();
  scene.Report({value.begin, value.begin}, diag::Kind::kTypeMismatch, "odd").Emit();
  scene.Report(scene.EndOf(0), diag::Kind::kTypeMismatch, "at the end").Emit();
}

std::string Print(const Scene& scene, const Reporter& reporter) {
  RenderOptions options;
  options.context_lines = 10;
  return scene.Print(reporter.name, options);
}

TEST(Secrets, AreHiddenInEveryFormat) {
  EXPECT_GE(std::size(kSecrets), 100u);
  for (const Case& c : kSecrets) {
    Scene scene;
    ReportAll(scene, c);
    for (const Reporter& reporter : Reporters()) {
      const std::string out = Print(scene, reporter);
      EXPECT_EQ(out.find(c.part), std::string::npos) << reporter.name << ": " << c.text << "\n" << out;
    }
  }
}

// Long names and long documents: exceeding the length that the scan reads reveals nothing.
TEST(Secrets, AreHiddenWhateverIsLong) {
  const std::string secret = "Zq7hunter8";
  std::string rest;
  for (size_t i = 0; i < 2000; ++i) {
    rest += std::to_string(i * i % 97);
  }
  std::vector<std::string> strings;
  for (const size_t size : {1, 1022, 1023, 1024, 1025, 5000}) {
    const std::string name(size, 'n');
    strings.push_back("a: &" + name + " " + secret + "\npassword: *" + name + "\n");
    strings.push_back("a: {b: &" + name + " " + secret + ", c: 1}\npassword: *" + name + "\n");
    strings.push_back("- &" + name + " " + secret + "\n- password: *" + name + "\n");
    strings.push_back("a: [1, &" + name + " " + secret + "]\ntokens: [*" + name + "]\n");
    strings.push_back("a: &" + name + "\n  b: " + secret + "\nsecrets:\n  c: *" + name + "\n");
    strings.push_back("a: &x " + secret + "\nb: &" + name + " [*x]\npasswords: *" + name + "\n");
    strings.push_back("a: &" + name + " " + secret + "\nenv: [{value: *" + name + ", name: DB_PASSWORD}]\n");
    strings.push_back("a: &" + name + " " + secret + "\nenv:\n- value: *" + name + "\n  name: DB_PASSWORD\n");
    strings.push_back("a: &" + name + " " + secret + "\nkind: Secret\ndata:\n  b: *" + name + "\n");
    strings.push_back("- &" + name + "\n  b: " + secret + "\n- password: *" + name + "\n");
    strings.push_back("a: &" + name + " word\n  " + secret + "\npassword: *" + name + "\n");
    strings.push_back("a: &" + name + " " + secret + "\npassword: *" + name + "\nb: &" + name + " 1\n");
    strings.push_back("a: [{name: db_password_" + name + ", value: " + secret + "}]\n");
    strings.push_back("- name: db_password_" + name + "\n  value: " + secret + "\n");
    strings.push_back("!<tag:" + name + ">\npassword: !<tag:" + name + "> " + secret + "\n");
  }
  for (const std::string& text : strings) {
    Scene scene;
    ReportAll(scene, {"values.yml", text, secret});
    for (const Reporter& reporter : Reporters()) {
      EXPECT_EQ(Print(scene, reporter).find(secret), std::string::npos)
          << reporter.name << ": " << text.substr(0, 60);
    }
  }
}

// A truncated, quoted or repeated secret is hidden as well.
TEST(Secrets, AreHiddenWhereTheyAreCutOrRepeated) {
  const std::string begin = "Zq7hunter8";
  for (const size_t size : {0, 50, 500, 5000}) {
    std::string secret = begin;
    while (secret.size() < size) {
      secret += std::to_string(secret.size()) + "x";
    }
    Scene scene;
    scene.File("v.yml", "password: " + secret + "\nother: " + secret + "\n" + secret + ": 1\nlist: [" +
                            secret + "]\n");
    for (const std::string_view after : {"other: ", "1\n", "list: ["}) {
      scene
          .Report(scene.At("v.yml", std::string_view(begin).substr(0, 3), after), diag::Kind::kTypeMismatch,
                  "found \"" + secret.substr(0, 60) + (size > 60 ? "…" : "") + "\"")
          .At({diag::PathStep::Key(secret)})
          .Note("one of " + secret)
          .Emit();
    }
    for (const Reporter& reporter : Reporters()) {
      EXPECT_EQ(Print(scene, reporter).find("Zq7"), std::string::npos)
          << reporter.name << " " << size << Print(scene, reporter);
    }
  }
}

TEST(Secrets, HelpsNeverSayRedacted) {
  for (const Case& c : kSecrets) {
    Scene scene;
    ReportAll(scene, c);
    EXPECT_EQ(scene.Print("full").find("= help: quote the value: `\"<redacted>"), std::string::npos)
        << c.text;
  }
}

TEST(Secrets, WhatOnlyLooksLikeOneIsShown) {
  EXPECT_GE(std::size(kHarmless), 100u);
  for (const Case& c : kHarmless) {
    Scene scene;
    ReportAll(scene, c);
    const std::string out = scene.Print("full");
    EXPECT_NE(out.find("found `" + std::string(c.part) + "`"), std::string::npos) << c.text << "\n" << out;
    const std::string_view line = c.text.substr(0, c.text.find('\n', c.text.find(c.part)));
    const std::string shown(line.substr(line.rfind('\n') + 1));
    EXPECT_NE(out.find(shown), std::string::npos) << c.text << "\n" << out;
  }
}

}  // namespace
}  // namespace kval::redaction

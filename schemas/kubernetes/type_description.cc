#include "schemas/kubernetes/type_description.h"

#include <algorithm>
#include <array>

#include "src/support/ascii_text.h"
#include "src/support/edit_distance.h"
#include "src/support/take_part.h"

namespace kval::schemas::kubernetes {
namespace {

using Text = std::string_view;

struct ShortName {
  std::string_view name, kind;
};

// In alphabetical order.
constexpr std::array<ShortName, 29> kShortNames = {{
    {"cj", "CronJob"},
    {"cm", "ConfigMap"},
    {"crd", "CustomResourceDefinition"},
    {"crds", "CustomResourceDefinition"},
    {"cs", "ComponentStatus"},
    {"csr", "CertificateSigningRequest"},
    {"deploy", "Deployment"},
    {"ds", "DaemonSet"},
    {"ep", "Endpoints"},
    {"ev", "Event"},
    {"hpa", "HorizontalPodAutoscaler"},
    {"ing", "Ingress"},
    {"ip", "IPAddress"},
    {"limits", "LimitRange"},
    {"netpol", "NetworkPolicy"},
    {"no", "Node"},
    {"ns", "Namespace"},
    {"pc", "PriorityClass"},
    {"pdb", "PodDisruptionBudget"},
    {"po", "Pod"},
    {"pv", "PersistentVolume"},
    {"pvc", "PersistentVolumeClaim"},
    {"quota", "ResourceQuota"},
    {"rc", "ReplicationController"},
    {"rs", "ReplicaSet"},
    {"sa", "ServiceAccount"},
    {"sc", "StorageClass"},
    {"sts", "StatefulSet"},
    {"svc", "Service"},
}};

// Returns the kind for a kubectl short name: `Deployment` for `deploy`; empty if unknown. Source: discovery
// documents of Kubernetes 1.35.
std::string_view KindOfShortName(std::string_view name) {
  const auto found =
      std::lower_bound(kShortNames.begin(), kShortNames.end(), name,
                       [](const ShortName& row, std::string_view key) { return row.name < key; });
  return found != kShortNames.end() && found->name == name ? found->kind : std::string_view();
}

// A shape of the table as Go writes types.
std::string TypeText(Text shape) {
  if (shape.empty()) {
    return "any";
  }
  const Text rest = shape.substr(1);
  switch (shape.front()) {
    case '@':
      return std::string(rest.substr(rest.rfind('.') + 1));
    case '[': {
      const size_t slash = rest.starts_with("/")    ? rest.find('/', 1)
                           : rest.starts_with("=/") ? 1
                                                    : Text::npos;
      return "[]" + TypeText(slash == Text::npos ? rest : rest.substr(slash + 1));
    }
    case '{':
      return "map[string]" + TypeText(rest);
    case '(':
      return "any";
    case 's':
      return "string";
    case 'B':
      return "base64";
    case 'i':
    case '4':
    case '8':
      return "integer";
    case 'n':
      return "number";
    case 'b':
      return "boolean";
    case 'q':
      return "Quantity";
    case 'I':
      return "IntOrString";
    case 't':
      return "Time";
    case 'o':
      return "Object";
    default:
      return "any";
  }
}

// The type that a shape leads to, behind lists and maps; empty for scalars.
Text TypeAfter(Text shape) {
  const size_t at = shape.find('@');
  return at == Text::npos || shape.starts_with("(") ? Text() : shape.substr(at + 1);
}

// `A|B` as `A, B`.
std::string WithCommas(Text values) {
  std::string text;
  while (!values.empty()) {
    text += (text.empty() ? "" : ", ") + std::string(TakePart(values, '|'));
  }
  return text;
}

// `filled;min:1;format:ip` and `A|B` in words.
std::vector<std::string> RuleWords(Text values, Text rules, Text fallback) {
  std::vector<std::string> words;
  if (!values.empty()) {
    words.push_back("one of " + WithCommas(values));
  }
  while (!rules.empty()) {
    Text rule = TakePart(rules, ';');
    const Text name = TakePart(rule, ':');
    const std::string what(rule);
    if (name == "min" || name == "max") {
      words.push_back((name == "min" ? "at least " : "at most ") + what);
    } else if (name == "size") {
      words.push_back("no longer than " + what);
    } else if (name == "format") {
      words.push_back("format " + what);
    } else if (name == "unique") {
      words.push_back(what.empty() ? "no item twice" : "no two items with the same " + what);
    } else if (name == "items") {
      words.push_back("items are one of " + WithCommas(what));
    } else if (name == "itemformat") {
      words.push_back("items have the format " + what);
    } else if (name == "labels") {
      words.push_back("keys and values are those of labels");
    }
  }
  if (!fallback.empty()) {
    words.push_back("default " + std::string(fallback));
  }
  return words;
}

// The description of a type and of its fields: `T NAME TEXT`, then `FIELD TEXT`.
class Strings {
 public:
  Strings(Text all, Text type) {
    const std::string head = "T " + std::string(type);
    size_t at = all.starts_with(head) ? 0 : Text::npos;
    for (size_t from = 0; at == Text::npos && from != Text::npos;) {
      from = all.find("\n" + head, from);
      if (from != Text::npos) {
        from += 1;
        const size_t end = from + head.size();
        at = end < all.size() && (all[end] == ' ' || all[end] == '\n') ? from : Text::npos;
      }
    }
    if (at != Text::npos) {
      block_ = all.substr(at, std::min(all.find("\nT ", at), all.size()) - at);
      Text line = TakePart(block_, '\n');
      TakePart(line, ' ');
      TakePart(line, ' ');
      own_ = line;
    }
  }

  std::string Own() const { return Unescaped(own_); }
  std::string Of(Text field) const {
    for (Text rest = block_; !rest.empty();) {
      Text line = TakePart(rest, '\n');
      if (TakePart(line, ' ') == field) {
        return Unescaped(line);
      }
    }
    return {};
  }

 private:
  static std::string Unescaped(Text text) {
    std::string out;
    for (size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '\\' && i + 1 < text.size()) {
        out += text[++i] == 'n' ? '\n' : text[i];
      } else {
        out += text[i];
      }
    }
    return out;
  }

  Text block_, own_;
};

// One line of a type, without its text; `shape` is set as well.
FieldDescription FieldOf(Text line, Text& shape) {
  FieldDescription field;
  field.name = std::string(TakePart(line, ' '));
  shape = line.substr(0, line.find_first_of("! "));
  field.type = TypeText(shape);
  line.remove_prefix(shape.size());
  field.is_required = line.starts_with("!");
  Text values, rules, fallback;
  while (!line.empty()) {
    const Text part = TakePart(line, ' ');
    Text& fact = part.starts_with("e=") ? values : part.starts_with("r=") ? rules : fallback;
    fact = part.size() > 2 ? part.substr(2) : Text();
  }
  field.rules = RuleWords(values, rules, fallback);
  return field;
}

}  // namespace

std::optional<Api> KindOfTopic(const ApiTable& table, Text topic, size_t version) {
  const Text named = topic.substr(0, topic.find('.'));
  const Text suggested = KindOfShortName(named);
  const std::string expected = LowerCased(suggested.empty() ? named : suggested);
  std::optional<Api> best;
  for (const Api& api : table.Apis()) {
    const std::string kind = LowerCased(api.kind);
    const bool is_it = kind == expected || kind + "s" == expected || kind + "es" == expected ||
                       (kind.ends_with("y") && kind.substr(0, kind.size() - 1) + "ies" == expected);
    if (!is_it || (api.versions >> version & 1U) == 0) {
      continue;
    }
    // `v1` before `v1beta1` and `v2` before `v1`.
    const Text name = api.api_version.substr(api.api_version.find('/') + 1);
    const Text known = best ? best->api_version.substr(best->api_version.find('/') + 1) : Text();
    const bool is_stable = name.find_first_of("ab") == Text::npos;
    const bool was_stable = known.find_first_of("ab") == Text::npos;
    // Of two groups (Event), that without a name, as kubectl has it.
    const bool is_core = name == known && api.api_version == name;
    if (!best || (is_stable && !was_stable) || (is_stable == was_stable && (name > known || is_core))) {
      best = api;
    }
  }
  return best;
}

std::optional<TypeDescription> Describe(const ApiTable& table, const Api& api, Text path, size_t version,
                                        Text strings, UnknownField& no_field) {
  const TypeRecord* record = table.FindKind(api.api_version, api.kind, version);
  TypeDescription found;
  found.api_version = std::string(api.api_version);
  found.kind = std::string(api.kind);
  while (!path.empty() && record != nullptr) {
    const Text part = TakePart(path, '.');
    std::vector<Text> names;
    Text shape;
    bool is_there = false;
    for (Text body = record->body; !body.empty() && !is_there;) {
      const Text line = TakePart(body, '\n');
      const Text name = line.substr(0, line.find(' '));
      names.push_back(name);
      is_there = name == part;
      if (is_there) {
        found.field = FieldOf(line, shape);
        found.field.text = Strings(strings, record->name).Of(name);
      }
    }
    if (!is_there) {
      no_field = {std::string(part), std::string(Nearest(part, names))};
      return std::nullopt;
    }
    record = TypeAfter(shape).empty() ? nullptr : table.FindType(TypeAfter(shape), version);
    if (record == nullptr && !path.empty()) {
      no_field = {std::string(path.substr(0, path.find('.'))), {}};
      return std::nullopt;
    }
  }
  if (record == nullptr) {
    return found;
  }
  const Strings of_type(strings, record->name);
  found.type_text = of_type.Own();
  for (Text body = record->body; !body.empty();) {
    const Text line = TakePart(body, '\n');
    if (!line.starts_with("* ") && !line.starts_with("= ")) {
      Text shape;
      found.fields.push_back(FieldOf(line, shape));
      found.fields.back().text = of_type.Of(found.fields.back().name);
    }
  }
  return found;
}

std::optional<FieldInfo> FieldAt(const ApiTable& table, Text api_version, Text kind, const diag::Path& path,
                                 size_t version) {
  const TypeRecord* record = table.FindKind(api_version, kind, version);
  std::optional<FieldInfo> found;
  std::string name(kind);
  for (const diag::PathStep& step : path) {
    if (step.index >= 0) {
      continue;  // items of a list are of the type behind it
    }
    if (record == nullptr) {
      break;
    }
    Text shape;
    bool is_there = false;
    for (Text body = record->body; !body.empty() && !is_there;) {
      const Text line = TakePart(body, '\n');
      is_there = line.substr(0, line.find(' ')) == step.key;
      if (is_there) {
        name += "." + step.key;
        found = FieldInfo{name, FieldOf(line, shape)};
      }
    }
    // A key of a map is not a field, and neither is anything below it.
    const bool leads_on = is_there && shape.find('{') == Text::npos && !TypeAfter(shape).empty();
    record = leads_on ? table.FindType(TypeAfter(shape), version) : nullptr;
  }
  return found;
}

}  // namespace kval::schemas::kubernetes

"""Random admission policies with bindings, parameters, namespaces and an object, for k8s_admission_differential.py."""
import copy
import json

GROUP = "admissionregistration.k8s.io/v1"
# Kinds and their resources.
RESOURCES = {"Deployment": "deployments", "DaemonSet": "daemonsets", "StatefulSet": "statefulsets", "ReplicaSet": "replicasets", "Job": "jobs",
             "CronJob": "cronjobs", "Pod": "pods", "Service": "services", "ConfigMap": "configmaps", "Secret": "secrets", "Namespace": "namespaces",
             "ServiceAccount": "serviceaccounts", "PersistentVolumeClaim": "persistentvolumeclaims", "PersistentVolume": "persistentvolumes", "Ingress": "ingresses",
             "NetworkPolicy": "networkpolicies", "Role": "roles", "ClusterRole": "clusterroles", "RoleBinding": "rolebindings", "StorageClass": "storageclasses",
             "PodDisruptionBudget": "poddisruptionbudgets", "HorizontalPodAutoscaler": "horizontalpodautoscalers", "PriorityClass": "priorityclasses",
             "ResourceQuota": "resourcequotas", "LimitRange": "limitranges"}
CLUSTER_KINDS = ("Namespace", "PersistentVolume", "ClusterRole", "StorageClass", "PriorityClass")
TEXTS = ["", "a", "web", "nginx:1.25", "100m", "1Gi", "10.0.0.1", "10.0.0.0/8", "https://a.example:8443/p?q=1", "1.2.3", "a.b", "A-b_c", "ä", "2024-01-01T00:00:00Z", "300s", "x,y"]
WORDS = ["web", "a", "b", "prod", "dev", "default"]


def literal(value):
    """Returns the text of a CEL literal."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "null"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else repr(value)


def places(value, text):
    """Yields the expression and the value of everything in an object."""
    yield text, value
    if isinstance(value, dict):
        for key, child in value.items():
            yield from places(child, f"{text}.{key}" if key.isidentifier() and key not in ("namespace", "in", "as") else f"{text}[{literal(key)}]")
    elif isinstance(value, list):
        for i, child in enumerate(value[:2]):
            yield from places(child, f"{text}[{i}]")


class Expressions:
    """Generates expressions of a given type about an object."""

    def __init__(self, dice, sample, has_params, is_update):
        self.dice, self.count = dice, 0
        self.places = list(places(sample, "object"))
        self.variables = []  # (name, type)
        self.has_params, self.is_update = has_params, is_update
        self.has_namespace = True

    def one(self, *choices):
        return self.dice.choice(choices)()

    def name(self):
        self.count += 1
        return f"v{self.count}"

    def place(self, kinds):
        """Returns a place with a value of a kind, sometimes a missing one or one of another kind."""
        found = [text for text, value in self.places if isinstance(value, kinds) and (kinds != int or not isinstance(value, bool))]
        dice = self.dice.random()
        if not found or dice < 0.06:
            return self.dice.choice([text for text, value in self.places if kinds in (list, dict) or not isinstance(value, (list, dict))])
        text = self.dice.choice(found)
        if dice < 0.1:
            return text + self.dice.choice([".missing", "['x']", "[7]"])
        if dice < 0.14 and self.is_update:
            return "oldObject" + text[len("object"):]
        return text

    def exact(self, kinds):
        """Returns a place with a value of a kind. The API server of 1.37 fails to compare maps and lists with other values."""
        found = [text for text, value in self.places if isinstance(value, kinds)]
        return self.dice.choice(found) if found else "'none'"

    def of_variables(self, kind):
        return [lambda n=name: f"variables.{n}" for name, of in self.variables if of == kind] * 2

    def text(self, depth):
        inner = lambda: self.text(depth - 1)
        plain = [lambda: self.place(str), lambda: self.place(str), lambda: literal(self.dice.choice(TEXTS)), lambda: "object.metadata.name",
                 lambda: "object.kind", lambda: self.dice.choice(["request.operation", "request.kind.kind", "request.resource.resource", "request.name", "request.namespace"]),
                 *self.of_variables("text")]
        if self.has_params:
            plain += [lambda: self.dice.choice(["params.data.a", "params.data['b']", "params.metadata.name", "params.kind", "params.data.missing"])] * 2
        if self.has_namespace:
            plain += [lambda: self.dice.choice(["namespaceObject.metadata.name", "namespaceObject.metadata.labels.env", "string(namespaceObject.metadata.labels['kubernetes.io/metadata.name'])"])]
        if depth <= 0:
            return self.one(*plain)
        return self.one(*plain[:2], lambda: f"(string({inner()}) + {inner()})", lambda: f"({self.condition(depth - 1)} ? {inner()} : {inner()})",
                        lambda: f"{inner()}.lowerAscii()", lambda: f"{inner()}.replace({inner()}, 'x')", lambda: f"{inner()}.trim()", lambda: f"{inner()}.substring({self.number(0)})",
                        lambda: f"string({self.number(depth - 1)})", lambda: f"{inner()}.find('[a-z]+')", lambda: f"{self.list(depth - 1)}.join(',')",
                        lambda: f"{self.texts(depth - 1)}.join(',')", lambda: f"{inner()}.charAt(0)", lambda: f"'%s is %d'.format([{inner()}, {self.number(depth - 1)}])",
                        lambda: f"string({self.condition(depth - 1)})", lambda: f"object.metadata.?labels.app.orValue({inner()})", lambda: f"object.?spec.?hostname.orValue('none')",
                        lambda: f"(quantity({literal(self.dice.choice(['100m', '1Gi', '5', 'x']))}).asInteger() == 1 ? 'one' : string({inner()}))",
                        lambda: f"url('https://' + {inner()}).getHost()",
                        lambda: f"string(ip({inner()}))", lambda: f"(cidr('10.0.0.0/8').ip().family() == 4 ? {inner()} : 'b')", lambda: f"string(duration({inner()}))",
                        lambda: f"{self.texts(depth - 1)}[{self.dice.choice('01')}]")

    def number(self, depth):
        inner = lambda: self.number(depth - 1)
        plain = [lambda: self.place(int), lambda: self.place(int), lambda: str(self.dice.choice([0, 1, 2, 3, -1, 100, 9223372036854775807])), *self.of_variables("number")]
        if self.has_params:
            plain += [lambda: "int(params.data.n)"]
        if depth <= 0:
            return self.one(*plain)
        return self.one(*plain[:2], lambda: f"size({self.list(depth - 1)})", lambda: f"size({self.text(depth - 1)})", lambda: f"({inner()} {self.dice.choice('+-*/%')} {inner()})",
                        lambda: f"({self.condition(depth - 1)} ? int({inner()}) : int({inner()}))", lambda: f"int({self.text(depth - 1)})", lambda: f"{self.text(depth - 1)}.indexOf({self.text(0)})",
                        lambda: f"{self.numbers(depth - 1)}.sum()", lambda: f"{self.numbers(depth - 1)}.max()", lambda: f"{self.texts(depth - 1)}.indexOf({self.text(0)})",
                        lambda: f"semver('1.2.3').minor()", lambda: f"int(double({inner()}) * 1.5)", lambda: f"size({self.map(depth - 1)})",
                        lambda: f"quantity({self.text(0)}).asInteger()", inner)

    def list(self, depth):
        if depth <= 0:
            return self.one(lambda: self.place(list), lambda: self.place(list), lambda: "[]", *self.of_variables("list"))
        name = self.name()
        return self.one(lambda: self.place(list), lambda: self.texts(depth - 1), lambda: f"{self.items(depth - 1)}.filter({name}, {self.about(name, depth - 1)})",
                        lambda: f"({self.items(depth - 1)} + {self.items(depth - 1)})", lambda: self.numbers(depth - 1))

    def texts(self, depth):
        if depth <= 0:
            return self.one(lambda: "['a', 'web']", lambda: "object.metadata.name.split('-')", lambda: f"[{self.text(0)}]")
        name = self.name()
        return self.one(lambda: f"{self.text(depth - 1)}.split(',')", lambda: f"{self.items(depth - 1)}.map({name}, {name}.name)",
                        lambda: f"[{self.text(depth - 1)}, {self.text(depth - 1)}]", lambda: f"{self.texts(depth - 1)}.filter({name}, {name}.startsWith('a'))",
                        lambda: f"{self.items(depth - 1)}.map({name}, has({name}.image), {name}.image)", lambda: f"{self.text(depth - 1)}.findAll('[a-z]')")

    def numbers(self, depth):
        name = self.name()
        return self.one(lambda: f"[{self.number(depth - 1)}, {self.number(depth - 1)}]", lambda: "[1, 2, 2]", lambda: f"{self.list(depth - 1)}.map({name}, size({name}))",
                        lambda: f"{self.texts(depth - 1)}.map({name}, size({name}))")

    def map(self, depth):
        return self.one(lambda: self.place(dict), lambda: self.place(dict), lambda: "object.metadata.labels", lambda: "object.metadata.?annotations.orValue({})", lambda: "{'a': 1}")

    def scalar(self, depth):
        return f"dyn({self.one(lambda: self.exact((str, int, bool)), lambda: self.text(depth), lambda: self.number(depth), lambda: 'null')})"

    def items(self, depth):
        """Returns a list whose items have no static type."""
        return self.place(list) if depth <= 0 or self.dice.random() < 0.5 else f"dyn({self.list(depth)})"

    def about(self, name, depth):
        """Returns a condition about an item of a list."""
        return self.one(lambda: f"has({name}.{self.dice.choice(['name', 'image', 'port', 'resources', 'securityContext', 'missing'])})", lambda: f"{name}.name == {self.text(depth)}",
                        lambda: f"string({name}) == {self.text(0)}", lambda: f"{name}.name.startsWith({self.text(0)})", lambda: f"{name}.?image.orValue('x').contains(':')",
                        lambda: f"{name}.{self.dice.choice(['port', 'containerPort'])} > {self.number(0)}", lambda: f"type({name}) == {self.dice.choice(['string', 'map', 'list', 'int'])}",
                        lambda: f"has({name}.resources) && has({name}.resources.limits) && quantity({name}.resources.limits.cpu).isLessThan(quantity('2'))")

    def condition(self, depth):
        inner = lambda: self.condition(depth - 1)
        name = self.name()
        if depth <= 0:
            return self.one(lambda: f"{self.text(0)} == {self.text(0)}", lambda: f"{self.number(0)} < {self.number(0)}", lambda: self.place(bool), self.presence,
                            lambda: self.dice.choice(["true", "false", "oldObject == null", "request.dryRun", "namespaceObject == null"]), *self.of_variables("condition"))
        return self.one(
            lambda: f"({inner()} && {inner()})", lambda: f"({inner()} || {inner()})", lambda: f"!({inner()})", self.presence,
            lambda: f"{self.items(depth - 1)}.{self.dice.choice(['all', 'exists', 'exists_one'])}({name}, {self.about(name, depth - 1)})",
            lambda: f"{self.map(depth - 1)}.{self.dice.choice(['all', 'exists'])}({name}, {name}.startsWith({self.text(0)}))",
            lambda: f"string({self.text(depth - 1)}) in {self.map(depth - 1)}", lambda: f"{self.scalar(depth - 1)} in {self.one(lambda: self.exact(list), lambda: self.texts(depth - 1))}",
            lambda: f"{self.text(depth - 1)}.{self.dice.choice(['startsWith', 'endsWith', 'contains', 'matches'])}({self.text(depth - 1)})",
            lambda: f"{self.number(depth - 1)} {self.dice.choice(['<', '<=', '>', '>=', '==', '!='])} {self.number(depth - 1)}",
            lambda: f"{self.scalar(depth - 1)} {self.dice.choice(['==', '!='])} {self.scalar(depth - 1)}",
            lambda: f"{self.exact(list)} == {self.exact(list)}", lambda: f"{self.exact(dict)} != {self.exact(dict)}", lambda: f"{self.text(depth - 1)} {self.dice.choice(['<', '>=', '=='])} {self.text(depth - 1)}",
            lambda: f"isQuantity({self.text(depth - 1)})", lambda: f"quantity({self.text(depth - 1)}).{self.dice.choice(['isGreaterThan', 'isLessThan'])}(quantity('1'))",
            lambda: f"isURL({self.text(depth - 1)})", lambda: f"isIP({self.text(depth - 1)})", lambda: f"cidr('10.0.0.0/8').containsIP({self.text(depth - 1)})",
            lambda: f"isSemver({self.text(depth - 1)})", lambda: f"{self.texts(depth - 1)}.isSorted()", lambda: f"sets.contains({self.texts(depth - 1)}, {self.texts(depth - 1)})",
            lambda: f"sets.intersects({self.list(depth - 1)}, {self.list(depth - 1)})", lambda: f"({inner()} ? bool({inner()}) : bool({inner()}))",
            lambda: f"format.dns1123Label().validate({self.text(depth - 1)}).hasValue()", lambda: f"!format.named('labelValue').value().validate({self.text(depth - 1)}).hasValue()",
            lambda: f"optional.of({self.scalar(depth - 1)}).hasValue()", lambda: f"object.?metadata.labels[?string({self.text(0)})].hasValue()",
            lambda: f"timestamp(dyn({self.text(depth - 1)})) > timestamp('2020-01-01T00:00:00Z')", lambda: f"duration(dyn({self.text(depth - 1)})) > duration('1m')",
            lambda: f"oldObject == null || {self.scalar(0)} == oldObject.metadata.name" if self.is_update else "oldObject == null",
            lambda: f"{self.map(depth - 1)}.all({name}, {name}w, {name} != '' && string({name}w) != {self.text(0)})", lambda: self.place(bool))

    def holds(self, depth):
        """Returns a condition whose static type is bool."""
        return f"({self.condition(depth)}) ? true : false"

    def message(self, depth):
        """Returns an expression whose static type is string."""
        return f"string({self.text(depth)})"

    def presence(self):
        text = self.dice.choice([t for t, _ in self.places if "." in t and t.rsplit(".", 1)[1].isidentifier()])
        head, tail = text.rsplit(".", 1)
        return f"{self.dice.choice(['', '!'])}has({head}.{self.dice.choice([tail, tail, tail, 'missing'])})"


class Cases:
    """Generates cases: documents with policies, bindings, parameters and namespaces, and an object. The oracle assigns no addresses
    to Services."""

    def __init__(self, dice, manifests):
        self.dice = dice
        self.manifests = [m for m in manifests if m["kind"] in RESOURCES and "/v" in "/" + m["apiVersion"] and "beta" not in m["apiVersion"] and m["apiVersion"] != "autoscaling/v1"
                          and (m["kind"] != "Service" or m["spec"].get("type") == "ExternalName")]

    def chance(self, share):
        return self.dice.random() < share

    def make(self):
        dice = self.dice
        sample = copy.deepcopy(dice.choice(self.manifests))
        self.vary(sample)
        operation = dice.choice(["CREATE"] * 6 + ["UPDATE", "DELETE"])
        space = sample["metadata"].get("namespace") or "default"
        documents = self.spaces(space) + self.params(space)
        for i in range(dice.choice([1, 1, 1, 2])):
            documents += self.policy(f"policy-{i}", sample, operation)
        case = {"documents": documents, "object": sample, "operation": operation}
        if operation == "UPDATE":
            case["old"] = copy.deepcopy(sample)
            self.vary(case["object"])
            case["object"]["metadata"].pop("namespace", None)
            case["object"]["metadata"].update({k: v for k, v in case["old"]["metadata"].items() if k == "namespace"})
        return case

    def vary(self, sample):
        dice, metadata = self.dice, sample["metadata"]
        if self.chance(0.5):
            metadata["labels"] = {k: dice.choice(WORDS) for k in dice.sample(["app", "team", "example.com/a"], dice.choice([0, 1, 2]))}
        if self.chance(0.4):
            metadata["annotations"] = {"note": dice.choice(["", "n", "a,b"])}
        if sample["kind"] not in CLUSTER_KINDS and self.chance(0.3):
            metadata["namespace"] = dice.choice(["default", "prod"])
        if sample["kind"] in ("Deployment", "ReplicaSet") and self.chance(0.5):
            sample["spec"]["replicas"] = dice.choice([0, 1, 5])

    def spaces(self, space):
        spaces = [space] if space != "default" or self.chance(0.5) else []
        return [{"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name, **({"labels": {"env": self.dice.choice(WORDS)}} if self.chance(0.6) else {})}} for name in spaces]

    def params(self, space):
        dice, found = self.dice, []
        for name in dice.sample(["first", "second"], dice.choice([0, 1, 1, 2])):
            found.append({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name, "namespace": dice.choice([space, space, "params"]), "labels": {"use": dice.choice("ab")}},
                          "data": {"a": dice.choice(TEXTS), "b": dice.choice(WORDS), "n": dice.choice(["1", "3", "x"])}})
        return found

    def rules(self, sample, operation):
        dice, api = self.dice, sample["apiVersion"]
        group, version = api.split("/") if "/" in api else ("", api)
        other = self.chance(0.15)
        rule = {"apiGroups": [dice.choice([group, group, "*"])], "apiVersions": [dice.choice([version, "*"])], "operations": dice.choice([["*"], ["CREATE", "UPDATE", "DELETE"], [operation]]),
                "resources": [dice.choice([RESOURCES[sample["kind"]]] * 3 + ["*", "*/*", RESOURCES[sample["kind"]] + "/*", RESOURCES[sample["kind"]] + "/status"])]}
        if "*" in rule["resources"][0] and rule["resources"][0].endswith("/*") and rule["resources"][0] != "*/*":
            rule["resources"].append("endpoints/status")
        if other:
            rule["resources"] = ["secrets"]
        if self.chance(0.2):
            rule["scope"] = dice.choice(["Namespaced", "Cluster", "*"])
        if self.chance(0.1):
            rule["resourceNames"] = [dice.choice([sample["metadata"].get("name", "x"), "other"])]
        return [rule] + ([{"apiGroups": ["apps"], "apiVersions": ["v1"], "operations": ["CREATE"], "resources": ["deployments"]}] if self.chance(0.2) else [])

    def selector(self):
        dice = self.dice
        return dice.choice([{}, {"matchLabels": {"app": dice.choice(WORDS)}}, {"matchExpressions": [{"key": dice.choice(["app", "env", "kubernetes.io/metadata.name"]), "operator": "Exists"}]},
                            {"matchExpressions": [{"key": dice.choice(["app", "env", "kubernetes.io/metadata.name"]), "operator": dice.choice(["In", "NotIn"]), "values": dice.sample(WORDS, 3)}]},
                            {"matchExpressions": [{"key": "team", "operator": "DoesNotExist"}]}])

    def resources(self, sample, operation, is_binding):
        found = {} if is_binding and self.chance(0.7) else {"resourceRules": self.rules(sample, operation)}
        if self.chance(0.15):
            found["objectSelector"] = self.selector()
        if self.chance(0.15):
            found["namespaceSelector"] = self.selector()
        if self.chance(0.08):
            found["excludeResourceRules"] = self.rules(sample, operation)
        if self.chance(0.2):
            found["matchPolicy"] = self.dice.choice(["Exact", "Equivalent"])
        return found

    def policy(self, name, sample, operation):
        dice = self.dice
        has_params = self.chance(0.35) and sample["kind"] not in ("ConfigMap", "Namespace")
        seen = copy.deepcopy(sample)
        make = Expressions(dice, seen, has_params, operation == "UPDATE")
        spec = {"matchConstraints": self.resources(sample, operation, False), "failurePolicy": dice.choice(["Fail", "Fail", "Ignore"])}
        if self.chance(0.1):
            del spec["failurePolicy"]
        if has_params:
            spec["paramKind"] = dice.choice([{"apiVersion": "v1", "kind": "ConfigMap"}] * 4 + [{"apiVersion": "v1", "kind": "Namespace"}])
        if self.chance(0.3):
            spec["matchConditions"] = [{"name": f"c{i}", "expression": make.holds(dice.choice([0, 1, 2]))} for i in range(dice.choice([1, 1, 2]))]
        if self.chance(0.5):
            spec["variables"] = []
            for i in range(dice.choice([1, 1, 2, 3])):
                kind = dice.choice(["text", "number", "list", "condition"])
                spec["variables"].append({"name": f"x{i}", "expression": getattr(make, kind)(2)})
                make.variables.append((f"x{i}", kind))
        spec["validations"] = []
        for _ in range(dice.choice([1, 1, 2, 3])):
            validation = {"expression": make.holds(dice.choice([1, 2, 3]))}
            if self.chance(0.4):
                validation["message"] = dice.choice(["denied", " with spaces ", "other"])
            if self.chance(0.4):
                validation["messageExpression"] = make.message(2)
            if self.chance(0.1):
                validation["reason"] = dice.choice(["Forbidden", "Invalid"])
            spec["validations"].append(validation)
        if self.chance(0.15):
            spec["auditAnnotations"] = [{"key": "note", "valueExpression": dice.choice([make.message(2), "null", make.message(1)])}]
        policy = {"apiVersion": GROUP, "kind": "ValidatingAdmissionPolicy", "metadata": {"name": name}, "spec": spec}
        return [policy] + [self.binding(f"{name}-{i}", name, sample, operation, has_params) for i in range(dice.choice([1, 1, 1, 2]))]

    def binding(self, name, policy, sample, operation, has_params):
        dice = self.dice
        spec = {"policyName": policy, "validationActions": dice.choice([["Deny"], ["Deny"], ["Warn"], ["Audit"], ["Warn", "Audit"], ["Deny", "Audit"]])}
        if self.chance(0.3):
            spec["matchResources"] = self.resources(sample, operation, True)
        if has_params and self.chance(0.9):
            spec["paramRef"] = {"parameterNotFoundAction": dice.choice(["Allow", "Deny"])}
            spec["paramRef"].update(dice.choice([{"name": "first"}, {"name": "second"}, {"name": "default"}, {"selector": {"matchLabels": {"use": dice.choice("ab")}}}, {"selector": {}}]))
            if self.chance(0.2):
                spec["paramRef"]["namespace"] = dice.choice(["default", "params"])
        return {"apiVersion": GROUP, "kind": "ValidatingAdmissionPolicyBinding", "metadata": {"name": name}, "spec": spec}

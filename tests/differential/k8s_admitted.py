"""Random objects of many kinds for k8s_admission_differential.py, and policies that state what the API server makes of them."""
import copy
import json

from k8s_manifests import JOB, MANIFESTS, SELECTOR, made, template
from k8s_policies import GROUP, literal

BARE = {"spec": {"containers": [{"name": "a", "image": "b"}], "restartPolicy": "Never"}}
TARGET = {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"}
PERCENT = {"type": "Percent", "value": 10, "periodSeconds": 60}
MORE = [
    made("v1", "Service", spec={"ports": [{"port": 80}], "clusterIP": "10.0.0.5"}),
    made("v1", "Service", spec={"type": "NodePort", "ports": [{"port": 80, "targetPort": "http"}, {"port": 81, "name": "b", "nodePort": 30001}], "clusterIP": "10.0.0.5"}),
    made("v1", "Service", spec={"type": "LoadBalancer", "ports": [{"port": 80}], "clusterIP": "10.0.0.5", "externalTrafficPolicy": "Local", "healthCheckNodePort": 30002}),
    made("v1", "Service", spec={"type": "LoadBalancer", "ports": [{"port": 80}], "clusterIP": "10.0.0.5", "allocateLoadBalancerNodePorts": False, "sessionAffinity": "ClientIP"}),
    made("v1", "Service", spec={"clusterIP": "None", "selector": {"app": "web"}}),
    made("batch/v1", "Job", spec={"template": BARE}), made("batch/v1", "Job", spec={**JOB, "completionMode": "Indexed", "backoffLimitPerIndex": 1}),
    made("batch/v1", "CronJob", spec={"schedule": "@daily", "jobTemplate": {"spec": {"template": BARE}}}),
    made("apps/v1", "StatefulSet", spec={"serviceName": "web", "selector": SELECTOR, "template": template(), "updateStrategy": {"type": "OnDelete"}}),
    made("apps/v1", "StatefulSet", spec={"serviceName": "web", "selector": SELECTOR, "template": template(), "updateStrategy": {"rollingUpdate": {"partition": 2}},
                                         "volumeClaimTemplates": [{"metadata": {"name": "d"}, "spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": 1}}}}]}),
    made("apps/v1", "Deployment", spec={"selector": SELECTOR, "template": template(hostNetwork=True), "strategy": {"type": "Recreate"}}),
    made("v1", "Pod", spec={"hostNetwork": True, "containers": [{"name": "a", "image": "b", "ports": [{"containerPort": 80}], "lifecycle": {"preStop": {"httpGet": {"port": 80}}},
                                                                 "livenessProbe": {"grpc": {"port": 80}}}],
                            "volumes": [{"name": "e"}, {"name": "f", "ephemeral": {"volumeClaimTemplate": {"spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}}}}},
                                        {"name": "i", "image": {"reference": "x/y"}}, {"name": "s", "iscsi": {"targetPortal": "10.0.0.1", "iqn": "iqn.2001-04.com.example:s", "lun": 0}}]}),
    made("v1", "Pod", spec={"schedulingGates": [{"name": "a.b/c"}], "resources": {"limits": {"cpu": 1}}, "containers": [{"name": "a", "image": "b"}]}),
    made("v1", "PersistentVolumeClaim", spec={"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}, "dataSourceRef": {"kind": "PersistentVolumeClaim", "name": "x"}}),
    made("networking.k8s.io/v1", "NetworkPolicy", spec={"podSelector": {}}), made("networking.k8s.io/v1", "NetworkPolicy", spec={"podSelector": SELECTOR, "egress": [{"ports": [{"port": 53}]}]}),
    made("autoscaling/v2", "HorizontalPodAutoscaler", spec={"scaleTargetRef": TARGET, "maxReplicas": 3}),
    made("autoscaling/v2", "HorizontalPodAutoscaler", spec={"scaleTargetRef": TARGET, "maxReplicas": 3, "behavior": {"scaleUp": {"policies": [PERCENT]}}}),
    made("autoscaling/v2", "HorizontalPodAutoscaler", spec={"scaleTargetRef": TARGET, "maxReplicas": 3, "behavior": {"scaleDown": {"selectPolicy": "Min"}, "scaleUp": {"stabilizationWindowSeconds": 5}}}),
    made("autoscaling/v1", "HorizontalPodAutoscaler", spec={"scaleTargetRef": TARGET, "maxReplicas": 3}),
    made("v1", "LimitRange", spec={"limits": [{"type": "Container", "max": {"cpu": 2}, "min": {"memory": "1Mi"}}, {"type": "Pod", "max": {"cpu": "4"}}]}),
    {"apiVersion": "v1", "kind": "ReplicationController", "metadata": {"name": "web"}, "spec": {"template": template()}},
    {"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "web"}, "spec": {"template": template(restartPolicy="Never")}},
    made("rbac.authorization.k8s.io/v1", "RoleBinding", roleRef={"kind": "Role", "name": "r"}, subjects=[{"kind": "Group", "name": "a"}, {"kind": "ServiceAccount", "name": "b", "namespace": "n"}]),
    made("networking.k8s.io/v1", "IngressClass", spec={"controller": "a.b/c", "parameters": {"kind": "P", "name": "x"}}), made("storage.k8s.io/v1", "CSIDriver", "c.d", spec={}),
    made("discovery.k8s.io/v1", "EndpointSlice", addressType="IPv4", ports=[{"port": 80}], endpoints=[]),
]
# Kubelets create nodes. The oracle has other registries for kinds that are requests only; policies do not apply to those that configure admission.
SKIPPED = ("admissionregistration.k8s.io/", "apiextensions.k8s.io/", "authentication.k8s.io/", "authorization.k8s.io/", "internal.", "events.k8s.io/")
# What the API server generates, and the oracle does not: addresses and ports.
GENERATED = ("uid", "creationTimestamp", "clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy", "nodePort", "healthCheckNodePort")


class Admitted:
    """Generates objects without policies, from which some optional fields are removed."""

    def __init__(self, dice):
        self.dice = dice
        found = [m for m in MANIFESTS + MORE if not m["apiVersion"].startswith(SKIPPED) and "alpha" not in m["apiVersion"] and "beta" not in m["apiVersion"] and m["kind"] not in ("List", "Scale", "Node")]
        self.kinds = sorted({m["kind"] for m in found})
        self.of_kind = {kind: [m for m in found if m["kind"] == kind] for kind in self.kinds}

    def make(self):
        dice = self.dice
        sample = copy.deepcopy(dice.choice(self.of_kind[dice.choice(self.kinds)]))
        for _ in range(dice.choice([0, 1, 1, 2, 4])):
            self.remove(sample)
        if dice.random() < 0.3:
            sample["metadata"].pop("labels", None)
        return {"documents": [], "object": sample, "operation": "CREATE"}

    def remove(self, sample):
        places = []

        def walk(value):
            for key, child in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
                if isinstance(value, dict):
                    places.append((value, key))
                walk(child)
        for key, value in sample.items():
            if key not in ("apiVersion", "kind", "metadata"):
                walk(value)
        if places:
            of, key = self.dice.choice(places)
            del of[key]


def exactly(value, path, is_service):
    """Yields expressions that hold if the object at a path is exactly the given value."""
    if isinstance(value, dict):
        for key, child in value.items():
            if key not in GENERATED:
                yield from exactly(child, f"{path}[{json.dumps(key)}]", is_service)
        if not is_service:
            yield f"size({path}) == {len(value)}"
    elif isinstance(value, list):
        yield f"size({path}) == {len(value)}"
        for i, child in enumerate(value):
            yield from exactly(child, f"{path}[{i}]", is_service)
    else:
        yield f"{path} == {literal(value)}"


def admitting(admitted):
    """Returns documents with policies that objects other than the given one violate."""
    texts = list(exactly(admitted, "object", admitted["kind"] == "Service"))
    rule = {"apiGroups": ["*"], "apiVersions": ["*"], "operations": ["CREATE"], "resources": ["*"]}
    documents = []
    for i in range(0, len(texts), 60):
        name = f"admitted-{i}"
        documents += [{"apiVersion": GROUP, "kind": "ValidatingAdmissionPolicy", "metadata": {"name": name},
                       "spec": {"matchConstraints": {"resourceRules": [rule]}, "validations": [{"expression": text} for text in texts[i:i + 60]]}},
                      {"apiVersion": GROUP, "kind": "ValidatingAdmissionPolicyBinding", "metadata": {"name": name}, "spec": {"policyName": name, "validationActions": ["Deny"]}}]
    return documents

"""Base manifests: one for nearly every kind that the API server's code can validate."""


def container(**more):
    return {"name": "app", "image": "nginx:1.27", **more}


def pod_spec(**more):
    return {"containers": [container()], **more}


def template(**more):
    return {"metadata": {"labels": {"app": "web"}}, "spec": pod_spec(**more)}


RICH = pod_spec(
    containers=[
        container(
            command=["/bin/sh"], args=["-c", "sleep 1"], imagePullPolicy="IfNotPresent", workingDir="/srv",
            ports=[{"name": "http", "containerPort": 8080, "protocol": "TCP"}, {"containerPort": 9090}],
            env=[{"name": "A", "value": "1"}, {"name": "B", "valueFrom": {"fieldRef": {"fieldPath": "metadata.name"}}},
                 {"name": "C", "valueFrom": {"secretKeyRef": {"name": "s", "key": "k"}}},
                 {"name": "D", "valueFrom": {"resourceFieldRef": {"resource": "limits.cpu"}}}],
            envFrom=[{"configMapRef": {"name": "c"}, "prefix": "X_"}],
            resources={"requests": {"cpu": "100m", "memory": "64Mi"}, "limits": {"cpu": 1, "memory": "1Gi"}},
            volumeMounts=[{"name": "data", "mountPath": "/data"}, {"name": "conf", "mountPath": "/etc/x", "subPath": "a"}],
            livenessProbe={"httpGet": {"path": "/", "port": "http"}, "periodSeconds": 5},
            readinessProbe={"tcpSocket": {"port": 8080}, "successThreshold": 2},
            startupProbe={"exec": {"command": ["true"]}, "failureThreshold": 30},
            lifecycle={"preStop": {"exec": {"command": ["true"]}}},
            securityContext={"runAsUser": 1000, "capabilities": {"drop": ["ALL"]}, "allowPrivilegeEscalation": False,
                             "seccompProfile": {"type": "RuntimeDefault"}}),
        {"name": "side", "image": "busybox"}],
    initContainers=[{"name": "init", "image": "busybox", "restartPolicy": "Always"}],
    volumes=[{"name": "data", "emptyDir": {"sizeLimit": "1Gi"}}, {"name": "conf", "configMap": {"name": "c", "items": [{"key": "a", "path": "b"}]}},
             {"name": "sec", "secret": {"secretName": "s", "defaultMode": 420}}, {"name": "host", "hostPath": {"path": "/x", "type": "Directory"}},
             {"name": "all", "projected": {"sources": [{"secret": {"name": "s"}}, {"downwardAPI": {"items": [{"path": "l", "fieldRef": {"fieldPath": "metadata.labels"}}]}},
                                                       {"serviceAccountToken": {"path": "t", "expirationSeconds": 3600}}]}},
             {"name": "pvc", "persistentVolumeClaim": {"claimName": "x"}}],
    affinity={"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [
        {"matchExpressions": [{"key": "zone", "operator": "In", "values": ["a"]}]}]},
        "preferredDuringSchedulingIgnoredDuringExecution": [{"weight": 1, "preference": {"matchFields": [{"key": "metadata.name", "operator": "In", "values": ["a"]}]}}]},
        "podAntiAffinity": {"preferredDuringSchedulingIgnoredDuringExecution": [
            {"weight": 100, "podAffinityTerm": {"topologyKey": "kubernetes.io/hostname", "labelSelector": {"matchLabels": {"app": "web"}}}}],
            "requiredDuringSchedulingIgnoredDuringExecution": [{"topologyKey": "zone", "labelSelector": {"matchExpressions": [{"key": "a", "operator": "Exists"}]}}]}},
    tolerations=[{"key": "a", "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": 5}],
    topologySpreadConstraints=[{"maxSkew": 1, "topologyKey": "zone", "whenUnsatisfiable": "DoNotSchedule", "labelSelector": {"matchLabels": {"app": "web"}}}],
    securityContext={"fsGroup": 1, "runAsNonRoot": True, "sysctls": [{"name": "net.core.somaxconn", "value": "1"}], "supplementalGroups": [1]},
    nodeSelector={"disk": "ssd"}, serviceAccountName="default", dnsPolicy="ClusterFirst",
    dnsConfig={"nameservers": ["1.1.1.1"], "searches": ["a.b"], "options": [{"name": "ndots", "value": "2"}]},
    hostAliases=[{"ip": "127.0.0.1", "hostnames": ["a.b"]}], imagePullSecrets=[{"name": "r"}], priorityClassName="high",
    terminationGracePeriodSeconds=10, hostname="h", subdomain="s", enableServiceLinks=False, schedulerName="x",
    readinessGates=[{"conditionType": "a.b/c"}], shareProcessNamespace=True, restartPolicy="Always")


def made(api_version, kind, name="web", **body):
    return {"apiVersion": api_version, "kind": kind, "metadata": {"name": name, "labels": {"app": "web"}}, **body}


SELECTOR = {"matchLabels": {"app": "web"}}
JOB = {"backoffLimit": 2, "completions": 1, "parallelism": 1, "activeDeadlineSeconds": 60, "ttlSecondsAfterFinished": 5, "template": template(restartPolicy="Never")}
WEBHOOK = {"name": "a.b.c", "admissionReviewVersions": ["v1"], "sideEffects": "None", "failurePolicy": "Fail", "timeoutSeconds": 5,
           "clientConfig": {"service": {"name": "s", "namespace": "n", "path": "/x", "port": 443}}, "matchPolicy": "Equivalent",
           "rules": [{"apiGroups": ["apps"], "apiVersions": ["v1"], "operations": ["CREATE"], "resources": ["deployments"], "scope": "Namespaced"}],
           "namespaceSelector": SELECTOR}
CLAIM = {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}, "storageClassName": "fast", "volumeMode": "Filesystem"}
RULE = {"apiGroups": [""], "resources": ["pods"], "verbs": ["get"]}
DEFINITION = made("apiextensions.k8s.io/v1", "CustomResourceDefinition", "things.a.b", spec={
    "group": "a.b", "scope": "Namespaced", "names": {"plural": "things", "singular": "thing", "kind": "Thing", "listKind": "ThingList", "shortNames": ["th"]},
    "versions": [{"name": "v1", "served": True, "storage": True, "subresources": {"status": {}, "scale": {"specReplicasPath": ".spec.n", "statusReplicasPath": ".status.n"}},
                  "additionalPrinterColumns": [{"name": "N", "type": "integer", "jsonPath": ".spec.n", "priority": 1}],
                  "schema": {"openAPIV3Schema": {"type": "object", "properties": {
                      "spec": {"type": "object", "required": ["n"], "properties": {
                          "n": {"type": "integer", "minimum": 1, "maximum": 9, "default": 2}, "s": {"type": "string", "pattern": "^a", "enum": ["a", "ab"], "maxLength": 5},
                          "l": {"type": "array", "maxItems": 3, "items": {"type": "string"}, "x-kubernetes-list-type": "set"},
                          "m": {"type": "array", "items": {"type": "object", "required": ["k"], "properties": {"k": {"type": "string"}}},
                                "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"]},
                          "o": {"type": "object", "additionalProperties": {"type": "string"}}, "p": {"x-kubernetes-int-or-string": True},
                          "u": {"type": "object", "x-kubernetes-preserve-unknown-fields": True}, "d": {"type": "string", "format": "duration", "nullable": True}},
                               "x-kubernetes-validations": [{"rule": "self.n > 1 || has(self.s)", "message": "one of them"}]},
                      "status": {"type": "object", "properties": {"n": {"type": "integer"}}}}}}}]})

MANIFESTS = [
    made("v1", "Pod", spec=pod_spec()), made("v1", "Pod", spec=RICH), made("v1", "Pod", spec=RICH),
    made("apps/v1", "Deployment", spec={"replicas": 2, "selector": SELECTOR, "template": template(), "minReadySeconds": 1, "progressDeadlineSeconds": 60, "revisionHistoryLimit": 1,
                                        "strategy": {"type": "RollingUpdate", "rollingUpdate": {"maxSurge": "25%", "maxUnavailable": 1}}}),
    made("apps/v1", "Deployment", spec={"selector": SELECTOR, "template": {"metadata": {"labels": {"app": "web", "x": "y"}}, "spec": RICH}}),
    made("apps/v1", "DaemonSet", spec={"selector": SELECTOR, "template": template(), "updateStrategy": {"type": "RollingUpdate", "rollingUpdate": {"maxUnavailable": 1}}}),
    made("apps/v1", "StatefulSet", spec={"serviceName": "web", "replicas": 1, "selector": SELECTOR, "template": template(), "podManagementPolicy": "Parallel",
                                         "updateStrategy": {"type": "RollingUpdate", "rollingUpdate": {"partition": 1}},
                                         "persistentVolumeClaimRetentionPolicy": {"whenDeleted": "Retain", "whenScaled": "Delete"},
                                         "volumeClaimTemplates": [{"metadata": {"name": "data"}, "spec": CLAIM}]}),
    made("apps/v1", "ReplicaSet", spec={"selector": SELECTOR, "template": template(), "replicas": 1}),
    made("v1", "ReplicationController", spec={"selector": {"app": "web"}, "template": template()}),
    made("v1", "PodTemplate", template=template()),
    made("apps/v1", "ControllerRevision", revision=1, data={"a": 1}),
    made("batch/v1", "Job", spec=JOB), made("batch/v1", "Job", spec={**JOB, "completionMode": "Indexed", "podFailurePolicy": {"rules": [
        {"action": "FailJob", "onExitCodes": {"operator": "In", "values": [1, 2], "containerName": "app"}}, {"action": "Ignore", "onPodConditions": [{"type": "DisruptionTarget", "status": "True"}]}]}}),
    made("batch/v1", "CronJob", spec={"schedule": "*/5 * * * *", "timeZone": "Etc/UTC", "concurrencyPolicy": "Forbid", "successfulJobsHistoryLimit": 1, "startingDeadlineSeconds": 9,
                                      "suspend": False, "jobTemplate": {"spec": {"template": template(restartPolicy="OnFailure")}}}),
    made("v1", "Service", spec={"selector": {"app": "web"}, "type": "ClusterIP", "ports": [
        {"name": "http", "port": 80, "targetPort": "http", "protocol": "TCP"}, {"name": "m", "port": 9090, "targetPort": 9090}], "sessionAffinity": "None"}),
    made("v1", "Service", spec={"type": "LoadBalancer", "ports": [{"port": 80, "nodePort": 30080}], "externalTrafficPolicy": "Local", "loadBalancerSourceRanges": ["10.0.0.0/8"],
                                "sessionAffinity": "ClientIP", "sessionAffinityConfig": {"clientIP": {"timeoutSeconds": 10}}, "ipFamilyPolicy": "PreferDualStack", "ipFamilies": ["IPv4"]}),
    made("v1", "Service", spec={"type": "ExternalName", "externalName": "a.b.c"}), made("v1", "Service", spec={"clusterIP": "None", "ports": [{"port": 1}]}),
    made("v1", "ConfigMap", data={"a.b": "x", "c": "y"}, binaryData={"d": "AAEC"}, immutable=True),
    made("v1", "Secret", type="Opaque", data={"a": "YQ=="}, stringData={"b": "c"}), made("v1", "Secret", type="kubernetes.io/tls", stringData={"tls.crt": "a", "tls.key": "b"}),
    made("v1", "Secret", type="kubernetes.io/basic-auth", stringData={"username": "a"}),
    made("v1", "Namespace"), made("v1", "ServiceAccount", secrets=[{"name": "s"}], imagePullSecrets=[{"name": "r"}], automountServiceAccountToken=False),
    made("v1", "PersistentVolumeClaim", spec=CLAIM), made("v1", "PersistentVolumeClaim", spec={**CLAIM, "dataSource": {"kind": "PersistentVolumeClaim", "name": "x"}, "selector": SELECTOR}),
    made("v1", "PersistentVolume", spec={"capacity": {"storage": "1Gi"}, "accessModes": ["ReadWriteOnce"], "hostPath": {"path": "/x"}, "persistentVolumeReclaimPolicy": "Retain"}),
    made("v1", "PersistentVolume", spec={"capacity": {"storage": "1Gi"}, "accessModes": ["ReadWriteMany"], "nfs": {"server": "a", "path": "/x"}, "mountOptions": ["a"],
                                         "nodeAffinity": {"required": {"nodeSelectorTerms": [{"matchExpressions": [{"key": "a", "operator": "In", "values": ["b"]}]}]}}}),
    made("v1", "ResourceQuota", spec={"hard": {"pods": "10", "requests.cpu": "1", "limits.memory": "1Gi"}, "scopeSelector": {"matchExpressions": [{"scopeName": "PriorityClass", "operator": "In", "values": ["a"]}]}}),
    made("v1", "ResourceQuota", spec={"hard": {"pods": 10}, "scopes": ["BestEffort"]}),
    made("v1", "LimitRange", spec={"limits": [{"type": "Container", "default": {"cpu": "1"}, "defaultRequest": {"cpu": "500m"}, "max": {"cpu": "2"}, "min": {"cpu": "100m"}}]}),
    made("v1", "Node", spec={"taints": [{"key": "a", "value": "b", "effect": "NoSchedule"}], "podCIDR": "10.0.0.0/24", "podCIDRs": ["10.0.0.0/24"]}),
    made("v1", "Endpoints", subsets=[{"addresses": [{"ip": "10.1.2.3"}], "ports": [{"port": 80, "name": "a"}]}]),
    made("discovery.k8s.io/v1", "EndpointSlice", addressType="IPv4", endpoints=[{"addresses": ["10.1.2.3"], "conditions": {"ready": True}}], ports=[{"name": "a", "port": 80, "protocol": "TCP"}]),
    made("networking.k8s.io/v1", "Ingress", spec={"ingressClassName": "nginx", "tls": [{"hosts": ["a.b"], "secretName": "s"}], "rules": [{"host": "a.b", "http": {"paths": [
        {"path": "/", "pathType": "Prefix", "backend": {"service": {"name": "web", "port": {"number": 80}}}}, {"path": "/x", "pathType": "Exact", "backend": {"service": {"name": "web", "port": {"name": "http"}}}}]}}]}),
    made("networking.k8s.io/v1", "Ingress", spec={"defaultBackend": {"service": {"name": "web", "port": {"number": 80}}}}),
    made("networking.k8s.io/v1", "IngressClass", spec={"controller": "a.b/c", "parameters": {"apiGroup": "a.b", "kind": "P", "name": "x", "scope": "Cluster"}}),
    made("networking.k8s.io/v1", "NetworkPolicy", spec={"podSelector": SELECTOR, "policyTypes": ["Ingress", "Egress"], "ingress": [{"from": [
        {"podSelector": {}}, {"ipBlock": {"cidr": "10.0.0.0/8", "except": ["10.1.0.0/16"]}}, {"namespaceSelector": SELECTOR}], "ports": [{"port": 80}, {"port": 100, "endPort": 200, "protocol": "UDP"}]}], "egress": [{}]}),
    made("autoscaling/v2", "HorizontalPodAutoscaler", spec={"scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"}, "minReplicas": 1, "maxReplicas": 5, "metrics": [
        {"type": "Resource", "resource": {"name": "cpu", "target": {"type": "Utilization", "averageUtilization": 50}}},
        {"type": "Pods", "pods": {"metric": {"name": "p"}, "target": {"type": "AverageValue", "averageValue": "1k"}}},
        {"type": "External", "external": {"metric": {"name": "q", "selector": SELECTOR}, "target": {"type": "Value", "value": "30"}}}],
        "behavior": {"scaleDown": {"stabilizationWindowSeconds": 300, "selectPolicy": "Max", "policies": [{"type": "Percent", "value": 10, "periodSeconds": 60}]}}}),
    made("autoscaling/v1", "HorizontalPodAutoscaler", spec={"scaleTargetRef": {"kind": "Deployment", "name": "web"}, "maxReplicas": 5, "targetCPUUtilizationPercentage": 50}),
    made("policy/v1", "PodDisruptionBudget", spec={"minAvailable": "50%", "selector": SELECTOR}), made("policy/v1", "PodDisruptionBudget", spec={"maxUnavailable": 1, "selector": SELECTOR, "unhealthyPodEvictionPolicy": "AlwaysAllow"}),
    made("rbac.authorization.k8s.io/v1", "Role", rules=[RULE, {"apiGroups": ["apps"], "resources": ["deployments"], "verbs": ["*"], "resourceNames": ["a"]}]),
    made("rbac.authorization.k8s.io/v1", "ClusterRole", rules=[RULE, {"nonResourceURLs": ["/healthz"], "verbs": ["get"]}], aggregationRule={"clusterRoleSelectors": [SELECTOR]}),
    made("rbac.authorization.k8s.io/v1", "RoleBinding", roleRef={"apiGroup": "rbac.authorization.k8s.io", "kind": "Role", "name": "r"}, subjects=[{"kind": "ServiceAccount", "name": "a", "namespace": "n"}]),
    made("rbac.authorization.k8s.io/v1", "ClusterRoleBinding", roleRef={"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": "r"}, subjects=[{"kind": "User", "name": "a", "apiGroup": "rbac.authorization.k8s.io"}]),
    made("scheduling.k8s.io/v1", "PriorityClass", value=1000, globalDefault=False, preemptionPolicy="Never", description="x"),
    made("storage.k8s.io/v1", "StorageClass", provisioner="a.b/c", parameters={"a": "b"}, reclaimPolicy="Delete", volumeBindingMode="WaitForFirstConsumer", allowVolumeExpansion=True,
         allowedTopologies=[{"matchLabelExpressions": [{"key": "zone", "values": ["a"]}]}]),
    made("storage.k8s.io/v1", "CSIDriver", "a.b", spec={"attachRequired": True, "podInfoOnMount": True, "volumeLifecycleModes": ["Persistent"], "fsGroupPolicy": "File"}),
    made("node.k8s.io/v1", "RuntimeClass", handler="runc", overhead={"podFixed": {"cpu": "1"}}, scheduling={"nodeSelector": {"a": "b"}}),
    made("coordination.k8s.io/v1", "Lease", spec={"holderIdentity": "a", "leaseDurationSeconds": 5, "acquireTime": "2024-01-01T00:00:00.000000Z", "leaseTransitions": 1}),
    made("admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration", webhooks=[WEBHOOK]),
    made("admissionregistration.k8s.io/v1", "MutatingWebhookConfiguration", webhooks=[{**WEBHOOK, "reinvocationPolicy": "Never"}]),
    made("admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicy", spec={"failurePolicy": "Fail", "matchConstraints": {"resourceRules": [
        {"apiGroups": ["apps"], "apiVersions": ["v1"], "operations": ["CREATE"], "resources": ["deployments"]}]}, "validations": [{"expression": "object.spec.replicas <= 5", "message": "m", "reason": "Invalid"}]}),
    made("admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicyBinding", spec={"policyName": "p", "validationActions": ["Deny"], "matchResources": {"namespaceSelector": SELECTOR}}),
    made("flowcontrol.apiserver.k8s.io/v1", "PriorityLevelConfiguration", spec={"type": "Limited", "limited": {"nominalConcurrencyShares": 5, "limitResponse": {"type": "Queue", "queuing": {"queues": 8, "handSize": 2, "queueLengthLimit": 5}}}}),
    made("flowcontrol.apiserver.k8s.io/v1", "FlowSchema", spec={"matchingPrecedence": 100, "priorityLevelConfiguration": {"name": "p"}, "distinguisherMethod": {"type": "ByUser"}, "rules": [
        {"subjects": [{"kind": "Group", "group": {"name": "g"}}], "resourceRules": [{"verbs": ["get"], "apiGroups": [""], "resources": ["pods"], "namespaces": ["*"]}], "nonResourceRules": [{"verbs": ["*"], "nonResourceURLs": ["/x"]}]}]}),
    made("certificates.k8s.io/v1", "CertificateSigningRequest", spec={"request": "YQ==", "signerName": "a.b/c", "usages": ["client auth"]}),
    {"apiVersion": "v1", "kind": "List", "items": [made("v1", "ConfigMap", data={"a": "b"}), made("v1", "Service", spec={"ports": [{"port": 80}]})]},
    DEFINITION, DEFINITION,
]

DEVICES = {"requests": [{"name": "gpu", "exactly": {"deviceClassName": "gpu.a.b", "allocationMode": "ExactCount", "count": 1,
                                                    "selectors": [{"cel": {"expression": "device.driver == 'gpu.a.b'"}}]}}],
           "constraints": [{"requests": ["gpu"], "matchAttribute": "gpu.a.b/model"}],
           "config": [{"requests": ["gpu"], "opaque": {"driver": "gpu.a.b", "parameters": {"apiVersion": "a.b/v1", "kind": "P"}}}]}

# Kinds that are rarely written by hand.
MANIFESTS += [
    made("events.k8s.io/v1", "Event", metadata={"name": "web", "namespace": "n"}, eventTime="2024-01-01T00:00:00.000000Z", reportingController="a.b/c", reportingInstance="i",
         action="Do", reason="Done", type="Normal", regarding={"kind": "Pod", "name": "web", "namespace": "n"}),
    made("v1", "Event", metadata={"name": "web", "namespace": "n"}, involvedObject={"kind": "Pod", "name": "web", "namespace": "n"}, reason="Done", message="m", type="Normal"),
    made("networking.k8s.io/v1", "IPAddress", "10.0.0.1", spec={"parentRef": {"resource": "services", "namespace": "n", "name": "web"}}),
    made("networking.k8s.io/v1", "ServiceCIDR", spec={"cidrs": ["10.0.0.0/24"]}),
    made("resource.k8s.io/v1", "DeviceClass", "gpu.a.b", spec={"selectors": [{"cel": {"expression": "device.driver == 'gpu.a.b'"}}],
                                                               "config": [{"opaque": {"driver": "gpu.a.b", "parameters": {"apiVersion": "a.b/v1", "kind": "P"}}}]}),
    made("resource.k8s.io/v1", "ResourceClaim", spec={"devices": DEVICES}),
    made("resource.k8s.io/v1", "ResourceClaimTemplate", spec={"metadata": {"labels": {"app": "web"}}, "spec": {"devices": DEVICES}}),
    made("resource.k8s.io/v1", "ResourceSlice", spec={"driver": "gpu.a.b", "nodeName": "n", "pool": {"name": "n", "generation": 1, "resourceSliceCount": 1},
                                                      "devices": [{"name": "gpu-0", "attributes": {"model": {"string": "x"}, "index": {"int": 0}}, "capacity": {"memory": {"value": "1Gi"}}}]}),
    made("storage.k8s.io/v1", "CSINode", spec={"drivers": [{"name": "a.b", "nodeID": "n", "topologyKeys": ["zone"], "allocatable": {"count": 4}}]}),
    made("storage.k8s.io/v1", "VolumeAttachment", spec={"attacher": "a.b", "nodeName": "n", "source": {"persistentVolumeName": "p"}}),
    made("storage.k8s.io/v1", "VolumeAttributesClass", driverName="a.b", parameters={"iops": "100"}),
    made("v1", "Binding", target={"kind": "Node", "name": "n"}),
]

ATTRIBUTES = {"namespace": "n", "verb": "get", "group": "apps", "version": "v1", "resource": "deployments", "name": "web"}
BASIC_DEVICES = {"requests": [{"name": "gpu", "deviceClassName": "gpu.a.b", "allocationMode": "ExactCount", "count": 1, "selectors": DEVICES["requests"][0]["exactly"]["selectors"]},
                              {"name": "any", "firstAvailable": [{"name": "big", "deviceClassName": "gpu.a.b", "count": 2}, {"name": "small", "deviceClassName": "gpu.a.b"}]}],
                 "constraints": DEVICES["constraints"], "config": DEVICES["config"]}
SLICE = {"driver": "gpu.a.b", "nodeName": "n", "pool": {"name": "n", "generation": 1, "resourceSliceCount": 1}}
DEVICE = {"attributes": {"model": {"string": "x"}, "index": {"int": 0}, "driverVersion": {"version": "1.2.3"}, "healthy": {"bool": True}}, "capacity": {"memory": {"value": "1Gi"}}}
MUTATION = {"failurePolicy": "Fail", "reinvocationPolicy": "Never", "matchConstraints": {"resourceRules": [
    {"apiGroups": [""], "apiVersions": ["v1"], "operations": ["CREATE"], "resources": ["pods"]}]},
    "mutations": [{"patchType": "ApplyConfiguration", "applyConfiguration": {"expression": "Object{metadata: Object.metadata{labels: {\"a\": \"b\"}}}"}},
                  {"patchType": "JSONPatch", "jsonPatch": {"expression": "[JSONPatch{op: \"add\", path: \"/metadata/labels/a\", value: \"b\"}]"}}],
    "matchConditions": [{"name": "c", "expression": "object.metadata.name != 'x'"}], "variables": [{"name": "v", "expression": "object.metadata.name"}]}
DEFINITION_OF_CLASS = {"selectors": DEVICES["requests"][0]["exactly"]["selectors"], "config": [{"opaque": DEVICES["config"][0]["opaque"]}]}

# Alpha, beta and deprecated versions, and kinds that are requests only.
MANIFESTS += [
    *(made(f"admissionregistration.k8s.io/{v}", "MutatingAdmissionPolicy", spec=MUTATION) for v in ("v1alpha1", "v1beta1")),
    *(made(f"admissionregistration.k8s.io/{v}", "MutatingAdmissionPolicyBinding", spec={"policyName": "p", "matchResources": {"namespaceSelector": SELECTOR, "matchPolicy": "Exact"}}) for v in ("v1alpha1", "v1beta1")),
    made("authentication.k8s.io/v1", "TokenRequest", spec={"audiences": ["a"], "expirationSeconds": 3600}),
    made("authentication.k8s.io/v1", "TokenReview", spec={"token": "t", "audiences": ["a"]}),
    made("authentication.k8s.io/v1", "SelfSubjectReview"),
    {"apiVersion": "authorization.k8s.io/v1", "kind": "SubjectAccessReview", "spec": {"user": "u", "groups": ["g"], "resourceAttributes": ATTRIBUTES, "extra": {"a": ["b"]}}},
    {"apiVersion": "authorization.k8s.io/v1", "kind": "SubjectAccessReview", "spec": {"user": "u", "nonResourceAttributes": {"path": "/healthz", "verb": "get"}}},
    {"apiVersion": "authorization.k8s.io/v1", "kind": "LocalSubjectAccessReview", "metadata": {"namespace": "n"}, "spec": {"user": "u", "resourceAttributes": ATTRIBUTES}},
    {"apiVersion": "authorization.k8s.io/v1", "kind": "SelfSubjectAccessReview", "spec": {"resourceAttributes": {**ATTRIBUTES, "fieldSelector": {"requirements": [{"key": "a", "operator": "In", "values": ["b"]}]}}}},
    {"apiVersion": "authorization.k8s.io/v1", "kind": "SelfSubjectRulesReview", "spec": {"namespace": "n"}},
    made("autoscaling/v1", "Scale", spec={"replicas": 2}),
    made("policy/v1", "Eviction", deleteOptions={"gracePeriodSeconds": 5, "propagationPolicy": "Background", "dryRun": ["All"]}),
    made("coordination.k8s.io/v1beta1", "LeaseCandidate", spec={"leaseName": "l", "binaryVersion": "1.35.0", "emulationVersion": "1.34.0", "strategy": "OldestEmulationVersion", "renewTime": "2024-01-01T00:00:00.000000Z"}),
    made("coordination.k8s.io/v1alpha2", "LeaseCandidate", spec={"leaseName": "l", "binaryVersion": "1.35.0", "emulationVersion": "1.34.0", "strategy": "OldestEmulationVersion"}),
    made("internal.apiserver.k8s.io/v1alpha1", "StorageVersion", "apps.deployments", spec={}, status={"storageVersions": [{"apiServerID": "a", "encodingVersion": "v1", "decodableVersions": ["v1"]}], "commonEncodingVersion": "v1"}),
    made("networking.k8s.io/v1beta1", "IPAddress", "10.0.0.1", spec={"parentRef": {"resource": "services", "namespace": "n", "name": "web"}}),
    made("networking.k8s.io/v1beta1", "ServiceCIDR", spec={"cidrs": ["10.0.0.0/24", "2001:db8::/64"]}),
    made("resource.k8s.io/v1alpha3", "DeviceTaintRule", spec={"deviceSelector": {"driver": "gpu.a.b", "pool": "n", "device": "gpu-0"}, "taint": {"key": "a.b/c", "value": "v", "effect": "NoExecute"}}),
    *(made(f"resource.k8s.io/{v}", "DeviceClass", "gpu.a.b", spec=DEFINITION_OF_CLASS) for v in ("v1beta1", "v1beta2")),
    made("resource.k8s.io/v1beta1", "ResourceClaim", spec={"devices": BASIC_DEVICES}),
    made("resource.k8s.io/v1beta1", "ResourceClaimTemplate", spec={"spec": {"devices": BASIC_DEVICES}}),
    made("resource.k8s.io/v1beta2", "ResourceClaim", spec={"devices": DEVICES}),
    made("resource.k8s.io/v1beta2", "ResourceClaimTemplate", spec={"metadata": {"labels": {"app": "web"}}, "spec": {"devices": DEVICES}}),
    made("resource.k8s.io/v1beta1", "ResourceSlice", spec={**SLICE, "devices": [{"name": "gpu-0", "basic": DEVICE}]}),
    made("resource.k8s.io/v1beta2", "ResourceSlice", spec={**SLICE, "devices": [{"name": "gpu-0", **DEVICE, "taints": [{"key": "a", "effect": "NoSchedule"}]}]}),
    made("resource.k8s.io/v1", "ResourceSlice", spec={**SLICE, "sharedCounters": [{"name": "c", "counters": {"memory": {"value": "1Gi"}}}]}),
    made("resource.k8s.io/v1", "ResourceClaim", spec={"devices": {"requests": [{"name": "any", "firstAvailable": BASIC_DEVICES["requests"][1]["firstAvailable"]}]}}),
    made("resource.k8s.io/v1", "ResourceClaim", spec={"devices": {"requests": [{"name": "all", "exactly": {"deviceClassName": "gpu.a.b", "allocationMode": "All", "adminAccess": False, "tolerations": [
        {"key": "a", "operator": "Equal", "value": "b", "effect": "NoExecute", "tolerationSeconds": 5}], "capacity": {"requests": {"memory": "1Gi"}}}}]}}),
    made("scheduling.k8s.io/v1alpha1", "Workload", spec={"podGroups": [{"name": "g", "policy": {"gang": {"minCount": 2}}}, {"name": "h", "policy": {"basic": {}}}],
                                                        "controllerRef": {"apiGroup": "batch", "kind": "Job", "name": "j"}}),
    made("storage.k8s.io/v1", "CSIStorageCapacity", storageClassName="fast", nodeTopology=SELECTOR, capacity="1Gi", maximumVolumeSize="500Mi"),
    made("storage.k8s.io/v1beta1", "VolumeAttributesClass", driverName="a.b", parameters={"iops": "100"}),
    made("storagemigration.k8s.io/v1beta1", "StorageVersionMigration", spec={"resource": {"group": "apps", "resource": "deployments"}}),
    made("v1", "ComponentStatus", conditions=[{"type": "Healthy", "status": "True", "message": "ok"}]),
    made("certificates.k8s.io/v1beta1", "ClusterTrustBundle", spec={"trustBundle": ""}),
    made("certificates.k8s.io/v1alpha1", "ClusterTrustBundle", spec={"trustBundle": ""}),
]

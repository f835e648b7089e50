[dependencies]
k8s = { oci = "oci://x/k8s", tag = "1.31" }

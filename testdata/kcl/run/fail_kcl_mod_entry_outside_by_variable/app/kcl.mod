[profile]
entries = ["${KCL_MOD}/../secret.k"]

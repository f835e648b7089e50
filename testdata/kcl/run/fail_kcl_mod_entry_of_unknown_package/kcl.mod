[profile]
entries = ["main.k", "${other:KCL_MOD}/main.k", "${KCL_MOD}/none.k"]

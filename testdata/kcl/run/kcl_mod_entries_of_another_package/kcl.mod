[package]
name = "app"

[profile]
entries = ["${KCL_MOD}/main.k", "${app:KCL_MOD}/more.k", "${kept:KCL_MOD}/part"]

[dependencies]
kept = {path = "packages/kept"}

[package]
name = "app"

[profile]
entries = ["first.k", "sub/second.k"]

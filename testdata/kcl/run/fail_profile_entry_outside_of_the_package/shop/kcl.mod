[package]
name = "shop"

[profile]
entries = ["main.k", "../outside.k"]

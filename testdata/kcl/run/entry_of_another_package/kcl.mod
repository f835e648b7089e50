[package]
name = "app"

[dependencies]
kept = {path = "packages/kept"}

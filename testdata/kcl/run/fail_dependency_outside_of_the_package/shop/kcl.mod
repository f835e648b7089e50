[package]
name = "shop"

[dependencies]
common = { path = "../common" }

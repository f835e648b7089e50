[package]
name = 1

[dependencies]
a = 1
b = { path = [] }

[profile]
entries = "main.k"

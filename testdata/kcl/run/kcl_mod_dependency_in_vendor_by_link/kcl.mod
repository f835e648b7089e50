[package]
name = "app"

[dependencies]
k8s = "1.31"

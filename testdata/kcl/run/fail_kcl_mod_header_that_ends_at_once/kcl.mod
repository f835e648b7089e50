[package]
name = "a"
[

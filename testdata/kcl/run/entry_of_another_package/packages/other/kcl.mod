[package]
name = "other"

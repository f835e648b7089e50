[package]
name = "shop"

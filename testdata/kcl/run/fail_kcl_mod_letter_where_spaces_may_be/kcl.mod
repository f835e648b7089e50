[package]ä
name = "a"

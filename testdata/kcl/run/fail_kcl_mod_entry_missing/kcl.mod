[profile]
entries = ["first.k", "second.k"]

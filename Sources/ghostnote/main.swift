print("ghostnote")

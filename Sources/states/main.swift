print("states")

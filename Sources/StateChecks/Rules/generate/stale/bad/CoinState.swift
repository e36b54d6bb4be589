// What the definition said before.

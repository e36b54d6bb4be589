extension TypesFile {
  /// Checks the file with the files that it uses, which have been read already.
  public func checked(with uses: [UsedFile] = []) -> [Diagnostic] {
    var shell = Definition(name: "Types", format: format)
    shell.types = types
    shell.functions = functions
    shell.allowances = allowances
    shell.uses = self.uses
    return shell.checked(with: uses).diagnostics
  }
}

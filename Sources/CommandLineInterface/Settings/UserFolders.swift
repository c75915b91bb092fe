/// Where a user's files belong (XDG Base Directory Specification 0.8).
struct UserFolders {
  let environment: [String: String]

  /// The default store.
  var store: String? { folder("XDG_DATA_HOME", "/.local/share").map { $0 + "/actionitems" } }

  /// What is worth knowing in the next run and is neither settings nor data.
  var state: String? { folder("XDG_STATE_HOME", "/.local/state").map { $0 + "/actionitems" } }

  /// The default settings file.
  var settingsFile: String? {
    folder("XDG_CONFIG_HOME", "/.config").map { $0 + "/actionitems/config.json" }
  }

  /// The variable, if it holds an absolute path, else a place below the home folder.
  private func folder(_ variable: String, _ fallback: String) -> String? {
    if let path = environment[variable], path.hasPrefix("/") { return path }
    return environment["HOME"].flatMap { $0.isEmpty ? nil : $0 + fallback }
  }
}

import Encoding
import Store
import System

/// The settings file, a JSON object whose keys are option names. `Settings` combines its values with other sources.
/// `begin` creates the file for `config --init`. `UserFolders` (at the end) finds the folders of the user.
struct SettingsFile: Sendable {
  let path: String
  let values: [String: [String]]
  /// Keys of per-call options, which have no effect.
  let ignored: [String]

  private static let limit = 1 << 20

  /// Reads a file. Returns nil if it does not exist and is not required.
  /// - Throws: `SettingsError` if it cannot be read or has an unknown key.
  init?(path: String, isRequired: Bool, options: [any OptionDescribing]) throws(SettingsError) {
    let bytes: [UInt8]
    do throws(SmallFile.Failure) {
      bytes = try SmallFile.read(path, limit: Self.limit)
    } catch {
      if error.isMissing, !isRequired { return nil }
      throw .unreadableFile(path: path, problem: "cannot be read: \(error.reason)")
    }
    // An empty file, such as /dev/null, sets nothing.
    if bytes.isEmpty {
      (self.path, values, ignored) = (path, [:], [])
      return
    }
    let value: JSONValue
    do {
      value = try JSONValue(parsing: bytes)
    } catch {
      throw .unreadableFile(path: path, problem: error.description)
    }
    guard let members = value.object else {
      throw .unreadableFile(path: path, problem: "does not contain a JSON object")
    }
    var values: [String: [String]] = [:]
    var ignored: [String] = []
    for member in members {
      guard let option = options.first(where: { $0.name == member.key }) else {
        if Commands.isForOneCall(member.key) {
          // An earlier version may have accepted the key; a nightly run must not fail because of it.
          if member.value != .null { ignored.append(member.key) }
          continue
        }
        throw .unknownKey(
          member.key, path: path, nearest: NearestName.find(member.key, among: options.map(\.name)))
      }
      guard let texts = Self.texts(member.value, option) else {
        throw .badKey(member.key, path: path, problem: "must be a string, a number, true or false")
      }
      if !texts.isEmpty { values[member.key] = texts }
    }
    (self.path, self.values, self.ignored) = (path, values, ignored)
  }

  /// Creates a settings file that only its owner can read, and its folder. Never replaces an existing file.
  /// - Throws: `CommandFailure` if the file exists or cannot be written.
  static func begin(at path: String, with text: String) throws(CommandFailure) {
    func failure(_ reason: String, _ status: ExitStatus = .partial) -> CommandFailure {
      CommandFailure(status, "settings file \(path): \(reason)")
    }
    if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      do { _ = try DiskFolder(creating: String(path[..<slash])) } catch {
        throw failure("\(error)")
      }
    }
    do throws(SystemError) {
      let file = try Descriptor(path, [.writing, .new])
      do throws(SystemError) {
        try file.write(Array(text.utf8))
        try file.sync()
      } catch {
        try? FileSystem.remove(path)
        throw error
      }
    } catch {
      guard error == .exists else { throw failure("cannot be written: \(error)") }
      throw failure(
        "already exists and is not changed; 'actionitems config' shows its settings", .usage)
    }
  }

  /// Returns a value in the form in which it would be typed; empty for null.
  private static func texts(_ value: JSONValue, _ option: any OptionDescribing) -> [String]? {
    switch value {
    case .null: []
    case .string(let text): [text]
    case .number(let digits): [digits]
    case .bool(let bool): [bool ? "true" : "false"]
    case .array(let elements) where option.isRepeatable:
      elements.compactMap(\.string).count == elements.count ? elements.compactMap(\.string) : nil
    default: nil
    }
  }
}

/// The folders for a user's files (XDG Base Directory Specification 0.8).
struct UserFolders {
  let environment: [String: String]

  var store: String? { folder("XDG_DATA_HOME", "/.local/share").map { $0 + "/actionitems" } }

  /// The folder for state between runs that is neither settings nor data.
  var state: String? { folder("XDG_STATE_HOME", "/.local/state").map { $0 + "/actionitems" } }

  var settingsFile: String? {
    folder("XDG_CONFIG_HOME", "/.config").map { $0 + "/actionitems/config.json" }
  }

  /// Returns the variable's value if it is an absolute path, or else a folder below the home folder.
  private func folder(_ variable: String, _ fallback: String) -> String? {
    if let path = environment[variable], path.hasPrefix("/") { return path }
    return environment["HOME"].flatMap { $0.isEmpty ? nil : $0 + fallback }
  }
}

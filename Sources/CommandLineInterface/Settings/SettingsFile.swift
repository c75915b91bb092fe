import JSONText

/// The settings that a file holds: a JSON object whose keys are the names of options.
struct SettingsFile: Sendable {
  let path: String
  let values: [String: [String]]

  /// More than this is no settings file.
  private static let limit = 1 << 20

  /// Reads a file; nil where it does not exist and need not.
  init?(
    path: String, isRequired: Bool, options: [any OptionDescribing]
  ) throws(SettingsError) {
    let bytes: [UInt8]
    do throws(SmallFile.Failure) {
      bytes = try SmallFile.read(path, limit: Self.limit)
    } catch {
      if error.isMissing, !isRequired { return nil }
      throw .unreadableFile(path: path, problem: "cannot be read: \(error.reason)")
    }
    // As /dev/null is: nothing is set.
    if bytes.isEmpty {
      (self.path, values) = (path, [:])
      return
    }
    let value: JSONValue
    do {
      value = try JSONValue(parsing: bytes)
    } catch {
      throw .unreadableFile(path: path, problem: error.description)
    }
    guard let members = value.object else {
      throw .unreadableFile(path: path, problem: "holds no JSON object")
    }
    var values: [String: [String]] = [:]
    for member in members {
      guard let option = options.first(where: { $0.name == member.key }) else {
        throw .unknownKey(
          member.key, path: path,
          nearest: NearestName.find(member.key, among: options.map(\.name)))
      }
      guard let texts = Self.texts(member.value, option) else {
        throw .badKey(member.key, path: path, problem: "has to be a text, a number, true or false")
      }
      if !texts.isEmpty { values[member.key] = texts }
    }
    self.path = path
    self.values = values
  }

  /// A value as it would be typed; null is none at all.
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

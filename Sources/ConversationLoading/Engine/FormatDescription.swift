/// What a format is called and how one gets such a file.
public struct FormatDescription: Hashable, Sendable {
  /// The name in output, such as `slack`.
  public let name: String
  /// The kind of chat, such as `slack`.
  public let platform: String
  /// What people call it.
  public let title: String
  /// What is read: files, folders, archives.
  public let reads: String
  /// What to click, or to run, to get such an export.
  public let howToExport: String
}

/// What a format is called and how one gets such a file.
package struct FormatDescription: Hashable, Sendable {
  /// The name in output, such as `slack`.
  package let name: String
  /// The kind of chat, such as `slack`.
  package let platform: String
  /// What people call it.
  package let title: String
  /// What is read: files, folders, archives.
  package let reads: String
  /// What to click, or to run, to get such an export.
  package let howToExport: String
}

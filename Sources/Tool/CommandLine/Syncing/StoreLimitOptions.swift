import Sync

/// The options of `hub` and `peer` that limit how far other machines can make the store grow.
enum StoreLimitOptions {
  static let items = Option<Int>.number(
    "max-items", 1...1_000_000_000,
    "refuse new items of other machines if the store has N, removed ones included")
  static let bytes = Option<Int>.size(
    "max-bytes", atLeast: 64, "refuse changes of other machines if the store has SIZE on disk")
  static let all: [any OptionDescribing] = [items, bytes]

  static func limits(_ settings: Settings) -> StoreLimits {
    StoreLimits(items: settings.value(of: items), bytes: settings.value(of: bytes))
  }
}

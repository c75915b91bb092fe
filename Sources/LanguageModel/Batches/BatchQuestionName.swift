import Digests

/// The `custom_id` of a question in a batch file: `actionitems-BATCH-PLACE-HASH`.
///
/// The hash is over the request and what it is about, so that an answer to another question of the same
/// number is found out.
public struct BatchQuestionName: Hashable, Sendable, CustomStringConvertible {
  /// The number of the batch, from 1.
  public let batch: Int
  /// The question's place in the batch, from 1.
  public let place: Int
  /// 24 hex digits.
  public let hash: String

  private static let prefix = "actionitems"
  private static let hashBytes = 12
  /// Longer names are nobody's, in bytes.
  private static let limit = 100

  /// Names a question; `subject` is what it is about.
  public init(batch: Int, place: Int, body: [UInt8], subject: [UInt8]) {
    self.batch = batch
    self.place = place
    var digest = SHA256()
    digest.update(body)
    digest.update([0])
    digest.update(subject)
    hash = Hex.string(digest.finish().prefix(Self.hashBytes))
  }

  /// Reads a name; nil where it is none of ours.
  public init?(_ text: String) {
    guard text.utf8.count <= Self.limit else { return nil }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0] == Self.prefix, let batch = Int(parts[1]), batch > 0,
      let place = Int(parts[2]), place > 0, parts[3].utf8.count == 2 * Self.hashBytes
    else { return nil }
    self.batch = batch
    self.place = place
    hash = String(parts[3])
  }

  /// The name.
  public var description: String { "\(Self.prefix)-\(batch)-\(place)-\(hash)" }
}

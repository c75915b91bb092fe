public import ActionItemModel
public import CivilTime
public import Extraction

/// One change of one item, with its place in the feed.
public struct StoreChange: Hashable, Sendable {
  /// The number of the change; numbers rise, with gaps.
  public var sequence: Int
  /// When it was made.
  public var at: Timestamp
  /// The number of the run that made it; nil where no run did.
  public var run: Int?
  /// The change.
  public var change: ItemChange
  /// The item as it was then.
  public var item: ActionItem { change.known.item }
  /// The number of the item's first change, where the line tells.
  var created: Int?
  /// The number of the change that this one takes back.
  public var undoes: Int?
  /// The device that made this version of the item; nil for this store.
  public var device: String?
  /// Where the version came in from, so that it is not sent back there; nil where it was made here.
  public var origin: String?

  /// Puts the parts together.
  public init(sequence: Int, at: Timestamp, run: Int?, change: ItemChange) {
    self.init(sequence: sequence, at: at, run: run, change: change, created: nil, undoes: nil)
  }

  init(
    sequence: Int, at: Timestamp, run: Int?, change: ItemChange, created: Int?, undoes: Int?
  ) {
    self.sequence = sequence
    self.at = at
    self.run = run
    self.change = change
    self.created = created
    self.undoes = undoes
  }
}

package import Journal
package import OfflineModel
import RunFiles
package import Streams

/// `local-model` in the store's folder: what the offline model has learned from what people said of this store's
/// items.
package struct CorrectionFile {
  private let folder: any StorageFolder

  package init(folder: any StorageFolder) { self.folder = folder }

  private static let name = "local-model"

  package enum State {
    case none
    /// It is not as it was written, or of a version that this one does not know.
    case damaged
    /// It belongs to the offline model of another version of the tool.
    case outdated(LocalCorrection)
    case inForce(LocalCorrection)
  }

  package var path: String { "\(folder.path)/\(Self.name)" }

  /// Looks what there is; throws a `StorageError` where that cannot be read.
  package func state() throws(StorageError) -> State {
    guard try folder.identity(of: Self.name) != nil else { return .none }
    let file = try folder.open(Self.name, .reading)
    let size = try file.size()
    guard size <= LocalCorrection.mostBytes,
      let correction = LocalCorrection(bytes: try file.read(size, at: 0))
    else { return .damaged }
    return correction.isOfShipped ? .inForce(correction) : .outdated(correction)
  }

  /// The correction to use; says why where there is one that is of no use.
  package func correctionInForce(_ console: Console) throws(StorageError) -> LocalCorrection? {
    switch try state() {
    case .none: return nil
    case .inForce(let correction): return correction
    case .damaged:
      console.alert(
        "\(path) is damaged and not used: the offline model finds items as shipped ('actionitems train --local"
          + " PATH…' makes it anew, 'train --reset' removes it)")
      return nil
    case .outdated:
      console.inform(
        "\(path) was learned for another version of the offline model and is not used; run 'actionitems train"
          + " --local PATH…' again")
      return nil
    }
  }

  package func write(_ correction: LocalCorrection) throws(StorageError) {
    try StateFolder(folder: folder).replace(Self.name, correction.bytes)
  }

  /// Removes what there is; false where there is nothing.
  package func remove() throws(StorageError) -> Bool {
    guard try folder.identity(of: Self.name) != nil else { return false }
    try folder.remove(Self.name)
    return true
  }
}

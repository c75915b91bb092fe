package import ActionItems
import Encoding
package import ItemRecords

/// The digest that records that an edited version of a message was read, and the check for outdated versions.
extension Message {
  /// The digest that marks the message as read in an edited version.
  var editDigest: UInt64 {
    SipHash.digest(id.utf8, key: SipHash.Key(0x6163_7469_6F6E_6974, 0x656D_732D_6564_6974))
  }

  /// Whether the read markers show that a later version of the message was read.
  package func isOutdated(by marks: ReadMarkers) -> Bool {
    !isEdited && marks.readLevel(of: editDigest) == .edited
  }
}

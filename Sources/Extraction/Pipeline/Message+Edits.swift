import ActionItemModel
import Digests

extension Message {
  /// Stands, among the marks of a conversation, for the message having been read in an edited version: one
  /// that was not edited is older then, whichever export is read first.
  var editDigest: UInt64 {
    SipHash.digest(id.utf8, key: SipHash.Key(0x6163_7469_6F6E_6974, 0x656D_732D_6564_6974))
  }

  /// What is marked once the message has been read.
  var digestsToMark: [UInt64] { isEdited ? [digest, editDigest] : [digest] }
}

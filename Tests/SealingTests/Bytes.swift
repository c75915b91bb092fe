import Digests

/// The bytes that digits stand for, in any number of lines.
func hex(_ digits: String) -> [UInt8] {
  let bytes = Hex.decode(digits.utf8.filter { $0 != UInt8(ascii: "\n") })
  precondition(bytes != nil, "no hexadecimal digits: \(digits)")
  return bytes ?? []
}

/// The bytes of a text.
func text(_ string: String) -> [UInt8] { Array(string.utf8) }

/// So many bytes that are zero.
func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

/// The long text of the examples in RFC 8439.
let contribution = text(
  "Any submission to the IETF intended by the Contributor for publication as all or part "
    + "of an IETF Internet-Draft or RFC and any statement made within the context of an IETF "
    + "activity is considered an \"IETF Contribution\". Such statements include oral statemen"
    + "ts in IETF sessions, as well as written and electronic communications made at any time"
    + " or place, which are addressed to")

/// How many tokens a text will cost, roughly.
///
/// Tokenisers for English make about one token of four letters, and about one of each character
/// of scripts that they know less of. Real counts come from the endpoint.
public enum TokenEstimate {
  /// The estimate for a text.
  public static func tokens(in text: String) -> Int {
    var text = text
    return text.withUTF8 { bytes in
      var ascii = 0
      var leads = 0
      for byte in bytes {
        ascii &+= byte < 0x80 ? 1 : 0
        leads &+= byte >= 0xC0 ? 1 : 0
      }
      return (ascii + 3) / 4 + leads
    }
  }
}

package import Windowing

/// The words of a task or of a unit that may mention it, prepared for a comparison of the two.
package struct ComparedText: Sendable {
  package let stems: Set<UInt64>
  /// A bit for the first bits of each stem, because most stems that are looked up are missing.
  private let mask: UInt64
  private let forms: Set<UInt64>
  private let ordered: [ChatToken]

  /// Maximum words that are compared, and those whose order matters.
  static let (mostWords, mostOrdered) = (80, 24)
  /// The weight above which a word of both texts counts as shared, and above which any other one is replaced.
  private static let (sharedWeight, otherWeight): (Float, Float) = (2.5, 6.5)
  /// The stand-ins for words: shared in another form, rare and not shared, shared in the same form.
  private static let (inflected, other, same): (UInt64, UInt64, UInt64) = (1, 2, 3)

  package init(_ tokens: some Collection<ChatToken>) {
    let tokens = tokens.prefix(Self.mostWords)
    stems = Set(tokens.lazy.map(\.stem).filter { $0 != 0 })
    mask = stems.reduce(0) { $0 | 1 << ($1 >> 58) }
    forms = Set(tokens.map(\.hash))
    ordered = Array(tokens.prefix(Self.mostOrdered))
  }

  package init(_ text: String) { self.init(ChatText.tokens(of: text)) }

  func has(_ stem: UInt64) -> Bool { mask >> (stem >> 58) & 1 == 1 && stems.contains(stem) }

  /// Adds pairs and triples of words, of which those shared with another text and those about something else are
  /// replaced. So "I've booked the van" is to "book the van" as "I've washed the cups" is to "wash the cups".
  func addFeatures(
    _ kind: FeatureKind, with text: ComparedText, _ relation: UInt64, _ weights: StemWeights,
    to sink: inout some FeatureSink
  ) {
    var (second, last): (UInt64, UInt64) = (0, 0)
    func isOfBoth(_ word: UInt64) -> Bool { word == Self.inflected || word == Self.same }
    func add(_ word: UInt64) {
      sink.add(kind, last, word, 0.5)
      sink.add(kind, second, last, word, 0.5)
      if isOfBoth(last) || isOfBoth(word) { sink.add(kind, mix(relation, last), word, 0.5) }
      (second, last) = (last, word)
    }
    for token in ordered {
      let weight = token.stem == 0 ? 0 : weights.weight(of: token.stem)
      let isShared = weight > Self.sharedWeight && text.has(token.stem)
      let isSame = isShared && text.forms.contains(token.hash)
      let other = weight > Self.otherWeight ? Self.other : token.hash
      add(isSame ? Self.same : isShared ? Self.inflected : other)
    }
    add(0)
  }
}

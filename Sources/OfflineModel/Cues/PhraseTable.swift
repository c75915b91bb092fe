/// Phrases as a tree of words: which phrase begins at a word, the longest first.
struct PhraseTable: Sendable {
  private struct Node {
    var cue: Cue.Kind?
    var language: UInt8 = 0
  }

  private var nodes: [Node] = [Node()]
  /// Open addressing: by node and word, the next node. A power of two of slots.
  private var slots: [(key: UInt32, next: UInt16)]
  /// Whether any phrase begins with a word.
  private var begins: [Bool]

  init(_ phrases: [(words: [UInt16], kind: Cue.Kind, language: Int)], wordCount: Int) {
    begins = [Bool](repeating: false, count: wordCount)
    var edges: [UInt32: UInt16] = [:]
    for phrase in phrases {
      var node: UInt16 = 0
      begins[Int(phrase.words[0])] = true
      for word in phrase.words {
        let key = UInt32(node) << 16 | UInt32(word)
        if let next = edges[key] {
          node = next
        } else {
          nodes.append(Node())
          node = UInt16(nodes.count - 1)
          edges[key] = node
        }
      }
      // A phrase that is listed twice is what it was first.
      if nodes[Int(node)].cue == nil {
        nodes[Int(node)] = Node(cue: phrase.kind, language: UInt8(phrase.language))
      }
    }
    var count = 256
    while count < edges.count * 4 { count *= 2 }
    slots = Array(repeating: (0, 0), count: count)
    for (key, next) in edges {
      var slot = Self.slot(of: key, count)
      while slots[slot].next != 0 { slot = (slot + 1) & (count - 1) }
      slots[slot] = (key, next)
    }
  }

  @inline(__always)
  private static func slot(of key: UInt32, _ count: Int) -> Int {
    Int((key &* 0x9e37_79b1) >> 8) & (count - 1)
  }

  /// The node behind a word; nil where no phrase goes on so.
  @inline(__always)
  private func next(_ node: UInt16, _ word: UInt16) -> UInt16? {
    let key = UInt32(node) << 16 | UInt32(word)
    var slot = Self.slot(of: key, slots.count)
    // No edge leads to the first node.
    while slots[slot].next != 0 {
      if slots[slot].key == key { return slots[slot].next }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// The longest phrase that begins at a word and does not go beyond `end`.
  @inline(__always)
  func cue(at index: Int, in words: Words, end: Int) -> Cue? {
    guard begins[Int(words[index].id)] else { return nil }
    return longest(at: index, in: words, end: end)
  }

  private func longest(at start: Int, in words: Words, end: Int) -> Cue? {
    var node: UInt16 = 0
    var found: Cue?
    var index = start
    while index < end, words[index].id != 0,
      words[index].form.isDisjoint(with: [.quoted, .opaque]), let next = next(node, words[index].id)
    {
      node = next
      index += 1
      if let kind = nodes[Int(node)].cue {
        found = Cue(kind: kind, range: start..<index, language: Int(nodes[Int(node)].language))
      }
      // A phrase does not go on behind a comma.
      if words[index - 1].after.endsPhrase { break }
    }
    return found
  }
}

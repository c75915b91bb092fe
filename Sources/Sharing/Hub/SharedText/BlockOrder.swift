/// The blocks of an `ElementTree` in text order: finds a block by a text position, and the position of a block.
///
/// The blocks are kept in a linked list of chunks. A search skips whole chunks by their visible length. Splitting a
/// chunk appends a new one to the array, so other chunks keep their index.
struct BlockOrder: Sendable {
  /// Consecutive blocks.
  private struct Chunk {
    var blocks: [Int]
    var visible = 0
    var next: Int?
  }

  private var chunks = [Chunk(blocks: [0])]
  /// The index in `chunks` of each block's chunk.
  private var places = [0]
  /// The visible length of each block.
  private var visible = [0]
  /// The visible length of the text.
  private(set) var count = 0

  /// The number of blocks above which a chunk is split.
  private static let capacity = 96

  /// Inserts a block after or before another one. `block` must be the next unused index.
  mutating func insert(_ block: Int, isAfter: Bool, _ other: Int, visible count: Int) {
    let place = places[other]
    let index = index(of: other, in: place) + (isAfter ? 1 : 0)
    chunks[place].blocks.insert(block, at: index)
    chunks[place].visible += count
    places.append(place)
    visible.append(count)
    self.count += count
    if chunks[place].blocks.count > Self.capacity { cut(place) }
  }

  mutating func set(_ block: Int, visible count: Int) {
    let difference = count - visible[block]
    visible[block] = count
    chunks[places[block]].visible += difference
    self.count += difference
  }

  /// The block with the visible element at a position below `count`, and the element's offset in it.
  func find(_ position: Int) -> (block: Int, offset: Int) {
    var rest = position
    var place = 0
    while rest >= chunks[place].visible, let next = chunks[place].next {
      rest -= chunks[place].visible
      place = next
    }
    for block in chunks[place].blocks {
      if rest < visible[block] { return (block, rest) }
      rest -= visible[block]
    }
    return (0, 0)  // beyond the end
  }

  func start(of block: Int) -> Int {
    var sum = 0
    var place = 0
    while place != places[block], let next = chunks[place].next {
      sum += chunks[place].visible
      place = next
    }
    for other in chunks[place].blocks {
      if other == block { break }
      sum += visible[other]
    }
    return sum
  }

  func next(after block: Int) -> Int? {
    let place = places[block]
    let index = index(of: block, in: place) + 1
    if index < chunks[place].blocks.count { return chunks[place].blocks[index] }
    return chunks[place].next.flatMap { chunks[$0].blocks.first }
  }

  /// Calls `body` with each block in order until it returns false.
  func walk(from block: Int = 0, _ body: (Int) -> Bool) {
    var place: Int? = places[block]
    var start = index(of: block, in: places[block])
    while let current = place {
      for block in chunks[current].blocks[start...] where !body(block) { return }
      (place, start) = (chunks[current].next, 0)
    }
  }

  private func index(of block: Int, in place: Int) -> Int {
    // The block is always found, because `places` names its chunk.
    chunks[place].blocks.firstIndex(of: block) ?? 0
  }

  private mutating func cut(_ place: Int) {
    let half = chunks[place].blocks.count / 2
    let moved = Array(chunks[place].blocks[half...])
    chunks[place].blocks.removeSubrange(half...)
    let sum = moved.reduce(0) { $0 + visible[$1] }
    chunks[place].visible -= sum
    for block in moved { places[block] = chunks.count }
    chunks.append(Chunk(blocks: moved, visible: sum, next: chunks[place].next))
    chunks[place].next = chunks.count - 1
  }
}

/// The runs that are being merged, the one whose next message is the oldest in front; of two, the earlier run.
struct RunHeap {
  private var heap: [(time: Int, run: Int)] = []

  /// The run whose next message comes first.
  var first: Int? { heap.first?.run }

  /// Adds a run whose next message has a time.
  mutating func push(_ run: Int, time: Int) {
    heap.append((time, run))
    var child = heap.count - 1
    while child > 0, case let parent = (child - 1) / 2, heap[child] < heap[parent] {
      heap.swapAt(child, parent)
      child = parent
    }
  }

  /// Tells the time of the next message of the first run; nil where it has no other.
  mutating func replaceFirst(time: Int?) {
    if let time {
      heap[0].time = time
    } else {
      heap[0] = heap[heap.count - 1]
      heap.removeLast()
    }
    var parent = 0
    while case var child = 2 * parent + 1, child < heap.count {
      if child + 1 < heap.count, heap[child + 1] < heap[child] { child += 1 }
      guard heap[child] < heap[parent] else { return }
      heap.swapAt(child, parent)
      parent = child
    }
  }
}

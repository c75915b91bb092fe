import ConversationLoading
import Dispatch
import Extraction

/// Runs loaders on a thread of their own: they block on files and on a full feed.
enum LoaderThread {
  /// Loads every path into a feed, which is finished then, and returns what was reported. Which languages are not
  /// read is of interest where the offline model reads.
  static func load(
    _ paths: [String], _ options: LoadingOptions, into feed: MessageFeed,
    _ filter: ConversationFilter, _ console: Console, watchesLanguages: Bool = false
  ) async -> LoadingLog {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "actionitems.loading").async {
        let sink = FeedSink(
          feed: feed, filter: filter, console: console, watchesLanguages: watchesLanguages)
        let loader = ConversationLoader(options: options)
        do {
          for path in paths {
            sink.begin(path: path)
            try loader.load(path: path, into: sink)
            sink.end(path: path)
          }
        } catch is CancellationError {
          // Nobody reads the feed any more.
        } catch {
          sink.fail("loading", "\(error)")
        }
        feed.finish()
        continuation.resume(returning: sink.log)
      }
    }
  }
}

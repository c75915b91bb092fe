import ActionItems
import CivilTime
import Dispatch
import Extraction
import ItemRecords
import System
import Windowing

/// A run of the pipeline over conversations.
enum PipelineRun {
  static func memory() -> TransientMemory { TransientMemory(now: { .epoch }) }

  /// Reads conversations that arrive one after the other, as from loaders.
  static func run(
    _ conversations: [(id: String, messages: [Message])], model: any WindowModel,
    memory: any ExtractionMemory, concurrency: Int = 4, failureLimit: Int = 10,
    tokens: Int = 60, _ set: (inout ExtractionPipeline.Settings) -> Void = { _ in }
  ) async throws -> ExtractionReport {
    var settings = ExtractionPipeline.Settings(
      run: 1, concurrency: concurrency,
      windows: WindowBuilder.Settings(tokens: tokens, contextBefore: 2), failureLimit: failureLimit)
    set(&settings)
    let pipeline = ExtractionPipeline(
      settings: settings, model: model, memory: memory, grounder: GroundingFixture.grounder())
    return try await pipeline.run(feed(conversations))
  }

  /// A loader's messages, pushed from its own thread.
  static func feed(_ conversations: [(id: String, messages: [Message])]) -> MessageFeed {
    let feed = MessageFeed(limit: 2)
    // A loader blocks; the pool of the tasks must not.
    DispatchQueue(label: "loader").async {
      do {
        for (id, messages) in conversations {
          try feed.push(.conversation(Conversation(id: id, title: id, platform: "json")))
          for message in messages { try feed.push(.messages([message])) }
          try feed.push(.end)
        }
      } catch {
        // The pipeline ended first.
      }
      feed.finish()
    }
    return feed
  }

  /// Reads conversations that have all arrived before the first one is read.
  static func atOnce(
    _ conversations: [(id: String, messages: [Message])], _ memory: NotingMemory,
    _ model: ReplayModel, hasSyntheticIds: Bool = false,
    _ set: (inout ExtractionPipeline.Settings) -> Void = { _ in }
  ) async throws -> ExtractionReport {
    let feed = MessageFeed(limit: .max)
    for (id, messages) in conversations {
      var conversation = Conversation(id: id, title: id, platform: "json")
      conversation.hasSyntheticId = hasSyntheticIds
      try feed.push(
        .conversation(conversation, opening: hasSyntheticIds ? messages.map(\.digest) : []))
      try feed.push(.messages(messages))
      try feed.push(.end)
    }
    feed.finish()
    var settings = ExtractionPipeline.Settings(
      run: 1, concurrency: 4, windows: WindowBuilder.Settings(tokens: 60, contextBefore: 2))
    set(&settings)
    let pipeline = ExtractionPipeline(
      settings: settings, model: model, memory: memory,
      grounder: GroundingFixture.grounder())
    return try await pipeline.run(feed)
  }
}

import Foundation

/// SQLite as the reference for `StoreBenchmark`, measured by Python. Appends use a write-ahead log and full syncs.
struct SQLiteReference {
  /// The folder for its databases, with the items in `items.jsonl`.
  let folder: URL
  let python: String

  /// Returns the seconds of a mode. `append N` adds the items as text with a key, N per transaction. `fill` creates a
  /// table with all columns, which `select` reads.
  func seconds(_ mode: String...) throws -> Double {
    let run = try MeasuredRun([python, "-c", Self.program, folder.path] + mode)
    return Double(run.output.split(separator: "\n").last ?? "") ?? 0
  }

  private static let program = #"""
    import json, os, sqlite3, sys, time
    os.chdir(sys.argv[1])
    mode = sys.argv[2]
    columns = ["id", "conversationId", "conversationTitle", "task", "assignee", "assigneeId",
      "deadline", "priority", "messageId", "quote", "isComplete", "completedAt", "extractedAt",
      "updatedAt", "model", "run", "timeZone"]
    source = ["platform", "sender", "timestamp", "link"]
    if mode == "append":
      size = int(sys.argv[3])
      lines = open("items.jsonl", "rb").read().splitlines(True)
      ids = [json.loads(line)["id"] for line in lines]
      for end in ("", "-wal", "-shm"):
        if os.path.exists("text.db" + end): os.remove("text.db" + end)
      db = sqlite3.connect("text.db", isolation_level=None)
      db.execute("pragma journal_mode=wal")
      db.execute("pragma synchronous=full")
      db.execute("create table t(id text primary key, j blob)")
      start = time.perf_counter()
      for i in range(0, len(lines), size):
        db.execute("begin")
        db.executemany("insert into t values(?,?)", zip(ids[i:i+size], lines[i:i+size]))
        db.execute("commit")
      print(time.perf_counter() - start)
    elif mode == "fill":
      if os.path.exists("columns.db"): os.remove("columns.db")
      db = sqlite3.connect("columns.db")
      db.execute("create table t(%s)" % ",".join(
        [columns[0] + " text primary key"] + columns[1:] + source + ["evidence"]))
      def row(line):
        item = json.loads(line)
        return ([item[name] for name in columns] + [item["source"][name] for name in source]
          + [json.dumps(item["evidence"])])
      db.executemany("insert into t values(%s)" % ",".join("?" * 22), map(row, open("items.jsonl")))
      db.commit()
      print(0)
    elif mode == "select":
      start = time.perf_counter()
      db = sqlite3.connect("columns.db")
      rows = db.execute("select * from t order by rowid").fetchall()
      print(time.perf_counter() - start)
    """#
}

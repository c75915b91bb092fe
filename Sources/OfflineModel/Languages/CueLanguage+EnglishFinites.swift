extension CueLanguage {
  /// Verbs that tell what is or was, in forms that are neither those of a command nor nouns: the third person of
  /// what happens by itself, the past where a participle differs from it, and what leads to another verb.
  static let finiteVerbs = """
    arrives becomes begins belongs closes comes contains continues depends ends exists expires fails
    falls finishes gets gives goes grows happens has includes keeps knows lasts leaves lies makes means
    opens remains rises says seems starts stays wants
    ate became began blew broke came chose did drank drew drove fell flew forgot froze gave grew had
    hid knew ran rang rose sang sank saw shook shrank spoke stole swam took threw tore was went were
    woke wore wrote
    can could does doesn't didn't hasn't must should wasn't will would won't can't
    """
}

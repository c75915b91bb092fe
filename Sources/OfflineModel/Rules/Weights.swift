/// How much each piece of evidence counts.
enum Weights {
  /// The sum above which an act is an item.
  static let threshold = 0.3

  /// By the number of the evidence.
  static let values: [Double] = Evidence.allCases.map { table[$0] ?? 0 }

  private static let table: [Evidence: Double] = [
    .promise: 0.6, .plan: 0.3, .offer: -0.8, .duty: -0.3, .intent: -0.8, .inkling: -0.7,
    .wish: -1.5,
    .bareWill: 0.5, .bareDuty: -0.4, .ask: -0.4, .beg: -0.1, .advise: -1.1, .groupPlan: -0.5,
    .groupDuty: -0.6, .groupAdvice: -1.1, .anyoneDuty: 0.0, .call: -0.6, .remind: 0.2,
    .passiveNeed: -1.3,
    .assign: 0.5, .take: 0.1, .minute: 3, .nameDuty: -0.5,
    .workVerb: 0.4, .idleVerb: -2.5, .departVerb: -3, .attemptVerb: -0.5, .answerVerb: -1.2,
    .unknownVerb: -0.3, .noVerb: -2, .talk: -2.5,
    .concreteObject: 0.4, .pronounObject: -0.4, .noObject: -0.7, .longObject: 0.1,
    .later: 0.6, .atOnce: -0.3,
    .conditionBefore: -0.6, .conditionAfter: -0.2, .subordinate: -1.6, .negated: -3,
    .question: -1, .reported: -2, .quoted: -2,
    .addressed: 0.4,
    .accepted: 1.2, .refused: -2.5, .completed: -1.8, .thanked: 0.3, .answersCall: 1,
    .answersAsk: 0.4,
    .supportSetting: -1.3, .teamSetting: 0.3, .otherSetting: -0.3, .second: -0.4,
  ]
}

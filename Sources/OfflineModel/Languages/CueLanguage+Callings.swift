extension CueLanguage {
  /// What English calls people instead of their names.
  static let englishCallings = """
    boss brother buddy chief colleague colleagues comrades dad dude dudes friend friends gentlemen ladies lads
    ma'am madam maintainers man mate mates members mom mum sir sister students y'all
    """

  /// What German calls people instead of their names.
  static let germanCallings = """
    allerseits chef chefin chefs freund freunde freundin freundinnen jungs kinder kollege kollegen kollegin
    kolleginnen leute mädels schatz
    """
}

/// The options of the damage test.
struct DamageOptions: TortureArguments, Sendable {
    static let usage = """
        usage: KeyfobStoreTorture damage [OPTIONS]
          --seed N        the seed of all random choices; printed, and always the same by default
          --runs N        the number of damages (10000)
          --first N       the number of the first damage, to repeat one (0)
          --limit S       aborts as hung if one damage takes that many seconds (60)
          --home DIR      the directory for the stores; by default in memory, if the system has one
          --verbose       prints the result of each
        """

    var seed: UInt64 = 20_261_123
    var runs = 10_000
    var operations = 0
    var limit = 60
    var parent = Self.memory
    var first = 0
    var isVerbose = false

    /// Nil if the arguments are invalid.
    init?(_ arguments: [String]) {
        guard read(arguments) else { return nil }
    }

    mutating func set(word: String) -> Bool {
        guard word == "--verbose" else { return false }
        isVerbose = true
        return true
    }

    mutating func set(_ name: String, number: Int) -> Bool {
        guard name == "--first" else { return false }
        first = number
        return true
    }

    mutating func set(driver: [String]) {}
}

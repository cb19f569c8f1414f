/// How often a store's files are spoilt.
struct DamageOptions: TortureArguments, Sendable {
    static let usage = """
        usage: KeyfobStoreTorture damage [OPTIONS]
          --seed N        the seed of everything that is chosen; printed, and by default always the same
          --runs N        how many damages (10000)
          --first N       the number of the first one, to see one again (0)
          --limit S       gives up as hung after so many seconds (7200)
          --home DIR      where the stores are made; by default in memory, where the system has a place for that
          --verbose       tells what became of each
        """

    var seed: UInt64 = 20_261_123
    var runs = 10_000
    var operations = 0
    var limit = 7200
    var parent = Self.memory
    var first = 0
    var isVerbose = false

    /// Nil if the arguments make no sense.
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

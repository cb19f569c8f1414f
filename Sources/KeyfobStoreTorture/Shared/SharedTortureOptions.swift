/// The options of the test of a shared token cache.
struct SharedTortureOptions: TortureArguments, Sendable {
    static let usage = """
        usage: KeyfobStoreTorture shared --driver CMD [OPTIONS]
          --driver CMD    a foreign writer with its arguments, to which FILE and LOCK are added (Scripts/torture shared)
          --seed N        the seed of all random choices; printed, and always the same by default
          --runs N        the number of runs, each on a new file (10)
          --ours N        the number of Keyfob's processes (3)
          --theirs N      the number of foreign processes (3)
          --operations N  the token responses of each foreign process in a run; ours add five times as many (8)
          --control N     the number of runs with as many foreign processes alone, for comparison (10)
          --limit S       aborts as hung after that many seconds (1800)
          --short         a run of a few seconds
          --home DIR      the directory for the files; by default in memory, if the system has one
          --careless      our writers never read again: the test must detect the losses
          --careless-theirs  the same for foreign writers: no loss may be attributed to us
        """

    var seed: UInt64 = 20_261_121
    var runs = 10
    var ours = 3
    var theirs = 3
    var operations = 8
    var control = 10
    var limit = 1800
    var parent = Self.memory
    var driver: [String] = []
    var careless: SharedLedger.Side?

    /// Nil if the arguments are invalid.
    init?(_ arguments: [String]) {
        guard read(arguments), !driver.isEmpty else { return nil }
    }

    mutating func set(word: String) -> Bool {
        switch word {
        case "--short": (runs, ours, theirs, operations, control, limit) = (2, 2, 2, 4, 0, 600)
        case "--careless": careless = .ours
        case "--careless-theirs": careless = .theirs
        default: return false
        }
        return true
    }

    mutating func set(_ name: String, number: Int) -> Bool {
        switch name {
        case "--ours": ours = min(number, 32)
        case "--theirs": theirs = min(number, 32)
        case "--control": control = number
        default: return false
        }
        return true
    }

    mutating func set(driver: [String]) { self.driver = driver }
}

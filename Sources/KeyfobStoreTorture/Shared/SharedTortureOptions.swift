/// With whom to write one shared token cache, and how long.
struct SharedTortureOptions: TortureArguments, Sendable {
    static let usage = """
        usage: KeyfobStoreTorture shared --driver CMD [OPTIONS]
          --driver CMD    a foreign writer, with its arguments; FILE and LOCK are added to them (Scripts/torture shared)
          --seed N        the seed of everything that is chosen; printed, and by default always the same
          --runs N        how often they write one file at once (10)
          --ours N        how many processes are Keyfob's (3)
          --theirs N      how many are foreign (3)
          --operations N  how many token responses each foreign one adds in a run; ours add five times as many (8)
          --control N     how often as many foreign processes alone do it, for comparison (10)
          --limit S       gives up as hung after so many seconds (1800)
          --short         a run of a few seconds
          --home DIR      where the files are made; by default in memory, where the system has a place for that
          --careless      writers of ours that write what they read first: what is lost then must be noticed
          --careless-theirs  the same of foreign writers: then nothing of it must be put down to us
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

    /// Nil if the arguments make no sense.
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

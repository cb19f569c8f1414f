/// The options of the torture test.
struct TortureOptions: TortureArguments, Sendable {
    static let usage = """
        usage: KeyfobStoreTorture torture [OPTIONS]
          --seed N        the seed of all random choices; printed, and always the same by default
          --runs N        the number of runs, each on a new store (100)
          --processes N   the number of processes in a run (8)
          --operations N  the operations of each process in a run (60)
          --kills N       the number of processes that are killed, one after the other (1000)
          --flat-out MS   the time for which all processes work as fast as they can, to compare them (3000)
          --limit S       aborts as hung after that many seconds (7200)
          --short         a run of a few seconds, aborted after 600
          --home DIR      the directory for the stores; by default in memory, if the system has one
          --driver CMD    another program with the worker's protocol and its arguments, to which HOME is added
          --careless      workers acknowledge before they write: the test must detect the losses
        """

    var seed: UInt64 = 20_261_121
    var runs = 100
    var processes = 8
    var operations = 60
    var kills = 1000
    var flatOut = 3000
    var limit = 7200
    var parent = Self.memory
    /// A foreign program; nil means this one.
    var driver: [String]?
    var isCareless = false

    /// Nil if the arguments are invalid.
    init?(_ arguments: [String]) {
        guard read(arguments) else { return nil }
    }

    mutating func set(word: String) -> Bool {
        switch word {
        case "--short": (runs, processes, operations, kills, flatOut, limit) = (3, 4, 40, 24, 300, 600)
        case "--careless": isCareless = true
        default: return false
        }
        return true
    }

    mutating func set(_ name: String, number: Int) -> Bool {
        switch name {
        case "--processes": processes = min(max(1, number), 64)
        case "--kills": kills = number
        case "--flat-out": flatOut = number
        default: return false
        }
        return true
    }

    mutating func set(driver: [String]) { self.driver = driver }
}

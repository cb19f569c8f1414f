/// How long and with whom to torture a store.
struct TortureOptions: TortureArguments, Sendable {
    static let usage = """
        usage: KeyfobStoreTorture torture [OPTIONS]
          --seed N        the seed of everything that is chosen; printed, and by default always the same
          --runs N        how often so many processes work on one store at once (100)
          --processes N   how many (8)
          --operations N  how much each of them does in a run (60)
          --kills N       how many processes are killed, one after the other (1000)
          --flat-out MS   for how long all add and read as fast as they can, to compare them (3000)
          --limit S       gives up as hung after so many seconds (7200)
          --short         a run of a few seconds, given up after 600
          --home DIR      where the stores are made; by default in memory, where the system has a place for that
          --driver CMD    another program that speaks the worker's protocol, with its arguments; HOME is added to them
          --careless      workers that acknowledge before they write: what is lost then must be noticed
        """

    var seed: UInt64 = 20_261_121
    var runs = 100
    var processes = 8
    var operations = 60
    var kills = 1000
    var flatOut = 3000
    var limit = 7200
    var parent = Self.memory
    /// A foreign program; nil is this one.
    var driver: [String]?
    var isCareless = false

    /// Nil if the arguments make no sense.
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

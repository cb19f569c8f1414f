import Foundation

/// With whom to write one shared token cache, and how long.
struct SharedTortureOptions: Sendable {
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
    var parent = FileManager.default.isWritableFile(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
    var driver: [String] = []
    var careless: SharedLedger.Side?

    /// Nil if the arguments make no sense.
    init?(_ arguments: [String]) {
        var rest = arguments[...]
        while let name = rest.popFirst() {
            switch name {
            case "--short": (runs, ours, theirs, operations, control, limit) = (2, 2, 2, 4, 0, 120)
            case "--careless": careless = .ours
            case "--careless-theirs": careless = .theirs
            default:
                guard let value = rest.popFirst(), set(name, value) else { return nil }
            }
        }
        guard !driver.isEmpty else { return nil }
    }

    private mutating func set(_ name: String, _ value: String) -> Bool {
        switch name {
        case "--home": parent = value
        case "--driver": driver = value.split(separator: " ").map(String.init)
        case "--seed":
            guard let number = UInt64(value) else { return false }
            seed = number
        default:
            guard let number = Int(value), (0...1_000_000).contains(number) else { return false }
            switch name {
            case "--runs": runs = number
            case "--ours": ours = min(number, 32)
            case "--theirs": theirs = min(number, 32)
            case "--operations": operations = number
            case "--control": control = number
            case "--limit": limit = number
            default: return false
            }
        }
        return true
    }
}

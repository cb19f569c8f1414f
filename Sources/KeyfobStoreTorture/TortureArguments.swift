import Foundation

/// Options that every torture has, and how a command line sets them.
protocol TortureArguments {
    /// The seed of everything that is chosen.
    var seed: UInt64 { get set }
    /// How often many work at once.
    var runs: Int { get set }
    /// How much each of them does.
    var operations: Int { get set }
    /// Seconds after which it is given up as hung.
    var limit: Int { get set }
    /// Where files are made.
    var parent: String { get set }

    /// Sets a word that stands alone; false if there is none such.
    mutating func set(word: String) -> Bool
    /// Sets a number of its own; false if there is none such.
    mutating func set(_ name: String, number: Int) -> Bool
    /// Sets another program to drive.
    mutating func set(driver: [String])
}

extension TortureArguments {
    /// A directory in memory, where the system has a place for that.
    static var memory: String {
        FileManager.default.isWritableFile(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
    }

    /// Takes over a command line; false if it makes no sense.
    mutating func read(_ arguments: [String]) -> Bool {
        var rest = arguments[...]
        while let name = rest.popFirst() {
            if set(word: name) { continue }
            guard let value = rest.popFirst(), set(name, value) else { return false }
        }
        return true
    }

    private mutating func set(_ name: String, _ value: String) -> Bool {
        switch name {
        case "--home": parent = value
        case "--driver": set(driver: value.split(separator: " ").map(String.init))
        case "--seed":
            guard let number = UInt64(value) else { return false }
            seed = number
        default:
            guard let number = Int(value), (0...1_000_000).contains(number) else { return false }
            switch name {
            case "--runs": runs = number
            case "--operations": operations = number
            case "--limit": limit = number
            default: return set(name, number: number)
            }
        }
        return true
    }
}

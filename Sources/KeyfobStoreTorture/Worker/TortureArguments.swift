import Foundation

/// The options that all torture tests have, and their parsing.
protocol TortureArguments {
    /// The seed of all random choices.
    var seed: UInt64 { get set }
    /// The number of concurrent runs.
    var runs: Int { get set }
    /// The number of operations of each process.
    var operations: Int { get set }
    /// The seconds after which the test is aborted as hung.
    var limit: Int { get set }
    /// The directory for the files.
    var parent: String { get set }

    /// Sets an option without a value; false if it is unknown.
    mutating func set(word: String) -> Bool
    /// Sets an option with a number; false if it is unknown.
    mutating func set(_ name: String, number: Int) -> Bool
    /// Sets another program to test.
    mutating func set(driver: [String])
}

extension TortureArguments {
    /// A directory in memory, if the system has one.
    static var memory: String {
        FileManager.default.isWritableFile(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
    }

    /// Parses a command line; returns false if it is invalid.
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

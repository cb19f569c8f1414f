#if Server && os(Linux)
import ArgumentParser
import Foundation
import KeyfobCore
import KeyfobDeviceClient
import KeyfobDeviceProtocol

/// `keyfob-device clock`
struct ClockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clock", abstract: "Shows or moves the clock of the device and of an identity provider.",
        discussion: """
            The device's clock is ahead of the machine's by an offset, which all its apps read and the broker among them. \
            With --provider the provider's clock moves too, so that both show one time.
            """,
        subcommands: [ShowClockCommand.self, AdvanceClockCommand.self, ResetClockCommand.self],
        defaultSubcommand: ShowClockCommand.self)
}

/// The options that name clocks.
struct ClockOptions: ParsableArguments {
    @OptionGroup var device: FolderOption
    @Option(
        help: "The data folder of a keyfob-idp that runs on this machine: its clock is moved first, by its admin API.",
        completion: .directory)
    var provider: String?

    /// Moves the provider's clock, if one is named.
    ///
    /// - Returns: the provider's new offset, which the device follows; nil if no provider is named.
    func moveProvider(_ move: ProviderClock.Move) async throws(DeviceError) -> Int64? {
        guard let provider else { return nil }
        return try await ProviderClock(directory: URL(fileURLWithPath: provider).standardizedFileURL.path).perform(move)
    }

    static func print(_ offset: Int64) {
        let now = SystemClock().now.addingTimeInterval(TimeInterval(offset))
        Output.line("\(now.formatted(.iso8601)), \(offset) s ahead of the machine")
    }
}

/// `keyfob-device clock show`
struct ShowClockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Prints the device's time, and how far it is ahead of the machine's.")

    @OptionGroup var device: FolderOption
    @Flag(help: "Print JSON.")
    var json = false

    func run() async throws {
        let offset = try await device.connect().clockOffset()
        guard json else { return ClockOptions.print(offset) }
        Output.line(JSONValue.object(["offset_seconds": .integer(offset)]).text())
    }
}

/// `keyfob-device clock advance`
struct AdvanceClockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "advance", abstract: "Moves the clock forward, for example by 90s, 5m, 2h, 14d or 1w.")

    @OptionGroup var clocks: ClockOptions
    @Argument(
        help: "How far: a number with the unit s, m, h, d or w, or of seconds. Backwards: -- -2h.",
        transform: { text in
            guard let seconds = ClockStep.seconds(text) else {
                throw ValidationError("'\(text)' is no time: write for example 90s, 5m, 2h, 14d or 1w.")
            }
            return seconds
        })
    var by: Int64

    func run() async throws {
        let connection = try clocks.device.connect()
        if let offset = try await clocks.moveProvider(.advance(by)) {
            try await connection.setClock(offset: offset)
            return ClockOptions.print(offset)
        }
        ClockOptions.print(try await connection.advanceClock(seconds: by))
    }
}

/// `keyfob-device clock reset`
struct ResetClockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset", abstract: "Sets the clock back to the machine's.")

    @OptionGroup var clocks: ClockOptions

    func run() async throws {
        let connection = try clocks.device.connect()
        _ = try await clocks.moveProvider(.set(0))
        try await connection.setClock(offset: 0)
        ClockOptions.print(0)
    }
}

/// A duration as written on a command line.
enum ClockStep {
    private static let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86400, "w": 7 * 86400]

    /// Returns the seconds of `90s`, `5m`, `2h`, `14d`, `1w` or a plain number of seconds, with or without a sign; nil
    /// if the text is not a duration, or is too large.
    static func seconds(_ text: String) -> Int64? {
        let unit = text.last.flatMap { units[$0] }
        let digits = unit == nil ? Substring(text) : text.dropLast()
        guard let number = Int64(digits) else { return nil }
        let (seconds, overflow) = number.multipliedReportingOverflow(by: unit ?? 1)
        return overflow ? nil : seconds
    }
}
#endif

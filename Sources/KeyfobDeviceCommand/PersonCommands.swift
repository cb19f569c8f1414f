#if Server && os(Linux)
import ArgumentParser
import KeyfobCore
import KeyfobDeviceClient
import KeyfobDeviceProtocol

/// `keyfob-device open`
struct OpenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Opens a URL, like a user who follows a link; exit code 1 if no app accepts it.")

    @OptionGroup var device: FolderOption
    @Argument(help: "The URL.")
    var url: String

    func validate() throws {
        guard let scheme = url.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).first,
            scheme.count < url.count, scheme.first?.isLetter == true, !url.contains(where: \.isWhitespace)
        else { throw ValidationError("\(TerminalText.word(url)) is no URL: write SCHEME:REST.") }
    }

    func run() async throws {
        guard try await device.connect().open(url) else {
            throw DeviceError(
                .notFound, "No installed app takes this URL.", remedy: "Check the schemes of CFBundleURLTypes.")
        }
    }
}

/// `keyfob-device input`
struct InputCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "input", abstract: "Sends JSON to a running app that listens for it, and prints its response.")

    @OptionGroup var device: FolderOption
    @Argument(help: "The app's bundle id.")
    var bundleID: String
    @Argument(help: "JSON.")
    var json: String

    func run() async throws {
        guard let value = try? JSONValue(parsing: json) else { throw ValidationError("This is not JSON.") }
        Output.line((try await device.connect().input(bundleID, value) ?? nil).printableText())
    }
}

/// `keyfob-device state`
struct StateCommand: AsyncParsableCommand {
    /// An action on the device as a whole.
    enum Action: String, CaseIterable, ExpressibleByArgument {
        case home, lock, unlock, restart, shutdown
    }

    static let configuration = CommandConfiguration(
        commandName: "state", abstract: "Goes to the home screen, locks, unlocks, restarts or ends the device.")

    @OptionGroup var device: FolderOption
    @Argument(help: "home, lock, unlock, restart or shutdown")
    var action: Action

    func run() async throws {
        let request: AdminRequest =
            switch action {
            case .home: .home
            case .lock: .lock
            case .unlock: .unlock
            case .restart: .restart
            case .shutdown: .shutDown
            }
        try await device.connect().perform(request)
    }
}

/// `keyfob-device trace`
struct TraceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trace", abstract: "Prints the events on the device; URLs are cut to scheme and host.")

    @OptionGroup var device: FolderOption
    @Option(help: "Only the events after the entry of this number.")
    var after: Int64 = 0
    @Flag(help: "Print JSON, an entry a line.")
    var json = false
    @Flag(help: "Go on with new events until it is ended.")
    var follow = false

    func run() async throws {
        let connection = try device.connect()
        var (last, isWhole) = (after, false)
        while follow || !isWhole {
            let page = try await connection.trace(after: last, waiting: follow)
            for entry in page {
                print(entry)
                last = entry.number
            }
            isWhole = page.isEmpty
        }
    }

    private func print(_ entry: TraceEntry) {
        Output.line(json ? entry.json.printableText() : entry.text)
    }
}
#endif

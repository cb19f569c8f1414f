#if Server
import ArgumentParser
import KeyfobCommandLine

/// A command that another executable runs, which has its options, its help and its errors.
protocol PassedOnCommand: ParsableCommand {
    /// The executable.
    static var sibling: SiblingTool { get }
    /// The words that name the command to the executable.
    static var words: [String] { get }
}

extension PassedOnCommand {
    static var words: [String] { [] }
}

/// `keyfob login`, run by `keyfob-signin`, which has the network and the browser.
struct LoginCommand: PassedOnCommand {
    static let configuration = CommandConfiguration(
        commandName: "login", abstract: "Sign in, in the browser or with a device code.")
    static let sibling = SiblingTool("keyfob-signin")
    static let words = ["login"]

    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []

    func run() throws { try Self.sibling.become(Self.words + arguments) }
}

/// `keyfob demo`, run by `keyfob-demo`.
struct DemoCommand: PassedOnCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Show the whole story on this machine, offline, each claim proved.")
    static let sibling = SiblingTool("keyfob-demo")

    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []

    func run() throws { try Self.sibling.become(arguments) }
}

/// `keyfob idp`, run by `keyfob-idp`.
struct IdPCommand: PassedOnCommand {
    static let configuration = CommandConfiguration(
        commandName: "idp", abstract: "The local provider: serve, ca, hosts, apply, export, migrate-store.")
    static let sibling = SiblingTool("keyfob-idp")

    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []

    func run() throws { try Self.sibling.become(arguments) }
}

/// `keyfob broker`, run by `keyfob-broker`.
struct BrokerCommand: PassedOnCommand {
    static let configuration = CommandConfiguration(
        commandName: "broker", abstract: "The broker: serve, accounts, bundle, certificate.")
    static let sibling = SiblingTool("keyfob-broker")

    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []

    func run() throws { try Self.sibling.become(arguments) }
}

/// `keyfob migrate`, run by `keyfob-migrate`, which a separate package builds.
struct MigrateCommand: PassedOnCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate", abstract: "Find each use of ADAL or of an older MSAL in an app's sources.")
    static let sibling = SiblingTool("keyfob-migrate", builtBy: "make migrate")

    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []

    func run() throws { try Self.sibling.become(arguments) }
}
#endif

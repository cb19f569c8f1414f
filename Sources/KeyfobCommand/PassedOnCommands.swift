#if Server
import ArgumentParser
import KeyfobCommandLine

/// `keyfob login`, run by `keyfob-signin`, which has the network and the browser.
struct LoginCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "login", abstract: "Sign in, in the browser or with a device code.")

    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []

    func run() throws { try SiblingTool("keyfob-signin").become(["login"] + arguments) }
}

/// `keyfob demo`, run by `keyfob-demo`.
struct DemoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Show the whole story on this machine, offline, each claim proved.")

    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []

    func run() throws { try SiblingTool("keyfob-demo").become(arguments) }
}

/// `keyfob idp`, run by `keyfob-idp`.
struct IdPCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "idp", abstract: "The local provider: serve, ca, hosts, apply, export, migrate-store.")

    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []

    func run() throws { try SiblingTool("keyfob-idp").become(arguments) }
}

/// `keyfob broker`, run by `keyfob-broker`.
struct BrokerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "broker", abstract: "The broker: serve, accounts, bundle, certificate.")

    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []

    func run() throws { try SiblingTool("keyfob-broker").become(arguments) }
}

/// `keyfob migrate`, run by `keyfob-migrate`, which a separate package builds.
struct MigrateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate", abstract: "Find each use of ADAL or of an older MSAL in an app's sources.")

    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []

    func run() throws { try SiblingTool("keyfob-migrate", builtBy: "make migrate").become(arguments) }
}
#endif

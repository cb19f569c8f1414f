#if Server && os(Linux)
import ArgumentParser
import KeyfobDevice
import KeyfobDeviceProtocol

/// `keyfob-device namespace`
struct NamespaceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "namespace",
        abstract: "Runs a program as root of a user namespace, with user ids for a device's apps.",
        discussion: """
            For users other than root. Files that a device's apps leave in its folder belong to ids that only such a \
            namespace can remove: keyfob-device namespace -- rm -r FOLDER
            """)

    @Argument(parsing: .postTerminator, help: "The program and its arguments, after --.")
    var program: [String]

    func validate() throws {
        if program.isEmpty { throw ValidationError("Name a program after --.") }
    }

    func run() throws { try UserNamespace.enter(program) }
}

/// `keyfob-device end-user`: the switchboard starts it to end the processes that an app has left behind.
struct EndUserCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "end-user", abstract: "Ends every process of a user.", shouldDisplay: false)

    @Option var user: UInt32

    func run() throws {
        if let fault = UserSweep.run(userID: user) { throw fault }
    }
}
#endif

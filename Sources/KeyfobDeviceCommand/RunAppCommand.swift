#if Server && os(Linux)
import ArgumentParser
import KeyfobDevice
import KeyfobDeviceProtocol

/// `keyfob-device run-app`: the switchboard starts it to start an app.
struct RunAppCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run-app", abstract: "Drops this process's rights and runs a program.", shouldDisplay: false)

    @Option var user: String
    @Option var home: String
    @Option(name: .customLong("set"), parsing: .unconditionalSingleValue) var environment: [String] = []
    @Argument(parsing: .postTerminator) var program: [String]

    func run() throws {
        let target = AppConfinement.Target(userID: user, home: home, environment: environment, program: program)
        guard let target else { throw ValidationError("run-app is for keyfob-device itself.") }
        throw AppConfinement.run(target)
    }
}
#endif

import ArgumentParser
import ExampleTransport

struct LogOut: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout", abstract: "Signs you out of this tool; other apps keep their sign-in.")

    @OptionGroup var options: Options

    func run() async throws {
        let application = try options.application(transport: exampleTransport())
        for account in try application.accounts() { try await application.removeAccount(account) }
    }
}

import ArgumentParser
import ExampleTransport
import Foundation
import Keyfob

struct LogIn: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "login", abstract: "Signs you in.")

    @OptionGroup var options: Options
    @Flag(help: "Shows a code to enter on another device, for a machine without a browser.")
    var deviceCode = false

    func run() async throws {
        let application = try options.application(transport: exampleTransport())
        let result: TokenResult
        if deviceCode {
            result = try await application.acquireTokenByDeviceCode(DeviceCodeParameters(scopes: Options.scopes)) {
                // Not `print`, which buffers the text while the output is a pipe: the user must see it now.
                FileHandle.standardOutput.write(Data("\($0.message)\n".utf8))
            }
        } else {
            result = try await application.acquireToken(InteractiveParameters(scopes: Options.scopes))
        }
        print("Signed in as \(result.account.username ?? result.account.identifier).")
    }
}

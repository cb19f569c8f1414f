import ArgumentParser
import ExampleTransport
import Foundation
import Hummingbird
import Keyfob

/// A service that calls an API on its user's behalf: the user signs it in once, from any browser, and it then works
/// without the user, across restarts too.
///
/// It is an example of everything without a browser: a home server, a build agent, a kiosk.
@main
struct FilesService: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "files-service", abstract: "Serves one user's files in Contoso Files.")

    @Option(help: "The application (client) id of the registration.")
    var clientID = "aaaaaaaa-0000-4000-8000-000000000001"
    @Option(help: "The authority that users sign in at.")
    var authority = "https://localhost:8443/contoso.test"
    @Option(help: "The API that stores the files.")
    var api = "https://localhost:8443/api/files"
    @Option(help: "The port on the loopback interface; 0 for any free one.")
    var port = 8080

    func run() async throws {
        let transport = try exampleTransport()
        let configuration = try ClientConfiguration(
            clientID: clientID, authority: Authority(authority), accessGroup: AccessGroup("test.contoso.service"))
        let delegation = Delegation(
            application: try PublicClientApplication(configuration: configuration, transport: transport),
            scopes: ["api://files/Files.Read"], announce: say)
        let files = try FilesClient(address: api, transport: transport)
        let service = Application(
            router: routes(delegation: delegation, files: files),
            configuration: .init(address: .hostname("127.0.0.1", port: port)),
            onServerRunning: { channel in
                let address = channel.localAddress?.port.map { "http://127.0.0.1:\($0)" } ?? "the loopback interface"
                say("Serving at \(address)")
            })
        try await service.runService()
    }
}

/// Writes a line for the operator of the service.
@Sendable private func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

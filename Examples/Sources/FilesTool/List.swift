import ArgumentParser
import ExampleTransport
import Foundation
import Keyfob
import KeyfobOAuth

struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists your files. Never prompts: exit status 3 if you have to sign in.")

    @OptionGroup var options: Options

    func run() async throws {
        let transport = try exampleTransport()
        let application = try options.application(transport: transport)
        do {
            guard let account = try application.accounts().first else { return try signInFirst() }
            let result = try await application.acquireTokenSilent(
                SilentParameters(scopes: Options.scopes, account: account))
            print(try await files(with: result, over: transport))
        } catch AuthError.interactionRequired {
            try signInFirst()
        }
    }

    /// The API's response to a request with this token.
    private func files(with token: TokenResult, over transport: any HTTPTransport) async throws -> String {
        guard let url = HTTPURL(options.api) else { throw ValidationError("The API's address is not an https URL.") }
        let request = HTTPRequest(
            method: .get, url: url, fields: ["Authorization": token.authorizationHeader.reveal()])
        let response = try await transport.send(request)
        guard response.isSuccess else { throw ValidationError("The API returned status \(response.status).") }
        return String(decoding: response.body, as: UTF8.self)
    }

    private func signInFirst() throws {
        try FileHandle.standardError.write(contentsOf: Data("Sign in first: files-tool login\n".utf8))
        throw ExitCode(3)
    }
}

import ArgumentParser
import SuiteKit

/// App B of the suite.
@main
struct SuiteB: AsyncParsableCommand {
    @OptionGroup var app: SuiteApp

    func run() async throws { try await app.run(redirectURI: "http://localhost/contoso-b") }
}

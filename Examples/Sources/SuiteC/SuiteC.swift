import ArgumentParser
import SuiteKit

/// App C of the suite.
@main
struct SuiteC: AsyncParsableCommand {
    @OptionGroup var app: SuiteApp

    func run() async throws { try await app.run(redirectURI: "http://localhost/contoso-c") }
}

import ArgumentParser
import SuiteKit

/// App A of the suite.
@main
struct SuiteA: AsyncParsableCommand {
    @OptionGroup var app: SuiteApp

    func run() async throws { try await app.run(redirectURI: "http://localhost/contoso-a") }
}

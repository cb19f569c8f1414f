import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

/// Chromium goes through every page of the provider, with and without scripts: in the window of a desktop and of a
/// phone, in light and dark colours, by the keyboard, and examined by axe-core.
@Suite("Every page in Chromium", .timeLimit(.minutes(20)))
struct PageWalkTests {
    @Test("No page writes to the console, cuts anything off, or has a finding of axe-core, and the focus goes in order")
    func walk() async throws {
        let axe = try await Witness.axe()
        try await RunningProvider.with { provider in
            let chromium = try await Chromium(trusting: provider.caFile, transport: provider.transport)
            let outcome = await Result {
                for allowsScripts in [true, false] {
                    var walk = PageWalk(
                        provider: provider,
                        inspector: PageInspector(chromium.browser, axe: axe, allowsScripts: allowsScripts))
                    try await walk.run()
                    #expect(walk.inspector.findings.isEmpty, "\(walk.inspector.findings.joined(separator: "\n"))")
                    #expect(walk.inspector.names.count >= 20, "\(walk.inspector.names)")
                }
            }
            if case .failure = outcome { try? await chromium.browser.keepScreenshot("walk/failure") }
            await chromium.close()
            try outcome.get()
        }
    }
}

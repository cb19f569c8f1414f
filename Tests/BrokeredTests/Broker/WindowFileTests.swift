#if os(Linux)
#if Server
import Foundation
import KeyfobAsyncHTTP
import KeyfobCore
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobOAuth
import KeyfobTesting
import Testing

@testable import KeyfobDemo

/// The file with which the broker starts a browser contains the window's address: it is removed as soon as possible.
@Suite("the file that leads to the broker's window", .onDevice)
struct WindowFileTests {
    @Test("It is removed when the window is entered, and the next broker removes those that an ended one left")
    func goes() async throws {
        try await onDevice(broker: .urlsOnly) { demo in
            let broker = try await demo.listing(DemoApps.broker)
            let folder = "\(broker.home)/broker"
            func files() throws -> Set<String> {
                Set(try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".html") })
            }
            // Files that were left.
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            for name in ["window-left.html", "other.html"] {
                #expect(FileManager.default.createFile(atPath: "\(folder)/\(name)", contents: Data()))
            }
            #expect(lchown(folder, broker.userID, broker.userID) == 0)

            try await demo.contosoA.activate()
            let browserFolder = try await demo.brokersBrowserFolder()
            try browserFolder.putGate()
            let signIn = Task { try await demo.contosoA.signIn(SeedNames.ada) }
            let gate = await browserFolder.personAtGate()
            defer { gate.letGo() }
            var names = try files()
            #expect(names.remove("window-left.html") == nil && names.remove("other.html") != nil)
            // The user has started the browser, and sees nothing yet: the test enters the window, and leaves it again.
            let name = try #require(names.first)
            let address = try #require(BrowserArgument.destination(of: "file://\(folder)/\(name)"))
            let transport = try AsyncHTTPTransport()
            var browser = FormBrowser(transport: transport)
            let place = try await browser.open(address)
            #expect(try files() == ["other.html"])
            guard case .page(let page, let document, _) = place else { throw Disproved("the window has no page") }
            let leaving = try #require(document.forms.first { $0.action.hasSuffix("/leave") })
            _ = try await browser.send(leaving, leaving.submission(), from: page)
            #expect(try await signIn.value.code == "userCanceled")
            await transport.shutdown()
        }
    }
}
#endif
#endif

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

/// The file with which the broker starts a browser says where its window is: it lies there no longer than it is needed.
@Suite("the file that leads to the broker's window", .onDevice)
struct WindowFileTests {
    @Test("It goes when the window was entered, and what an ended broker left goes when the next one starts")
    func goes() async throws {
        try await onDevice(broker: .urlsOnly) { stage in
            let broker = try await stage.listing(DeviceCast.broker)
            let folder = "\(broker.home)/broker"
            func files() throws -> Set<String> {
                Set(try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".html") })
            }
            // What was left.
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            for name in ["window-left.html", "other.html"] {
                #expect(FileManager.default.createFile(atPath: "\(folder)/\(name)", contents: Data()))
            }
            #expect(lchown(folder, broker.userID, broker.userID) == 0)

            try await stage.contosoA.activate()
            let desk = try await stage.brokersDesk()
            try desk.putGate()
            let signIn = Task { try await stage.contosoA.signIn(SeedNames.ada) }
            let gate = await desk.personAtGate()
            defer { gate.letGo() }
            var names = try files()
            #expect(names.remove("window-left.html") == nil && names.remove("other.html") != nil)
            // The person has started the browser, and looks at nothing yet: the window is entered here, and left again.
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

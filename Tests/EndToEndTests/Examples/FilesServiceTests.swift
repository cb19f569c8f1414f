#if Server
import Foundation
import KeyfobAsyncHTTP
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@testable import KeyfobDemo

@Suite("Example: a service that calls an API for its user")
struct FilesServiceTests {
    @Test("serves the user's files after one sign-in from another device, also after a restart, until it is signed out")
    func story() async throws {
        try await ExampleScene.play { scene in
            let first = try await Service(in: scene)
            #expect(try await first.get("/files").status == 401)
            let message = try await first.get("/sign-in").text
            // A second request while the code is open gets the same one.
            #expect(try await first.get("/sign-in").text == message)
            try await scene.enterCode(from: message)
            #expect(await first.process.nextLine() == "Signed in as ada@contoso.test.")
            let served = try await first.get("/files")
            #expect(served.status == 200)
            #expect(served.text.contains("ada@contoso.test"))
            await first.stop()

            let second = try await Service(in: scene)
            #expect(try await second.get("/files").status == 200)
            #expect(try await scene.passwordPrompts() == 1)
            #expect(try await second.post("/sign-out").status == 200)
            #expect(try await second.get("/files").status == 401)
            await second.stop()
        }
    }
}

/// The running service.
private struct Service {
    let process: ChildProcess
    let address: String
    let transport: any HTTPTransport

    init(in scene: ExampleScene) async throws {
        process = try scene.start("FilesService", ["--port", "0"] + scene.options)
        var found: String?
        while found == nil, let line = await process.nextLine() {
            found = line.split(separator: " ").last.map(String.init).flatMap { $0.hasPrefix("http://") ? $0 : nil }
        }
        address = try #require(found)
        transport = try AsyncHTTPTransport()
    }

    func get(_ path: String) async throws -> (status: Int, text: String) { try await send(.get, path) }
    func post(_ path: String) async throws -> (status: Int, text: String) { try await send(.post, path) }

    func stop() async {
        process.terminate()
        _ = await process.outcome()
    }

    private func send(_ method: HTTPMethod, _ path: String) async throws -> (status: Int, text: String) {
        let url = try #require(HTTPURL(address + path))
        let response = try await transport.send(HTTPRequest(method: method, url: url))
        return (response.status, String(decoding: response.body, as: UTF8.self))
    }
}
#endif

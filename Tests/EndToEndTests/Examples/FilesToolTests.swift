#if Server
import Foundation
import KeyfobTesting
import Testing

@testable import KeyfobDemo

@Suite("Example: a command-line tool")
struct FilesToolTests {
    @Test("signs in once in the browser, lists silently, and lists nothing after logout")
    func story() async throws {
        try await ExampleScene.play { scene in
            #expect(try await scene.tool("list").status == 3)

            let login = try await scene.tool("login")
            #expect(login.status == 0, "\(login.errors)")
            #expect(login.output == "Signed in as ada@contoso.test.\n")

            for _ in 1...2 {
                let list = try await scene.tool("list")
                #expect(list.status == 0, "\(list.errors)")
                #expect(list.output.contains("ada@contoso.test"))
            }
            #expect(try await scene.passwordPrompts() == 1)

            #expect(try await scene.tool("logout").status == 0)
            #expect(try await scene.tool("list").status == 3)
        }
    }

    @Test("signs in by a code that is entered on another device")
    func deviceCode() async throws {
        try await ExampleScene.play { scene in
            let login = try scene.start("FilesTool", ["login", "--device-code"] + scene.options)
            let message = try #require(await login.nextLine())
            try await scene.enterCode(from: message)
            #expect(await login.outcome().status == 0)
            #expect(try await scene.tool("list").status == 0)
        }
    }
}

extension ExampleScene {
    fileprivate func tool(_ command: String) async throws -> ChildProcess.Outcome {
        try await start("FilesTool", [command] + options).outcome()
    }
}
#endif

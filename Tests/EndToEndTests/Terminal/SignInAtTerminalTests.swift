import Foundation
import KeyfobCore
import KeyfobTesting
import Testing

@Suite("Signing in at a terminal", .timeLimit(.minutes(5)))
struct SignInAtTerminalTests {
    @Test("login shows the address while it waits, and who is signed in at the end")
    func waiting() async throws {
        try await SignInScene.playAtTerminal { scene, terminal in
            try await terminal.start("keyfob login work")
            let address = try await terminal.address()
            let screen = try await terminal.lines()
            #expect(screen.contains { $0.hasPrefix("Waiting for you to sign in at localhost, in the browser.") })
            #expect(!screen.contains { $0.contains("Signed in") })
            try await scene.visit(address.description, as: SignInScene.ada)
            #expect(try await terminal.ending().status == 0)
            try await terminal.waits(for: "Signed in as ada@contoso.test, for api://files/Files.Read.")
            #expect(try await terminal.run("keyfob token work >/dev/null").status == 0)
        }
    }

    @Test("Ctrl-C ends a login that waits, and leaves the terminal as it was")
    func interrupted() async throws {
        try await SignInScene.playAtTerminal { scene, terminal in
            let before = try await terminal.run("stty -a").output
            try await terminal.start("keyfob login work")
            let address = try await terminal.address()
            try await terminal.press(.interrupt)
            #expect(try await terminal.ending().status == 130)
            #expect(try await terminal.run("stty -a").output == before)
            #expect(try await terminal.run("keyfob token work").status == 3)
            // Nothing listens for the response any more.
            await #expect(throws: (any Error).self) { try await scene.respond(to: address, "state=x") }
        }
    }

    @Test("in a narrow terminal the address is on several rows, and can be copied in one piece")
    func narrow() async throws {
        try await SignInScene.playAtTerminal(columns: 40) { scene, terminal in
            try await terminal.start("keyfob login work")
            let address = try await terminal.address()
            #expect(address.description.count > 80)
            let rows = try await terminal.screen()
            #expect(rows.allSatisfy { $0.count <= 40 } && !rows.contains { $0.contains(address.description) })
            try await scene.visit(address.description, as: SignInScene.ada)
            #expect(try await terminal.ending().status == 0)
        }
    }

    @Test("a response of another sign-in is reported while the tool waits, and the sign-in still works")
    func stray() async throws {
        try await SignInScene.playAtTerminal { scene, terminal in
            try await terminal.start("keyfob login work")
            let address = try await terminal.address()
            #expect(try await scene.respond(to: address, "code=c&state=foreign") == 400)
            try await terminal.waits(for: "A response arrived that does not belong to this sign-in: it was ignored.")
            try await scene.visit(address.description, as: SignInScene.ada)
            let ending = try await terminal.ending()
            #expect(ending.status == 0 && ending.output.hasSuffix("for api://files/Files.Read.\r\n"))
        }
    }

    @Test("without a browser, login at a terminal says why and signs in with a device code")
    func deviceCode() async throws {
        try await SignInScene.playAtTerminal(browser: nil) { scene, terminal in
            try await terminal.start("keyfob login work")
            try await terminal.waits(for: "Waiting for that. Ctrl-C ends it.")
            let lines = try await terminal.lines()
            let reason = "The browser command \"xdg-open\" was not found. Signing in with a device code instead."
            #expect(lines.contains { $0.hasPrefix(reason) }, "\(lines)")
            // Nothing listens at the address of the page any more.
            #expect(!lines.contains { $0.contains("Waiting for you to sign in") }, "\(lines)")
            let message = try #require(lines.first { $0.contains("enter the code") })
            let address = try #require(message.firstMatch(of: #/https://[^ ]+[^ .]/#)).output
            var person = SignInScene.ada
            person.userCode = try String(#require(message.firstMatch(of: #/code ([A-Z0-9-]+)/#)).output.1)
            #expect(try await scene.visit(String(address), as: person).pages.last == "device-done")
            let ending = try await terminal.ending()
            #expect(ending.status == 0 && ending.output.contains("Signed in as ada@contoso.test"), "\(ending)")
        }
    }

    @Test("without a browser and with input from elsewhere, login fails and says how to sign in")
    func noTerminal() async throws {
        try await SignInScene.playAtTerminal(browser: nil) { _, terminal in
            let ending = try await terminal.run("keyfob login work </dev/null")
            #expect(ending.status == 1 && ending.output.contains("--print-url"), "\(ending)")
            #expect(!ending.output.contains("device code instead"))
        }
    }

    @Test("control characters of a server's error do not reach the terminal")
    func controlCharacters() async throws {
        try await SignInScene.playAtTerminal { scene, terminal in
            try await terminal.start("keyfob login work")
            let address = try await terminal.address()
            let description = "%1B%5B2J%1B%5D0%3Btitle%07bad%C2%9B31mnews%0D%0Aend"
            let query = "error=access_denied&error_description=\(description)&state=\(try address.parameter("state"))"
            _ = try await scene.respond(to: address, query)
            let ending = try await terminal.ending()
            #expect(ending.status == 1 && ending.output.contains("bad"), "\(ending)")
            // The tool may send its own colours. What the server sent is in none of their forms.
            let rest = ending.output.replacing(#/\u{1B}\[[0-9;]*m/#, with: "").unicodeScalars
            let controls = rest.filter { $0.properties.generalCategory == .control && $0 != "\r" && $0 != "\n" }
            #expect(controls.isEmpty, "\(ending)")
        }
    }
}

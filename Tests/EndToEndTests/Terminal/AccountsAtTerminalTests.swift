import KeyfobTesting
import Testing

@Suite("Accounts at a terminal", .timeLimit(.minutes(5)))
struct AccountsAtTerminalTests {
    @Test("logout of a profile names the user, and accounts then says that no user is signed in")
    func ofProfile() async throws {
        try await SignInScene.playAtTerminal { scene, terminal in
            try #require(try await scene.logIn(["work"]).status == 0)
            #expect(try await terminal.run("keyfob accounts").status == 0)
            let screen = try await terminal.lines()
            #expect(screen.contains { $0.hasPrefix("USER ") }, "\(screen)")
            #expect(screen.contains { $0.hasPrefix("ada@contoso.test ") }, "\(screen)")
            let logout = try await terminal.run("keyfob logout work")
            #expect(logout.status == 0 && logout.output == "Signed out ada@contoso.test.\r\n", "\(logout)")
            let after = try await terminal.run("keyfob accounts")
            #expect(after.status == 0 && after.output == "No user is signed in.\r\n", "\(after)")
            #expect(try await terminal.run("keyfob token work").status == 3)
        }
    }

    @Test("logout --all names every user that it signs out")
    func all() async throws {
        try await SignInScene.playAtTerminal { scene, terminal in
            try #require(try await scene.logIn(["work"]).status == 0)
            let second = try await scene.logIn(["work", "--prompt", "select_account"], as: SignInScene.grace)
            try #require(second.status == 0, "\(second.errors)")
            let logout = try await terminal.run("keyfob logout --all")
            let rows = Set(logout.output.split(separator: "\r\n"))
            #expect(logout.status == 0, "\(logout)")
            #expect(rows == ["Signed out ada@contoso.test.", "Signed out grace@contoso.test."], "\(logout)")
            #expect(try await terminal.run("keyfob accounts").output == "No user is signed in.\r\n")
        }
    }
}

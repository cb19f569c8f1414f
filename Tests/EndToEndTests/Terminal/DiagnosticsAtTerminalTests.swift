import KeyfobTesting
import Testing

@Suite("Diagnostics and revocation at a terminal", .timeLimit(.minutes(5)))
struct DiagnosticsAtTerminalTests {
    @Test("--verbose and --trace print beside the result, and a pipe gets the token alone")
    func trace() async throws {
        try await SignInScene.playAtTerminal { scene, terminal in
            try #require(try await scene.logIn(["work"]).status == 0)
            let file = "\(scene.tool.directory.path)/token"
            let verbose = try await terminal.run("keyfob token work --verbose --force-refresh >\(file)")
            #expect(verbose.status == 0 && verbose.output.hasPrefix("[0.") && !verbose.output.contains("grant_type"))
            let trace = try await terminal.run("keyfob token work --trace --force-refresh >\(file)")
            #expect(trace.status == 0 && trace.output.contains("\r\n    grant_type=refresh_token\r\n"), "\(trace)")
            #expect(trace.output.contains("\r\n    refresh_token=(") && trace.output.contains(" response "), "\(trace)")
            let token = try await terminal.run("cat \(file)").output
            #expect(token.hasPrefix("eyJ") && !trace.output.contains("eyJ") && !verbose.output.contains("eyJ"))
            #expect(!trace.output.contains("ada@"))
            let logged = try await terminal.run("KEYFOB_LOG=trace keyfob exec work --force-refresh -- true")
            #expect(logged.status == 0 && logged.output.contains("grant_type=refresh_token"), "\(logged)")
        }
    }

    @Test("logout --revoke at a provider without revocation signs out here, and says what is left")
    func revoke() async throws {
        try await SignInScene.playAtTerminal { scene, terminal in
            try #require(try await scene.logIn(["work"]).status == 0)
            let logout = try await terminal.run("keyfob logout work --revoke")
            #expect(
                logout.status == 1 && logout.output.hasPrefix("Signed out ada@contoso.test.\r\nError: "), "\(logout)")
            #expect(logout.output.contains("were not revoked"))
            #expect(try await terminal.run("keyfob accounts").output == "No user is signed in.\r\n")
        }
    }
}

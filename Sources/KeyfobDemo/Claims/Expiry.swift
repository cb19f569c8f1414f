#if Server
import KeyfobTesting
import KeyfobCore
extension Claim {
    /// The second act: time passes, users sign in, sessions end.
    static let timePasses: [Claim] = [
        Claim("The token expires; three apps race for a new one, and one refresh serves them all.") { demo in
            let before = try await demo.admin.lastSignIn()
            try await demo.admin.advanceClock(seconds: 2 * 3600)
            async let first = demo.a.ask("call", user: SeedNames.ada)
            async let second = demo.b.ask("call", user: SeedNames.ada)
            async let third = demo.c.ask("call", user: SeedNames.ada)
            let answers = try await [first, second, third]
            var tokens: Set<String> = []
            for (answer, app) in zip(answers, ["A", "B", "C"]) {
                try requireSuccess(answer, app)
                tokens.insert(try demo.api.accept(answer.token).identifier)
            }
            let refreshes = try await demo.admin.count("tokens_refreshed", after: before)
            let prompts = try await demo.admin.count("password_prompt", after: before)
            try require(refreshes == 1 && tokens.count == 1, "\(refreshes) refreshes, \(tokens.count) tokens")
            return "all clocks moved 2 h; sign-in log: \(refreshes) refresh, \(prompts) password prompts; all three "
                + "hold the same new token (sources: \(answers.map(\.source).joined(separator: ", ")))"
        },
        Claim("A second person signs in at A, and running app B lists both users without a restart.") { demo in
            let pid = demo.b.processIdentifier
            let earlier = try await demo.b.ask("accounts").accounts
            try demo.browserFolder.setUser(SeedNames.grace)
            let answer = try await demo.a.ask("sign-in", user: SeedNames.grace)
            try requireSuccess(answer, "A")
            let later = try await demo.b.ask("accounts").accounts
            try require(earlier == [SeedNames.ada], "B listed \(earlier) before")
            try require(later == [SeedNames.ada, SeedNames.grace].sorted(), "B lists \(later)")
            let call = try await demo.c.ask("call", user: SeedNames.grace)
            try requireSuccess(call, "C")
            let user = try demo.api.accept(call.token).user
            return "B, process \(pid) all along: \(earlier.count) user before, \(later.count) after; C called the API "
                + "as \(user) without asking"
        },
        Claim("A revoked session requires a sign-in in every app, and one sign-in restores them all.") { demo in
            try await demo.admin.revoke(user: SeedNames.ada)
            try await demo.admin.advanceClock(seconds: 2 * 3600)
            for app in demo.suite {
                try require(await app.ask("call", user: SeedNames.ada), failedWith: "interactionRequired", app.name)
            }
            let before = try await demo.admin.lastSignIn()
            try demo.browserFolder.setUser(SeedNames.ada)
            try requireSuccess(await demo.b.ask("sign-in", user: SeedNames.ada), "B")
            for app in demo.suite {
                let answer = try await app.ask("call", user: SeedNames.ada)
                try requireSuccess(answer, app.name)
                _ = try demo.api.accept(answer.token)
            }
            let prompts = try await demo.admin.count("password_prompt", after: before)
            try require(prompts == 1, "\(prompts) password prompts")
            return "interactionRequired in A, B and C; then 1 password prompt at B, and A, B and C call the API"
        },
    ]
}
#endif

#if Server
import KeyfobTesting
import KeyfobCore
extension Claim {
    /// The first act: one password prompt for three apps.
    static let signInOnce: [Claim] = [
        Claim("The person signs in at app A, with one password prompt, and A calls the API.") { demo in
            let before = try await demo.admin.lastSignIn()
            let answer = try await demo.a.ask("sign-in", user: SeedNames.ada)
            try requireSuccess(answer, "A")
            let caller = try demo.api.accept(answer.token)
            let prompts = try await demo.admin.count("password_prompt", after: before)
            try require(prompts == 1, "the sign-in log has \(prompts) password prompts")
            return "sign-in log: 1 password prompt; the API accepted a token for \(caller.user) with audience "
                + "\(caller.audience) and scopes \(caller.scopes)"
        },
        Claim("Apps B and C, other processes with other redirect URIs, are signed in without a prompt.") { demo in
            let before = try await demo.admin.lastSignIn()
            let visits = try demo.browserFolder.visits()
            var users: Set<String> = []
            for app in [demo.b, demo.c] {
                let answer = try await app.ask("call")
                try requireSuccess(answer, app.name)
                users.insert(try demo.api.accept(answer.token).user)
            }
            let prompts = try await demo.admin.count("password_prompt", after: before)
            let opened = try demo.browserFolder.visits().count - visits.count
            try require(prompts == 0 && opened == 0, "\(prompts) prompts, browser opened \(opened) times")
            return "both tokens accepted for \(users.sorted().joined(separator: ", ")); password prompts 0, browser "
                + "opened 0 times"
        },
        Claim("With the identity provider down and the token still valid, B and C keep working.") { demo in
            await demo.provider.stop()
            let b = try await demo.b.ask("call")
            let c = try await demo.c.ask("call")
            let reachable = await demo.provider.isReachable()
            try await demo.provider.start()
            try requireSuccess(b, "B")
            try requireSuccess(c, "C")
            _ = try demo.api.accept(b.token)
            _ = try demo.api.accept(c.token)
            try require(!reachable, "the provider still responded")
            return "provider's process ended, port closed; B answered from \(b.source), C from \(c.source); provider "
                + "started again"
        },
    ]
}
#endif

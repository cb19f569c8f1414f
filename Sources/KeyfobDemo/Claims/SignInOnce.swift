#if Server
import KeyfobTesting
import KeyfobCore
extension Claim {
    /// The first act: one password prompt for three apps.
    static let signInOnce: [Claim] = [
        Claim("The person signs in at app A, with one password prompt, and A calls the API.") { stage in
            let before = try await stage.admin.lastSignIn()
            let answer = try await stage.a.ask("sign-in", user: SeedNames.ada)
            try requireSuccess(answer, "A")
            let caller = try stage.api.accept(answer.token)
            let prompts = try await stage.admin.count("password_prompt", after: before)
            try require(prompts == 1, "the sign-in log has \(prompts) password prompts")
            return "sign-in log: 1 password prompt; the API accepted a token for \(caller.user) with audience "
                + "\(caller.audience) and scopes \(caller.scopes)"
        },
        Claim("Apps B and C, other processes with other redirect URIs, are signed in without a prompt.") { stage in
            let before = try await stage.admin.lastSignIn()
            let visits = try stage.desk.visits()
            var users: Set<String> = []
            for app in [stage.b, stage.c] {
                let answer = try await app.ask("call")
                try requireSuccess(answer, app.name)
                users.insert(try stage.api.accept(answer.token).user)
            }
            let prompts = try await stage.admin.count("password_prompt", after: before)
            let opened = try stage.desk.visits().count - visits.count
            try require(prompts == 0 && opened == 0, "\(prompts) prompts, browser opened \(opened) times")
            return "both tokens accepted for \(users.sorted().joined(separator: ", ")); password prompts 0, browser "
                + "opened 0 times"
        },
        Claim("With the identity provider down and the token still valid, B and C keep working.") { stage in
            await stage.provider.stop()
            let b = try await stage.b.ask("call")
            let c = try await stage.c.ask("call")
            let reachable = await stage.provider.isReachable()
            try await stage.provider.start()
            try requireSuccess(b, "B")
            try requireSuccess(c, "C")
            _ = try stage.api.accept(b.token)
            _ = try stage.api.accept(c.token)
            try require(!reachable, "the provider still responded")
            return "provider's process ended, port closed; B answered from \(b.source), C from \(c.source); provider "
                + "started again"
        },
    ]
}
#endif

#if Server
import KeyfobTesting
import KeyfobCore
extension Claim {
    /// The last act: failures have specific errors.
    static let refusals: [Claim] = [
        Claim("A wrong password is refused by the sign-in page, and cancelling is reported to the app.") { stage in
            let before = try await stage.admin.lastSignIn()
            try stage.desk.seat(SeedNames.grace, password: "not the password", cookies: false)
            let answer = try await stage.a.ask("sign-in", user: SeedNames.grace)
            let refused = try await stage.admin.count("password_refused", after: before)
            let page = try stage.desk.lastVisit()
            try require(answer, failedWith: "userCanceled", "A")
            try require(refused == 1 && page.number == 50126, "refused \(refused) times, page says \(page.text)")
            return "page: \"\(page.text)\" (AADSTS50126); app: \(answer.code)"
        },
        Claim("Declined consent gives a specific error, and nothing is stored.") { stage in
            try stage.desk.seat(SeedNames.grace, consents: false, cookies: false)
            let answer = try await stage.a.ask("sign-in", user: SeedNames.grace, scopes: [SeedNames.readWrite])
            let call = try await stage.a.ask("call", user: SeedNames.grace, scopes: [SeedNames.readWrite])
            try require(answer, failedWith: "userCanceled", "A")
            try require(answer.numbers.contains(65004), "the numbers are \(answer.numbers)")
            try require(call, failedWith: "interactionRequired", "A")
            return "app: \(answer.code) (AADSTS65004): \(answer.message)"
        },
        Claim("Consent to one of two scopes is reported with both lists.") { stage in
            try stage.desk.seat(SeedNames.grace, declining: [SeedNames.readWrite], cookies: false)
            let answer = try await stage.a.ask(
                "sign-in", user: SeedNames.grace, scopes: [SeedNames.read, SeedNames.readWrite])
            try require(answer, failedWith: "serverDeclinedScopes", "A")
            try require(answer.declined == [SeedNames.readWrite], "declined is \(answer.declined)")
            return
                "granted: \(answer.granted.joined(separator: " ")); declined: \(answer.declined.joined(separator: " "))"
        },
        Claim("An app with an unknown client id gets an error that says what to do, and no browser opens.") { stage in
            try await stage.proveUnknownClient("aaaaaaaa-0000-4000-8000-00000000ffff")
        },
        Claim("A redirect URI that is not registered is refused, and never redirected to.") { stage in
            try await stage.proveRefusal(
                client: SeedNames.suite, redirect: "http://localhost/not-registered", number: 50011)
        },
    ]
}

extension Stage {
    /// Starts an app that is not registered at the provider, and proves that the app itself gets a clear error.
    func proveUnknownClient(_ client: String) async throws -> String {
        let visits = try desk.visits().count
        let app = try launch("Z", client: client, redirect: "http://localhost")
        let answer = try await app.ask("sign-in")
        await app.quit()
        try require(answer, failedWith: "configuration", "the app")
        try require(answer.numbers == [700016], "the numbers are \(answer.numbers)")
        try require(try desk.visits().count == visits, "a browser was started")
        return "app: \(answer.code): \(answer.message)"
    }

    /// Starts an app that the provider must refuse, and proves that the person saw the error and the app got no token.
    func proveRefusal(client: String, redirect: String, number: Int) async throws -> String {
        try desk.seat(SeedNames.ada, cookies: false)
        let app = try launch("Z", client: client, redirect: redirect)
        let answer = try await app.ask("sign-in")
        await app.quit()
        let page = try desk.lastVisit()
        try require(!answer.succeeded, "the app got a token")
        try require(page.number == number, "the page says \(page.text)")
        return "page: \"\(page.text)\" (AADSTS\(number)); app: \(answer.code)"
    }
}
#endif

#if Server
import KeyfobTesting
import KeyfobCore
extension Claim {
    /// The last act: failures have specific errors.
    static let refusals: [Claim] = [
        Claim("A wrong password is refused by the sign-in page, and cancelling is reported to the app.") { demo in
            let before = try await demo.admin.lastSignIn()
            try demo.browserFolder.setUser(SeedNames.grace, password: "not the password", cookies: false)
            let answer = try await demo.a.ask("sign-in", user: SeedNames.grace)
            let refused = try await demo.admin.count("password_refused", after: before)
            let page = try demo.browserFolder.lastVisit()
            try require(answer, failedWith: "userCanceled", "A")
            try require(refused == 1 && page.number == 50126, "refused \(refused) times, page says \(page.text)")
            return "page: \"\(page.text)\" (AADSTS50126); app: \(answer.code)"
        },
        Claim("Declined consent gives a specific error, and nothing is stored.") { demo in
            try demo.browserFolder.setUser(SeedNames.grace, consents: false, cookies: false)
            let answer = try await demo.a.ask("sign-in", user: SeedNames.grace, scopes: [SeedNames.readWrite])
            let call = try await demo.a.ask("call", user: SeedNames.grace, scopes: [SeedNames.readWrite])
            try require(answer, failedWith: "userCanceled", "A")
            try require(answer.numbers.contains(65004), "the numbers are \(answer.numbers)")
            try require(call, failedWith: "interactionRequired", "A")
            return "app: \(answer.code) (AADSTS65004): \(answer.message)"
        },
        Claim("Consent to one of two scopes is reported with both lists.") { demo in
            try demo.browserFolder.setUser(SeedNames.grace, declining: [SeedNames.readWrite], cookies: false)
            let answer = try await demo.a.ask(
                "sign-in", user: SeedNames.grace, scopes: [SeedNames.read, SeedNames.readWrite])
            try require(answer, failedWith: "serverDeclinedScopes", "A")
            try require(answer.declined == [SeedNames.readWrite], "declined is \(answer.declined)")
            return
                "granted: \(answer.granted.joined(separator: " ")); declined: \(answer.declined.joined(separator: " "))"
        },
        Claim("An app with an unknown client id gets an error that says what to do, and no browser opens.") { demo in
            try await demo.proveUnknownClient("aaaaaaaa-0000-4000-8000-00000000ffff")
        },
        Claim("A redirect URI that is not registered is refused, and never redirected to.") { demo in
            try await demo.proveRefusal(
                client: SeedNames.suite, redirect: "http://localhost/not-registered", number: 50011)
        },
    ]
}

extension DemoEnvironment {
    /// Starts an app that is not registered at the provider, and proves that the app itself gets a clear error.
    func proveUnknownClient(_ client: String) async throws -> String {
        let visits = try browserFolder.visits().count
        let app = try launch("Z", client: client, redirect: "http://localhost")
        let answer = try await app.ask("sign-in")
        await app.quit()
        try require(answer, failedWith: "configuration", "the app")
        try require(answer.numbers == [700016], "the numbers are \(answer.numbers)")
        try require(try browserFolder.visits().count == visits, "a browser was started")
        return "app: \(answer.code): \(answer.message)"
    }

    /// Starts an app that the provider must refuse, and proves that the person saw the error and the app got no token.
    func proveRefusal(client: String, redirect: String, number: Int) async throws -> String {
        try browserFolder.setUser(SeedNames.ada, cookies: false)
        let app = try launch("Z", client: client, redirect: redirect)
        let answer = try await app.ask("sign-in")
        await app.quit()
        let page = try browserFolder.lastVisit()
        try require(!answer.succeeded, "the app got a token")
        try require(page.number == number, "the page says \(page.text)")
        return "page: \"\(page.text)\" (AADSTS\(number)); app: \(answer.code)"
    }
}
#endif

import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

/// A way through the provider's pages, which an inspector examines on each.
struct PageWalk {
    let provider: RunningProvider
    var inspector: PageInspector
    private var browser: WebDriver { inspector.browser }
    /// Users of this walk only, so that nothing is registered or granted before.
    private var suffix: String { inspector.allowsScripts ? "scripts" : "plain" }

    private static let redirect = "http://localhost:1/contoso-a"

    init(provider: RunningProvider, inspector: PageInspector) {
        self.provider = provider
        self.inspector = inspector
    }

    mutating func run() async throws {
        try await browser.deleteCookies()
        try await browser.allowScripts(inspector.allowsScripts)
        try await appPages()
        try await passwordPages()
        try await deviceCodePages()
        try await factorPages()
        try await refusalPages()
        try await profilePage()
        try await devicePages()
        try await browser.allowScripts(true)
    }

    // The pages of an app's sign-in

    private mutating func appPages() async throws {
        let user = try await addUser("walker", "Wanda Walker")
        try await open([])
        try await inspector.look("name", is: "sign-in")
        try await fill(["login": user])
        try await inspector.look("password", is: "sign-in")
        try await fill(["login": user, "passwd": "wrong"])
        try await inspector.look("password-refused", is: "sign-in")
        try await open([("login_hint", user)])
        try await inspector.look("password-hinted", is: "sign-in")
        try await signIn(user)
        try await inspector.look("consent", is: "consent")
        try await press("cancel")
        #expect(try await answer()["error"] == "access_denied")
        try await open([("response_mode", "form_post"), ("state", "s")])
        try await browser.click("button[value=accept]")
        // With scripts the page sends itself.
        if !inspector.allowsScripts {
            try await inspector.look("form-post", is: "form-post")
            try await browser.click("button[type=submit]")
        }
        try await leave()
        try await signIn(try await addUser("second", "Sven Second"), [("prompt", "login")])
        try await browser.click("button[value=accept]")
        #expect(try await answer()["code"]?.isEmpty == false)
        try await open([("prompt", "select_account")])
        try await inspector.look("account-picker", is: "account-picker")
        try await browser.click("button[value='\(user)']")
        #expect(try await answer()["code"]?.isEmpty == false)
        try await browser.go(to: "\(provider.origin)/common/oauth2/v2.0/logout")
        try await inspector.look("signed-out", is: "signed-out")
        try await open([("redirect_uri", "http://localhost/elsewhere")])
        try await inspector.look("error", is: "error")
    }

    private mutating func passwordPages() async throws {
        let user = try await addUser("newcomer", "Nora Newcomer")
        try await provider.graph(
            .patch, "users/\(user)", ["passwordProfile": ["forceChangePasswordNextSignIn": true]])
        try await signIn(user, [("prompt", "login")])
        try await inspector.look("password-change", is: "password-change")
        try await fill(["passwd": Contoso.password, "newpasswd": "short", "confirmpasswd": "short"])
        try await inspector.look("password-change-refused", is: "password-change")
        try await fill(["passwd": Contoso.password, "newpasswd": "Better-horse-9", "confirmpasswd": "Better-horse-9"])
        try await press("cancel")
        #expect(try await answer()["error"] == "access_denied")
        try await browser.go(to: "\(provider.origin)/common/oauth2/v2.0/logout")
    }

    private mutating func deviceCodePages() async throws {
        let user = try await addUser("device", "Dora Device")
        try await browser.go(to: try await deviceCode().verificationURI)
        try await inspector.look("device-code", is: "device-code")
        try await fill(["user_code": "BBBBBBBBB"])
        try await inspector.look("device-code-refused", is: "device-code")
        try await enter(deviceCode())
        try await signIn(user)
        try await inspector.look("device-approval", is: "device-approval")
        try await press("continue")
        try await inspector.look("device-consent", is: "consent")
        try await press("accept")
        try await inspector.look("device-done", is: "device-done")
        try await enter(deviceCode())
        try await browser.click("button[value='\(user)']")
        try await press("cancel")
        try await inspector.look("device-declined", is: "device-done")
    }

    // The pages that policies require

    private mutating func factorPages() async throws {
        let user = try await addUser("factor", "Frida Factor")
        try await require("mfa", of: user)
        try await signIn(user, [("prompt", "login")])
        try await inspector.look("register-factor", is: "register-factor")
        try await fill(["otc": "000000"])
        try await inspector.look("register-factor-refused", is: "register-factor")
        try await press("phone")
        try await inspector.look("register-phone", is: "register-factor")
        try await fill(["phone": "+49155501042"])
        try await inspector.look("register-phone-code", is: "register-factor")
        try await provider.admin.setFactors(of: user, phoneNumber: "+49155501042")
        try await signIn(user, [("prompt", "login")])
        try await inspector.look("second-factor", is: "second-factor")
        try await fill(["otc": "000000"])
        try await inspector.look("second-factor-refused", is: "second-factor")
    }

    private mutating func refusalPages() async throws {
        let user = try await addUser("blocked", "Bob Blocked")
        try await require("block", of: user)
        try await signIn(user, [("prompt", "login")])
        try await inspector.look("access-refused", is: "access-refused")
        try await press("back")
        #expect(try await answer()["error"]?.isEmpty == false)
    }

    private mutating func profilePage() async throws {
        let port = provider.origin.split(separator: ":").last ?? ""
        let place = "https://contososhop.b2clogin.test:\(port)/contososhop.onmicrosoft.com/B2C_1_profile"
        let form = FormParameters([
            ("client_id", Contoso.shop), ("response_type", "code"), ("redirect_uri", "http://localhost:1/shop"),
            ("scope", "openid"), ("code_challenge", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"),
            ("code_challenge_method", "S256"),
        ])
        try await browser.go(to: "\(place)/oauth2/v2.0/authorize?\(form.encoded)")
        try await inspector.look("customer-name", is: "sign-in")
        try await fill(["login": "emmy@shop.test"])
        try await inspector.look("customer-password", is: "sign-in")
        try await fill(["login": "emmy@shop.test", "passwd": Contoso.password])
        try await inspector.look("profile", is: "profile")
        try await press("save")
        try await leave()
    }

    /// The pages that only a broker's web view comes to, shown from their bytes.
    private mutating func devicePages() async throws {
        for (name, address) in try await DeviceManagementPages.addresses() {
            try await browser.go(to: address)
            try await inspector.look(name, is: name)
        }
    }

    // Steps

    private func open(_ changes: [(String, String)]) async throws {
        var form = FormParameters([
            ("client_id", Contoso.suite), ("response_type", "code"), ("redirect_uri", Self.redirect),
            ("scope", "openid profile offline_access \(Contoso.read)"),
            // RFC 7636 appendix B
            ("code_challenge", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"), ("code_challenge_method", "S256"),
        ])
        for (name, value) in changes { form.set(name, value) }
        try await browser.go(to: "\(provider.origin)/\(Contoso.tenant)/oauth2/v2.0/authorize?\(form.encoded)")
    }

    private func signIn(_ user: String, _ changes: [(String, String)]) async throws {
        try await open(changes)
        try await signIn(user)
    }

    /// Fills what the sign-in pages request, until another page comes.
    private func signIn(_ user: String) async throws {
        for _ in 0..<2 where try await browser.page() == "sign-in" {
            try await fill(["login": user, "passwd": Contoso.password])
        }
    }

    /// Fills the fields that the page has, and sends the form by its first button.
    private func fill(_ values: [String: String]) async throws {
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            let field = "input[name=\(name)]:not([type=hidden],[readonly],[hidden])"
            if try await browser.has(field) { try await browser.type(value, into: field) }
        }
        try await browser.click("main form button[type=submit]:not(.link)")
    }

    private func press(_ action: String) async throws {
        try await browser.click("button[name=action][value=\(action)]")
    }

    private func enter(_ code: DeviceAuthorizationResponse) async throws {
        try await browser.go(to: code.verificationURI)
        try await fill(["user_code": code.userCode])
    }

    /// The parameters of the redirect to the app.
    private func answer() async throws -> FormParameters {
        var address = try await browser.address()
        for _ in 0..<500 where !address.hasPrefix(Self.redirect) { address = try await browser.address() }
        try await inspector.leaveSite()
        let query = address.split(separator: "?", maxSplits: 1).dropFirst().first.map(String.init) ?? ""
        return try FormParameters(parsing: query)
    }

    /// Waits until the browser is at the app's address, where nothing listens.
    private func leave() async throws {
        for _ in 0..<500 {
            if try await browser.address().hasPrefix("http://localhost:1/") { break }
        }
        try await inspector.leaveSite()
    }

    // The provider's content

    private func addUser(_ name: String, _ displayName: String) async throws -> String {
        let user = "\(name)-\(suffix)@contoso.test"
        try await provider.admin.createUser(user, password: Secret(Contoso.password))
        try await provider.admin.setUser(user, ["displayName": .string(displayName)])
        return user
    }

    private func require(_ control: String, of user: String) async throws {
        try await provider.admin.put(
            policy: [
                "displayName": .string("Require \(control) of \(user)"), "state": "enabled",
                "conditions": [
                    "users": ["includeUsers": [.string(try await provider.objectID(of: user))]],
                    "applications": ["includeApplications": ["All"]],
                ],
                "grantControls": ["operator": "OR", "builtInControls": [.string(control)]],
            ])
    }

    private func deviceCode() async throws -> DeviceAuthorizationResponse {
        let url = try #require(HTTPURL("\(provider.origin)/\(Contoso.tenant)/oauth2/v2.0/devicecode"))
        let form = FormParameters([("client_id", Contoso.suite), ("scope", "openid \(Contoso.read)")])
        return try DeviceAuthorizationResponse(parsing: try await provider.transport.send(.form(url, form)).body)
    }
}

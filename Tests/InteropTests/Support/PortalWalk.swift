import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

/// A way through the pages of the portal, which an inspector examines on each.
struct PortalWalk {
    let provider: RunningProvider
    var inspector: PageInspector
    private var browser: WebDriver { inspector.browser }
    private var suffix: String { inspector.allowsScripts ? "scripts" : "plain" }

    init(provider: RunningProvider, inspector: PageInspector) {
        self.provider = provider
        self.inspector = inspector
    }

    mutating func run() async throws {
        try await browser.deleteCookies()
        try await browser.allowScripts(inspector.allowsScripts)
        try await browser.signInToPortal(provider, as: "grace@contoso.test")
        try await inspector.look("portal-overview", is: "portal-overview")
        try await applications()
        try await people()
        try await policies()
        try await records()
        try await files()
        try await trial()
        try await outside()
        try await browser.allowScripts(true)
    }

    private mutating func applications() async throws {
        try await look("applications", at: "/portal/applications", is: "portal-applications")
        try await look("application-new", at: "/portal/applications/new", is: "portal-application-new")
        try await fill("register", ["displayName": "A walk, \(suffix)", "redirectUri": "walk://auth"])
        try await inspector.look("portal-application", is: "portal-application")
        try await fill("redirect", ["redirectUri": "no uri"])
        try await inspector.look("portal-application-refused", is: "portal-application")
        try await fill("secret", ["displayName": "walk"])
        try await inspector.look("portal-application-secret", is: "portal-application")
        let json = try await browser.find(byScript: "return [...document.links].find(a => /json$/.test(a.href)).href")
        try await browser.go(to: json.stringValue ?? "")
        try await inspector.look("portal-application-json", is: "portal-application-json")
    }

    private mutating func people() async throws {
        try await look("users", at: "/portal/users", is: "portal-users")
        try await look("user-new", at: "/portal/users/new", is: "portal-user-new")
        try await fill(
            "user", ["userPrincipalName": "walk-\(suffix)@contoso.test", "displayName": "W", "password": "short"])
        try await inspector.look("portal-user-refused", is: "portal-user-new")
        try await fill("user", ["password": Contoso.password])
        try await inspector.look("portal-user", is: "portal-user")
        try await look("groups", at: "/portal/groups", is: "portal-groups")
        try await look("group-new", at: "/portal/groups/new", is: "portal-group-new")
        try await fill("new-group", ["displayName": "Walkers, \(suffix)"])
        try await fill("member", ["name": "ada@contoso.test"])
        try await inspector.look("portal-group", is: "portal-group")
        let device = try await provider.registerDevice(named: "A phone, \(suffix)")
        try await look("devices", at: "/portal/devices", is: "portal-devices")
        try await browser.click("main tbody a[href$='\(device)']")
        try await inspector.look("portal-device", is: "portal-device")
        try await browser.tick("#state-isCompliant")
        try await fill("state", [:])
        try await inspector.look("portal-device-refused", is: "portal-device")
        try await browser.tick("#state-isManaged")
        try await fill("state", [:])
        try await inspector.look("portal-device-saved", is: "portal-device")
        try await fill("delete", [:])
        #expect(try await browser.page() == "portal-devices")
        try await look("roles", at: "/portal/roles", is: "portal-roles")
        try await look("deleted", at: "/portal/deleted", is: "portal-deleted")
    }

    private mutating func policies() async throws {
        try await look("locations", at: "/portal/locations", is: "portal-locations")
        try await fill("location", ["displayName": "Office, \(suffix)", "ranges": "192.0.2.0/24"])
        try await inspector.look("portal-location", is: "portal-locations")
        try await look("policy-new", at: "/portal/policies/new", is: "portal-policy")
        try await browser.type("Everyone twice, \(suffix)", into: "#policy-displayName")
        try await browser.tick("#policy-control-mfa")
        try await browser.click("button[value=evaluate]")
        try await inspector.look("portal-what-if", is: "portal-policy")
        try await browser.click("button[value=save]")
        try await inspector.look("portal-policy", is: "portal-policy")
        try await look("policies", at: "/portal/policies", is: "portal-policies")
        try await look("policy-json", at: "/portal/policies/new/json", is: "portal-policy-json")
    }

    private mutating func records() async throws {
        try await look("consents", at: "/portal/consents", is: "portal-consents")
        try await look("provider", at: "/portal/provider", is: "portal-provider")
        try await look("sign-ins", at: "/portal/sign-ins?result=refused", is: "portal-sign-ins")
        try await look("sign-ins-all", at: "/portal/sign-ins", is: "portal-sign-ins")
        try await browser.click("main tbody a")
        try await inspector.look("portal-sign-in-entry", is: "portal-sign-in-entry")
        try await look("missing", at: "/portal/users/none", is: "portal-refused")
    }

    private mutating func files() async throws {
        try await look("files", at: "/portal/files", is: "portal-files")
        try await fill("plan", ["text": "groups: [{displayNam: Misspelt}]"])
        try await inspector.look("portal-files-refused", is: "portal-files")
        try await fill("plan", ["text": "groups:\n- displayName: From a file, \(suffix)\n"])
        try await inspector.look("portal-files-plan", is: "portal-files-plan")
        try await fill("apply", [:])
        try await inspector.look("portal-files-applied", is: "portal-files")
        #expect(try await browser.text(of: "#notice") == "The changes of the file are made.")
    }

    private mutating func trial() async throws {
        try await look("try", at: "/portal/try?client=\(Contoso.suite)", is: "portal-try")
        try await fill("try", ["scope": "openid api://files/Nothing"])
        try await inspector.look("portal-tried", is: "portal-tried")
    }

    /// What visitors see who are not let in.
    private mutating func outside() async throws {
        try await browser.go(to: "\(provider.origin)/portal/signed-in?code=x&state=y")
        try await inspector.look("portal-stale", is: "portal-stale")
        try await browser.go(to: "\(provider.origin)/portal")
        try await browser.click(".top button")
        #expect(try await browser.page() == "signed-out")
        try await browser.signInToPortal(provider, as: "ada@contoso.test")
        try await inspector.look("portal-no-role", is: "portal-no-role")
    }

    // Steps

    private mutating func look(_ name: String, at path: String, is page: String) async throws {
        try await browser.go(to: provider.origin + path)
        try await inspector.look("portal-\(name)", is: page)
    }

    /// Fills fields of a form of the page, and sends it.
    private func fill(_ form: String, _ values: [String: String]) async throws {
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            try await browser.type(value, into: "#\(form)-\(name)")
        }
        try await browser.click("form#\(form) button")
    }
}

extension WebDriver {
    /// Signs in to the portal as a person does, by the provider's own pages.
    func signInToPortal(_ provider: RunningProvider, as user: String) async throws {
        try await go(to: "\(provider.origin)/portal")
        for _ in 0..<4 {
            guard let page = try await page(), !page.hasPrefix("portal-") else { return }
            for (name, value) in [("login", user), ("passwd", Contoso.password)] {
                let field = "input[name=\(name)]:not([type=hidden],[readonly],[hidden])"
                if try await has(field) { try await type(value, into: field) }
            }
            try await click("main form button[type=submit]:not(.link)")
        }
    }

    /// Ticks a box that is not ticked.
    func tick(_ selector: String) async throws {
        _ = try await find(byScript: "const e = document.querySelector('\(selector)'); if (!e.checked) e.click()")
    }
}

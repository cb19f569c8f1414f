import KeyfobConditionalAccess
import KeyfobCore
import KeyfobIdP
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobTesting
import Testing

/// App registrations in the portal, and what they then do at the provider.
@Suite("App registrations in the portal")
struct PortalApplicationTests {
    private func registered(_ visitor: inout PortalVisitor, _ values: [(String, String)]) async throws -> String {
        let reply = try await visitor.post("/portal/applications", values)
        #expect(reply.page == "portal-application", "\(reply.document.textByID["error-message"] ?? "")")
        return String(reply.address.split(separator: "?")[0])
    }

    @Test("An app that was registered with a bundle id signs its users in")
    func register() async throws {
        var visitor = try await PortalVisitor.signedIn()
        let path = try await registered(
            &visitor,
            [
                ("displayName", "Field Notes"), ("signInAudience", "AzureADMyOrg"), ("platform", "publicClient"),
                ("redirectUri", "http://localhost/field-notes"), ("bundleIds", "test.contoso.field, test.contoso.more"),
            ])
        let made = try await visitor.application(named: "Field Notes")
        #expect(
            made.redirectURIs.publicClient == [
                "http://localhost/field-notes", "msauth.test.contoso.field://auth", "msauth.test.contoso.more://auth",
            ])
        #expect(made.tenantID == SeedData.tenantID && made.owners == [SeedData.graceID])
        #expect(path == "/portal/applications/\(made.objectID)")
        let query = FormParameters([
            ("client_id", made.appID), ("response_type", "code"), ("redirect_uri", "http://localhost:1/field-notes"),
            ("scope", "openid"), ("code_challenge", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"),
            ("code_challenge_method", "S256"),
        ])
        var person = Person(user: PortalVisitor.ada, password: SeedData.password)
        person.userCode = nil
        var browser = FormBrowser(transport: visitor.provider, clock: visitor.clock)
        let url = query.appended(to: visitor.provider.base.with(path: "/\(SeedData.tenantID)/oauth2/v2.0/authorize"))
        let visit = try await person.visit(url, with: &browser)
        #expect(visit.redirect?.contains("code=") == true)
    }

    @Test("A redirect URI without a bundle id gets advice beside it; a malformed one is refused at its field")
    func advice() async throws {
        var visitor = try await PortalVisitor.signedIn()
        let path = try await registered(&visitor, [("displayName", "Advised"), ("signInAudience", "AzureADMyOrg")])
        let added = try await visitor.post(
            "\(path)/redirect", [("platform", "publicClient"), ("redirectUri", "myapp://auth")])
        #expect(
            added.text.contains("does not contain the app&#39;s bundle id")
                || added.document.text.contains("does not contain the app's bundle id"))
        #expect(added.document.text.contains("Register instead: msauth."))
        let refused = try await visitor.post("\(path)/redirect", [("platform", "web"), ("redirectUri", "no uri")])
        #expect(refused.status == 400 && refused.text.contains("href=\"#redirect-redirectUri\""))
        #expect(refused.text.contains("value=\"no uri\"") && refused.text.contains("aria-invalid=\"true\""))
        _ = try await visitor.post(
            "\(path)/remove-redirect", [("platform", "publicClient"), ("redirectUri", "myapp://auth")])
        #expect(try await visitor.application(named: "Advised").redirectURIs.all.isEmpty)
    }

    @Test("A secret is shown once, gets the client tokens, and is gone when it is removed")
    func secret() async throws {
        var visitor = try await PortalVisitor.signedIn()
        let path = try await registered(
            &visitor,
            [
                ("displayName", "Batch"), ("signInAudience", "AzureADMyOrg"), ("platform", "web"),
                ("redirectUri", "https://batch.contoso.test/"),
            ])
        let shown = try await visitor.post("\(path)/secret", [("displayName", "first"), ("days", "90")])
        let secret = try #require(shown.document.textByID["secret-value"])
        #expect(!(try await visitor.open(path)).text.contains(secret))
        _ = try await visitor.post(
            "\(path)/permission", [("api", "Contoso Files"), ("permission", "Files.Read.All")])
        let consented = try await visitor.post("\(path)/consent")
        #expect(consented.document.text.contains("Consent is granted"))
        let application = try await visitor.application(named: "Batch")
        func tokens() async throws -> HTTPResponse {
            try await visitor.provider.send(
                .form(
                    visitor.provider.base.with(path: "/\(SeedData.tenantID)/oauth2/v2.0/token"),
                    FormParameters([
                        ("grant_type", "client_credentials"), ("client_id", application.appID),
                        ("client_secret", secret), ("scope", "api://files/.default"),
                    ])))
        }
        let issued = try await tokens()
        #expect(issued.status == 200, "\(String(decoding: issued.body, as: UTF8.self))")
        let id = try #require(application.credentials?.secrets.first?.keyID)
        #expect(application.credentials?.secrets.first?.displayName == "first")
        _ = try await visitor.post("\(path)/remove-credential", [("credential", id)])
        #expect(try await tokens().status == 401)
    }

    @Test("Every other setting is stored as Microsoft Graph would store it")
    func settings() async throws {
        var visitor = try await PortalVisitor.signedIn()
        let path = try await registered(&visitor, [("displayName", "Many"), ("signInAudience", "AzureADMyOrg")])
        let actions: [(String, [(String, String)])] = [
            (
                "settings",
                [
                    ("displayName", "Many things"), ("signInAudience", "AzureADMultipleOrgs"), ("version", "1"),
                    ("fallback", "public"), ("logoutUrl", "https://many.contoso.test/out"), ("isEnabled", "on"),
                    ("issuesIdTokens", "on"),
                ]
            ),
            ("names", [("identifierUris", "api://many\napi://many-more")]),
            (
                "scope",
                [
                    ("value", "Many.Read"), ("displayName", "Read many"), ("description", "All"),
                    ("requiresAdministrator", "on"),
                ]
            ),
            (
                "role",
                [("value", "Many.Do"), ("displayName", "Do many"), ("forUsers", "on"), ("forApplications", "on")]
            ),
            ("claims", [("idToken", "email\nupn"), ("accessToken", "xms_cc"), ("groups", "All")]),
            ("federated", [("name", "ci"), ("issuer", "https://ci.test"), ("subject", "repo:main")]),
            ("owner", [("owner", PortalVisitor.ada)]),
            ("permission", [("api", "api://files"), ("permission", "files.read")]),
            ("redirect", [("platform", "spa"), ("redirectUri", "https://many.contoso.test/app")]),
        ]
        for (action, values) in actions {
            let reply = try await visitor.post("\(path)/\(action)", values)
            #expect(reply.status == 200, "\(action): \(reply.document.textByID["errors"] ?? "")")
        }
        let made = try await visitor.application(named: "Many things")
        #expect(made.signInAudience == .multipleOrganizations && made.requestedAccessTokenVersion == 1)
        #expect(made.isFallbackPublicClient == true && made.logoutURL == "https://many.contoso.test/out")
        #expect(made.implicitGrant?.issuesIDTokens == true && made.identifierURIs == ["api://many", "api://many-more"])
        #expect(made.scopes.map(\.value) == ["Many.Read"] && made.scopes[0].requiresAdministrator)
        #expect(made.appRoles?.map(\.value) == ["Many.Do"] && made.groupMembershipClaims == [.all])
        #expect(made.optionalClaims == OptionalClaims(idToken: ["email", "upn"], accessToken: ["xms_cc"]))
        #expect(made.credentials?.federated.map(\.subject) == ["repo:main"])
        #expect(made.owners == [SeedData.graceID, SeedData.adaID])
        #expect(made.requiredResourceAccess.map(\.resourceAppID) == [SeedData.filesAppID])
        #expect(made.redirectURIs.singlePage == ["https://many.contoso.test/app"])
        // The JSON can be sent back as it is, and nothing changes.
        let json = try await visitor.open("\(path)/json")
        let document = try #require(
            json.document.forms.flatMap(\.controls).contains { $0.name == "document" } ? json.text : nil)
        #expect(document.contains("Many.Read"))
        let text = ApplicationJSON.write(made).text()
        #expect(try await visitor.post("\(path)/json", [("document", text)]).status == 200)
        let same = try await visitor.application(named: "Many things")
        #expect(ApplicationJSON.write(same) == ApplicationJSON.write(made))
        #expect(same.owners == made.owners && same.credentials == made.credentials)
        let broken = try await visitor.post(
            "\(path)/json", [("document", "{\"displayName\": \"x\", \"redirectUris\": []}")])
        #expect(broken.status == 400 && broken.document.text.contains("'redirectUris' is not known here"))
        // What was added is removed.
        for (action, values) in [
            ("remove-scope", [("id", made.scopes[0].id)]), ("remove-role", [("id", made.appRoles?[0].id ?? "")]),
            ("remove-owner", [("owner", SeedData.adaID)]),
            (
                "remove-permission",
                [("api", SeedData.filesAppID), ("permission", made.requiredResourceAccess[0].scopeIDs[0])]
            ),
            ("remove-credential", [("credential", made.credentials?.federated[0].id ?? "")]),
        ] {
            #expect(try await visitor.post("\(path)/\(action)", values).status == 200, "\(action)")
        }
        let less = try await visitor.application(named: "Many things")
        #expect(less.scopes.isEmpty && less.appRoles == nil && less.owners == [SeedData.graceID])
        #expect(less.requiredResourceAccess.isEmpty && less.credentials == nil)
    }

    @Test("A deleted registration is listed nowhere, and can be restored")
    func restore() async throws {
        var visitor = try await PortalVisitor.signedIn()
        let path = try await registered(&visitor, [("displayName", "Gone"), ("signInAudience", "AzureADMyOrg")])
        let id = try await visitor.application(named: "Gone").objectID
        #expect(try await visitor.post("\(path)/delete").page == "portal-applications")
        #expect(try await visitor.open(path).status == 404)
        #expect(try await visitor.open("/portal/deleted").text.contains("Gone"))
        let restored = try await visitor.post("/portal/deleted/\(id)/restore")
        #expect(restored.page == "portal-application" && restored.address.hasPrefix(path))
    }

    @Test("The list is filtered, and the platform's own applications cannot be changed")
    func list() async throws {
        var visitor = try await PortalVisitor.signedIn()
        let found = try await visitor.open("/portal/applications?q=office")
        #expect(found.text.contains("Microsoft Office") && !found.text.contains("Contoso Suite"))
        // Microsoft Office, and Azure Service Management.
        for id in ["33333333-0000-4000-8000-0000000000e0", "33333333-0000-4000-8000-0000000000f3"] {
            #expect(try await visitor.post("/portal/applications/\(id)/secret", [("displayName", "x")]).status == 403)
            #expect(try await visitor.post("/portal/applications/\(id)/delete").status == 403)
        }
    }
}

import KeyfobCore

/// The values that the app and its registration must agree on.
enum RegistrationRules {
    static func findings(for subject: SetupSubject, redirectURI: String?) -> [SetupFinding] {
        guard let registration = subject.registration else { return [] }
        if let clientID = subject.clientID, clientID.lowercased() != registration.clientID.lowercased() {
            return [anotherClient(clientID, registration)]
        }
        var found: [SetupFinding] = []
        if let redirectURI { found += redirect(redirectURI, registration) }
        found += onlyRegistered(subject, registration, except: redirectURI)
        if let authority = subject.authority, let fault = audience(registration, authority) { found.append(fault) }
        return found
    }

    private static func anotherClient(_ clientID: String, _ registration: RegisteredApplication) -> SetupFinding {
        SetupFinding(
            .registrationOfAnotherClient, .error,
            "The app passes the client id \(clientID), and the registration is that of \(registration.clientID).",
            meaning:
                "The registration does not apply to the app; a client id that does not exist is AADSTS700016.",
            remedy: "Pass the application (client) id of this registration, or export the right one.")
    }

    private static func redirect(_ uri: String, _ registration: RegisteredApplication) -> [SetupFinding] {
        guard !registration.allowsPublicClient(uri) else { return [] }
        let elsewhere = registration.platforms(of: uri).filter { $0 != .publicClient }
        if let platform = elsewhere.first {
            let section = platform == .web ? "Web" : "Single-page application"
            let meaning =
                platform == .web
                ? "The server then requires a secret with the code, which an app does not have (AADSTS7000218)."
                : "The server then redeems the code for a browser's script only (AADSTS9002327)."
            return [
                SetupFinding(
                    .redirectOnWrongPlatform, .error,
                    "The redirect URI \(uri) is registered under the platform \(section).", meaning: meaning,
                    remedy: "Remove it there, and register it under Mobile and desktop applications.",
                    snippets: [registering([uri], registration)])
            ]
        }
        let near = registration.redirectURIs.values.joined().first { $0.lowercased() == uri.lowercased() }
        let hint = near.map { " The registered URI is \($0): letter case matters." } ?? ""
        return [
            SetupFinding(
                .redirectNotRegistered, .error,
                "The app uses the redirect URI \(uri), and its registration does not have it.\(hint)",
                meaning:
                    "The server refuses the sign-in page with AADSTS50011, which the user sees and the app does not.",
                remedy: "Register it under Mobile and desktop applications.",
                snippets: [registering([uri], registration)])
        ]
    }

    /// Redirect URIs that are clearly this app's but that the app could not receive.
    private static func onlyRegistered(
        _ subject: SetupSubject, _ registration: RegisteredApplication, except used: String?
    ) -> [SetupFinding] {
        let facts = subject.facts
        guard facts.platform == .iOS, let bundleID = facts.bundleID else { return [] }
        return (registration.redirectURIs[.publicClient] ?? []).compactMap { uri in
            let scheme = RedirectRules.scheme(of: uri)
            guard uri != used, BrokerRedirect.isBrokerCapable(uri, bundleID: bundleID), !facts.declares(scheme: scheme)
            else { return nil }
            return SetupFinding(
                .redirectOnlyRegistered, .warning,
                "The registration has the redirect URI \(uri), and the app does not declare its scheme \(scheme).",
                meaning: "The app cannot receive a response there.",
                remedy: "Add the scheme to CFBundleURLTypes, or remove the redirect URI from the registration.",
                snippets: [.urlType(scheme, name: bundleID)])
        }
    }

    private static func audience(_ registration: RegisteredApplication, _ authority: Authority) -> SetupFinding? {
        guard authority.kind == .aad, let audience = registration.audience else { return nil }
        let problem: (String, String)? =
            switch (audience, authority.tenant) {
            case ("AzureADMyOrg", "common"), ("AzureADMyOrg", "organizations"):
                (
                    "accounts of its own tenant only", "The server refuses \(authority.tenant) for it (AADSTS50194)."
                )
            case ("AzureADMyOrg", "consumers"), ("AzureADMultipleOrgs", "consumers"):
                (
                    "work and school accounts only",
                    "The server refuses personal accounts for it (unauthorized_client)."
                )
            case ("PersonalMicrosoftAccount", "common"), ("PersonalMicrosoftAccount", "organizations"):
                (
                    "personal accounts only", "Work and school accounts are refused, and the server requires consumers."
                )
            default: nil
            }
        guard let (holds, meaning) = problem else { return nil }
        return SetupFinding(
            .audienceTooNarrow, .error,
            "The registration is for \(holds) (signInAudience \(audience)), and the authority is \(authority).",
            meaning: meaning,
            remedy: "Name the tenant in the authority, or widen the registration's supported account types.")
    }

    /// The commands to register redirect URIs in addition to the present ones: the request replaces the whole list.
    static func registering(_ uris: [String], _ registration: RegisteredApplication) -> SetupSnippet {
        let present = registration.redirectURIs[.publicClient] ?? []
        let all = present + uris.filter { !present.contains($0) }
        let document: JSONValue = ["publicClient": ["redirectUris": .strings(all)]]
        let words = all.map { "'\($0.replacing("'", with: "'\\''"))'" }.joined(separator: " ")
        return SetupSnippet(
            .registration,
            """
            az ad app update --id \(registration.clientID) --public-client-redirect-uris \(words)
            # or, to Microsoft Graph: PATCH /v1.0/applications(appId='\(registration.clientID)')
            # \(document.text())
            """)
    }
}

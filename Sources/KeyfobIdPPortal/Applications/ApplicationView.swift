import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// The sections of a registration's page about the registration itself.
struct ApplicationView {
    let request: PortalRequest
    let application: Application

    /// Whether the user may change it.
    var isChangeable: Bool { request.may(.writeApplications) && !application.isOfPlatform }

    /// The address of an action.
    func address(_ action: String) -> String { "\(ApplicationPages.address(application))/\(action)" }

    /// The ids and states.
    var essentials: HTML {
        let json = ApplicationPages.address(application) + "/json"
        let trial = FormParameters([("client", application.appID)]).encoded
        return """
            \(HTML.facts([
                ("Application (client) id", .text(application.appID)), ("Object id", .text(application.objectID)),
                ("Directory (tenant) id", .text(application.tenantID)),
                ("Accounts", .text(ApplicationPages.audience(application.signInAudience))),
                ("State", .text(application.isEnabled ? "enabled" : "disabled")),
                ("Registered", application.createdAt.map(HTML.time)),
            ]))<p>\(HTML.link(json, "View as JSON")) &middot; \(HTML.link("/portal/try?\(trial)", "Try a sign-in"))</p>

            """
    }

    /// The name, the accounts and the state.
    var settings: HTML? {
        guard isChangeable else { return nil }
        let version = String(application.requestedAccessTokenVersion ?? 1)
        let fallback = application.isFallbackPublicClient.map { $0 ? "public" : "confidential" } ?? ""
        return """
            <h2>Settings</h2>
            \(request.form("settings", to: address("settings"), label: "Save", [
                request.field("settings", "displayName", "Name", application.displayName),
                request.select("settings", "signInAudience", "Accounts", ApplicationPages.audiences,
                    application.signInAudience.rawValue),
                request.select("settings", "version", "Version of its access tokens", [("1", "1"), ("2", "2")], version),
                request.select("settings", "fallback", "Where no redirect URI tells", [
                    ("", "as its credentials and redirect URIs suggest"), ("public", "a public client"),
                    ("confidential", "a confidential client")], fallback),
                request.field("settings", "logoutUrl", "Front-channel logout URL", application.logoutURL),
                request.box("settings", "isEnabled", "Users may sign in", application.isEnabled),
                request.box("settings", "issuesIdTokens", "The authorization endpoint may issue id tokens",
                    application.implicitGrant?.issuesIDTokens == true),
            ]))
            """
    }

    /// The redirect URIs by platform, with advice beside them.
    var redirects: HTML {
        let advice = RegistrationAdvice.about(
            application, bundleIDs: [], beside: request.context.directory.applications(offeredTo: request.tenant))
        let rows: [[HTML]] = ApplicationPages.Platform.allCases.flatMap { platform in
            platform.uris(application).map { uri in
                let notes: [HTML] = advice.filter {
                    $0.redirectURI.utf8.elementsEqual(uri.utf8) && platform == .publicClient
                }.map { item in
                    "<p class=\"problem\">\(item.message)</p><p class=\"hint\">Register instead: \(item.line)</p>"
                }
                let remove: HTML? =
                    isChangeable
                    ? request.button(
                        "Remove", about: uri, to: address("remove-redirect"),
                        [("platform", platform.rawValue), ("redirectUri", uri)]) : nil
                return ["\(exactly: uri)\(notes)", .text(platform.title), "\(remove)"]
            }
        }
        let add: HTML? =
            isChangeable
            ? request.form(
                "redirect", to: address("redirect"), label: "Add",
                [
                    request.select(
                        "redirect", "platform", "Platform", ApplicationPages.Platform.options, "publicClient"),
                    request.field(
                        "redirect", "redirectUri", "Redirect URI",
                        hint: "An app on Apple's systems: msauth.BUNDLE-ID://auth, which a broker serves and no other "
                            + "app can have. A desktop app: http://localhost. A server or page: its https address."),
                    request.field(
                        "redirect", "bundleIds", "Or bundle ids",
                        hint: "Separated by commas. Their redirect URIs are added."),
                ]) : nil
        return """
            <h2 id="redirect-uris">Redirect URIs and bundle ids</h2>
            \(PortalTable(caption: "Redirect URIs", columns: ["Redirect URI", "Platform", ""], rows: rows).html)\(add)
            """
    }

    /// `optionalClaims` and `groupMembershipClaims`
    var claims: HTML {
        let claims = application.optionalClaims ?? OptionalClaims()
        let groups = (application.groupMembershipClaims ?? []).map(\.rawValue).sorted().joined(separator: ",")
        guard isChangeable else {
            return """
                <h2>Optional claims</h2>
                \(HTML.facts([
                    ("Id token", HTML.list(claims.idToken)), ("Access token", HTML.list(claims.accessToken)),
                    ("Groups", .text(groups.isEmpty ? "none" : groups)),
                ]))
                """
        }
        return """
            <h2>Optional claims</h2>
            \(request.form("claims", to: address("claims"), label: "Save", [
                request.lines("claims", "idToken", "In id tokens", claims.idToken.joined(separator: "\n"),
                    hint: "One name a line, such as email or upn."),
                request.lines("claims", "accessToken", "In access tokens for this API",
                    claims.accessToken.joined(separator: "\n")),
                request.select("claims", "groups", "Groups and roles", [
                    ("", "None"), ("SecurityGroup", "Groups"), ("DirectoryRole", "Directory roles"), ("All", "Both")],
                    groups),
            ]))
            """
    }

    /// The owners.
    func owners(_ names: [(String, String)]) -> HTML {
        let rows: [[HTML]] = names.map { id, name in
            let remove: HTML? =
                isChangeable ? request.button("Remove", about: name, to: address("remove-owner"), [("owner", id)]) : nil
            return [.link(HTML.address("users", id), name), "\(remove)"]
        }
        let add: HTML? =
            isChangeable
            ? request.form(
                "owner", to: address("owner"), label: "Add",
                [request.field("owner", "owner", "User name", hint: "The owner can change the registration.")]) : nil
        return """
            <h2>Owners</h2>
            \(PortalTable(caption: "Owners", columns: ["User", ""], rows: rows).html)\(add)
            """
    }

    /// Deleting it.
    var end: HTML? {
        guard isChangeable else { return nil }
        return """
            <h2>Delete</h2>
            <p>Users can no longer sign in to the app. For 30 days the registration can be restored.</p>
            \(request.form("delete", to: address("delete"), label: "Delete the registration", isDangerous: true))
            """
    }
}

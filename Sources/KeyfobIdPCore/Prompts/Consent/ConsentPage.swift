import KeyfobCore
import KeyfobIdPModel

/// The users for whom a consent counts.
enum ConsentScope {
    /// For the user alone.
    case user
    /// For the user alone, or for all users if the administrator ticks the box.
    case userOrEveryone
    /// For all users of the tenant.
    case everyone
}

/// The page that lists the new permissions that the app requests.
struct ConsentPage {
    let flow: String
    let client: ClientHeading
    let user: User
    let missing: MissingConsent
    let isPartial: Bool
    /// The users for whom the consent can count.
    var scope: ConsentScope = .user
    let formTarget: String?

    var page: Page {
        let items: [HTML] = missing.items.enumerated().map { index, item in
            let text: HTML = """
                <strong>\(item.permission.displayName)</strong><br>\
                <span class="soft">\(item.permission.description) (\(item.api.displayName): \(item.permission.value))\
                </span>
                """
            guard isPartial else { return "<li data-scope=\"\(item.key)\">\(text)</li>\n" }
            return """
                <li data-scope="\(item.key)"><label for="scope-\(String(index))"><input type="checkbox" \
                id="scope-\(String(index))" name="scope" value="\(exactly: item.key)" checked><span>\(text)</span></label></li>

                """
        }
        // Granted permissions are listed without their scope's value: only new ones can be accepted or declined.
        let known: HTML? =
            missing.granted.isEmpty
            ? nil
            : """
            <p class="soft">Allowed before: \(missing.granted.map(\.permission.displayName).joined(separator: "; ")).</p>

            """
        let organization: HTML? =
            switch scope {
            case .user: nil
            case .everyone: "<p>Accepting grants this for all users of your organization.</p>\n"
            case .userOrEveryone:
                """
                <p><label for="org"><input type="checkbox" id="org" name="org" value="1"> \
                Consent on behalf of your organization</label></p>

                """
            }
        let basics: [HTML] = missing.openID.map { scope in
            "<li data-scope=\"\(scope)\"><strong>\(Self.meaning(of: scope))</strong></li>\n"
        }
        let roles: [HTML] = missing.roles.map { item in
            """
            <li data-role="\(item.role.value)"><strong>\(item.role.displayName)</strong>, also without a user<br>\
            <span class="soft">\(item.role.description) (\(item.api.displayName): \(item.role.value))</span></li>

            """
        }
        let middle: [HTML] = missing.middle.map { consent in
            let names = consent.items.map { "\($0.permission.displayName) (\($0.api.displayName))" }
            return """
                <li data-middle="\(consent.api.appID)"><strong>\(consent.api.displayName)</strong> for you, too: \
                \(names.joined(separator: "; "))</li>

                """
        }
        let hint: HTML? =
            isPartial && !missing.items.isEmpty ? "<p class=\"soft\">Clear what you do not want to allow.</p>" : nil
        let content: HTML = """
            \(client.line(nil))
            <p><strong>\(client.name)</strong> asks for permission to act for \(user.userPrincipalName):</p>
            <form method="post" action="/common/consent" name="consent">
            <input type="hidden" name="flow" value="\(exactly: flow)">
            <ul>
            \(basics)\(items)\(middle)\(roles)</ul>
            \(known)\(hint)\(organization)<p class="soft">Accept only if you trust the publisher. \
            The app can use these permissions while you do not use it yourself.</p>
            <div class="actions">
            <button type="submit" name="action" value="accept">Accept</button>
            <button class="plain" type="submit" name="action" value="cancel">Cancel</button>
            </div>
            </form>
            """
        return Page(id: .consent, title: "Permissions requested", content: content, formTarget: formTarget)
    }

    /// What a scope of OpenID Connect lets the app do.
    private static func meaning(of scope: String) -> String {
        switch scope {
        case "openid": "Sign you in"
        case "profile": "See your name and user name"
        case "email": "See your mail address"
        case "address": "See your postal address"
        case "phone": "See your phone number"
        case "offline_access": "Keep the access that you give it, until you or your organization revoke it"
        default: scope
        }
    }
}

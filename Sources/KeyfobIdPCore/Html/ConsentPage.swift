/// The page that lists what is new of what the app asks for.
struct ConsentPage {
    let flow: String
    let client: String
    let user: User
    let missing: MissingConsent
    let isPartial: Bool
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
                id="scope-\(String(index))" name="scope" value="\(item.key)" checked><span>\(text)</span></label></li>

                """
        }
        let basics: HTML? =
            missing.openID.isEmpty
            ? nil : "<li data-scope=\"openid\">Sign you in, see your basic profile and stay connected</li>\n"
        let hint: HTML? =
            isPartial && !missing.items.isEmpty ? "<p class=\"soft\">Clear what you do not want to allow.</p>" : nil
        let content: HTML = """
            <p><strong>\(client)</strong> asks for permission to act for \(user.userPrincipalName):</p>
            <form method="post" action="/common/consent" name="consent">
            <input type="hidden" name="flow" value="\(flow)">
            <ul>
            \(basics)\(items)</ul>
            \(hint)
            <div class="actions">
            <button type="submit" name="action" value="accept">Accept</button>
            <button class="plain" type="submit" name="action" value="cancel">Cancel</button>
            </div>
            </form>
            """
        return Page(id: .consent, title: "Permissions requested", content: content, formTarget: formTarget)
    }
}

import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// A page of the portal: the navigation, a heading, a notice or the errors of a form, and the content. It has no script.
struct PortalPage {
    /// The name in `<body data-page>`, after `portal-`.
    let id: String
    let title: String
    /// The section that the navigation marks; nil for none.
    var section: PortalSection?
    var content: HTML
    var status = 200

    /// The page for an administrator, with the error of the form that is shown again.
    func response(_ request: PortalRequest) -> HTTPResponse {
        let error = request.refused?.error
        let notice: HTML? = request.query["done"].flatMap { PortalNotice(rawValue: $0) }
            .map { "<p class=\"notice\" role=\"status\" id=\"notice\">\($0.text)</p>\n" }
        var page = self
        page.status = error?.status ?? status
        page.content = "\(error.map { summary($0, of: request.refused?.form ?? "") } ?? notice)\(content)"
        return page.response(top: top(request), random: request.context.random)
    }

    /// The page for a visitor without a session.
    func response(_ context: RequestContext) -> HTTPResponse {
        response(top: "<header class=\"top\"><p class=\"brand\">Keyfob</p></header>\n", random: context.random)
    }

    private func response(top: HTML, random: any RandomSource) -> HTTPResponse {
        let nonce = random.token(byteCount: 16)
        let page: HTML = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="robots" content="noindex">
            <title>\(title) - Keyfob</title>
            <style nonce="\(nonce)">\(StyleSheet.provider.html)\(PortalStyle.rules)</style>
            </head>
            <body class="portal" data-page="portal-\(id)">
            <a class="skip" href="#content">Skip to the content</a>
            \(top)<main id="content" tabindex="-1">
            <h1>\(title)</h1>
            \(content)
            </main>
            </body>
            </html>

            """
        return HTTPResponse(
            status: status,
            fields: [
                "Content-Type": "text/html; charset=utf-8",
                "Content-Security-Policy":
                    "default-src 'none'; style-src 'nonce-\(nonce)'; base-uri 'none'; frame-ancestors 'none'; "
                    + "form-action 'self'",
                "X-Frame-Options": "DENY",
            ], body: Array(page.text.utf8))
    }

    private func top(_ request: PortalRequest) -> HTML {
        let session = request.session
        let sections = PortalSection.allCases.filter { section in
            (section.right.map(request.may) ?? true)
                && (!section.isForGlobalAdministrators || session.isGlobalAdministrator)
        }
        let links: [HTML] = sections.map { item in
            let mark: HTML? = item == section ? " aria-current=\"page\"" : nil
            return "<li><a href=\"\(exactly: item.path)\"\(mark)>\(item.title)</a></li>\n"
        }
        return """
            <header class="top"><p class="brand">Keyfob</p>
            <p id="tenant">\(session.tenant.displayName)</p>
            <p id="administrator">\(session.user.displayName)</p>
            <form method="post" action="/portal/sign-out">\(request.tokenField)<button class="plain">Sign out</button>\
            </form></header>
            <nav aria-label="Sections"><ul>
            \(links)</ul></nav>

            """
    }

    /// The errors above the page, each with a link to its field.
    private func summary(_ error: DirectoryError, of form: String) -> HTML {
        let text: HTML =
            if let member = error.member {
                "<a href=\"#\(exactly: PortalRequest.fieldID(form, member))\">\(error.message)</a>"
            } else {
                "\(error.message)"
            }
        return """
            <div class="summary" role="alert" id="errors" tabindex="-1"><p class="bad">Nothing was changed</p>
            <ul><li id="error-message">\(text)</li></ul></div>

            """
    }
}

/// What a page says after an action: a fixed text, so that an address cannot make it say another.
enum PortalNotice: String {
    case saved, created, deleted, restored, added, removed, revoked, rotated, moved, granted, applied

    var text: String {
        switch self {
        case .saved: "The changes are saved."
        case .created: "It is created."
        case .deleted: "It is deleted. For 30 days it can be restored."
        case .restored: "It is restored."
        case .added: "It is added."
        case .removed: "It is removed."
        case .revoked: "The user's sessions and refresh tokens have ended."
        case .rotated: "The keys are rotated. New tokens are signed with the key that was the next one."
        case .moved: "The clock of the whole provider has moved."
        case .applied: "The changes of the file are made."
        case .granted: "Consent is granted for all users of the tenant."
        }
    }
}

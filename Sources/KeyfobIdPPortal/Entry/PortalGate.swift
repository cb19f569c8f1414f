import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// What visitors get whom the portal does not let in, and forms that it does not take.
enum PortalGate {
    /// Leads to the sign-in, and back to the page afterwards.
    static func signIn(from context: RequestContext) -> HTTPResponse {
        let path = context.request.url.path
        let query = FormParameters(PortalAddress.isPage(path) && path != "/portal" ? [("return", path)] : [])
        return .seeOther("/portal/sign-in" + (query.isEmpty ? "" : "?\(query.encoded)"))
    }

    /// A form after the end of its session, or one of another session.
    static func ended(_ context: RequestContext) -> HTTPResponse {
        PortalPage(
            id: "ended", title: "Your session has ended",
            content: """
                <p role="alert" class="bad">Nothing was changed.</p>
                <p>Sign in again, and repeat what you have done last.</p>
                <p>\(HTML.link("/portal", "Sign in"))</p>
                """, status: 401
        ).response(context)
    }

    /// A form that a page of another site sent.
    static func otherSite(_ context: RequestContext) -> HTTPResponse {
        PortalPage(
            id: "other-site", title: "Another site sent this form",
            content: """
                <p role="alert" class="bad">Nothing was changed.</p>
                <p>The portal takes forms from its own pages only.</p><p>\(HTML.link("/portal", "Go to the portal"))</p>
                """, status: 403
        ).response(context)
    }

    /// A form that is not as browsers write it.
    static func malformed(_ error: FormError, _ context: RequestContext) -> HTTPResponse {
        PortalPage(
            id: "malformed", title: "This form cannot be read",
            content: """
                <p role="alert" class="bad" id="error-message">\(error.message) Nothing was changed.</p>
                <p>\(HTML.link("/portal", "Go to the portal"))</p>
                """, status: 400
        ).response(context)
    }

    /// A user of the tenant without a directory role.
    static func withoutRole(_ request: PortalRequest) -> HTTPResponse {
        let name = request.session.user.userPrincipalName
        var page = PortalPage(
            id: "no-role", title: "You have no role in this directory",
            content: """
                <p>You are signed in as <strong>\(name)</strong>. The portal of \(request.tenant.displayName) is for users \
                with a directory role, such as Global Administrator or User Administrator.</p>
                <p>Ask an administrator for a role, or sign in as another user.</p>
                <form method="post" action="/portal/sign-out">\(request.tokenField)\
                <div class="actions"><button>Sign out</button></div></form>
                """)
        page.status = 403
        return page.response(request.context)
    }

    /// A page or an action that is refused.
    static func refusal(_ error: DirectoryError, _ request: PortalRequest) -> HTTPResponse {
        let title =
            switch error.status {
            case 403: "You may not do this"
            case 404: "There is no such object"
            default: "This is not possible"
            }
        return PortalPage(
            id: "refused", title: title,
            content: """
                <p role="alert" class="bad" id="error-message">\(error.message)</p>
                <p>\(HTML.link("/portal", "Go to the overview"))</p>
                """, status: error.status
        ).response(request)
    }
}

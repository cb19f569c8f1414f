import KeyfobCore
import KeyfobCrypto
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// The rows of the route table for pages and forms that need a session, a right, and for forms proof that a page of the
/// portal sent them.
enum PortalRow {
    typealias Handler = @Sendable (PortalRequest) async throws -> HTTPResponse

    /// A page.
    static func page(_ path: StaticString, _ right: DirectoryRight?, _ handler: @escaping Handler) -> Route {
        Route(.get, path: path, .portal, .v2) { context in
            guard let session = try await PortalSession.of(context) else { return PortalGate.signIn(from: context) }
            let request = PortalRequest(
                context: context, session: session, form: FormParameters(), query: try context.query())
            return try await admitted(request, right, handler)
        }
    }

    /// A form.
    static func form(_ path: StaticString, _ right: DirectoryRight?, _ handler: @escaping Handler) -> Route {
        posted(path, right, { try $0.form() }, handler)
    }

    /// A form with a file. Only for a session, and from a page of the portal, is it read.
    static func upload(_ path: StaticString, _ right: DirectoryRight?, _ handler: @escaping Handler) -> Route {
        posted(path, right, { try MultipartForm.read($0.request) }, handler)
    }

    private static func posted(
        _ path: StaticString, _ right: DirectoryRight?,
        _ read: @escaping @Sendable (RequestContext) throws -> FormParameters, _ handler: @escaping Handler
    ) -> Route {
        Route(.post, path: path, .portal, .v2) { context in
            guard isOwn(context.request, at: context.origin) else { return PortalGate.otherSite(context) }
            guard let session = try await PortalSession.of(context) else { return PortalGate.ended(context) }
            let form: FormParameters
            do { form = try read(context) } catch let error as FormError {
                return PortalGate.malformed(error, context)
            }
            guard ConstantTime.equal(form["token"] ?? "", session.formToken) else { return PortalGate.ended(context) }
            let request = PortalRequest(context: context, session: session, form: form, query: FormParameters())
            return try await admitted(request, right, handler)
        }
    }

    /// The form that signs out, which also users without a role may send.
    static func signOut(_ path: StaticString, _ handler: @escaping Route.Handler) -> Route {
        Route(.post, path: path, .portal, .v2) { context in
            guard isOwn(context.request, at: context.origin) else { return PortalGate.otherSite(context) }
            guard let session = try await PortalSession.of(context) else { return PortalGate.ended(context) }
            guard ConstantTime.equal(try context.form()["token"] ?? "", session.formToken) else {
                return PortalGate.ended(context)
            }
            return try await handler(context)
        }
    }

    private static func admitted(
        _ request: PortalRequest, _ right: DirectoryRight?, _ handler: Handler
    ) async throws -> HTTPResponse {
        guard !request.session.roles.isEmpty else { return PortalGate.withoutRole(request) }
        do {
            if let right { try request.require(right) }
            return try await handler(request)
        } catch let error as DirectoryError {
            return PortalGate.refusal(error, request)
        }
    }

    /// Whether a page of this origin sent a form. Browsers say so in one of two fields; the pages send no referrer, for
    /// which some send the origin `null`.
    private static func isOwn(_ request: HTTPRequest, at origin: String) -> Bool {
        let site = request.fields["Sec-Fetch-Site"]
        if let site, site != "same-origin" { return false }
        guard let named = request.fields["Origin"] else { return true }
        return named == origin || (named == "null" && site == "same-origin")
    }
}

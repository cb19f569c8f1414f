import KeyfobCore
import KeyfobCrypto
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobJOSE
import KeyfobOAuth

/// A sign-in with any client in this browser, to see what an app would get: the claims of its tokens, or the error.
enum TrialPages {
    /// The page on which a sign-in is described.
    static func show(_ request: PortalRequest) async throws -> HTTPResponse {
        let applications = request.context.directory.applications.filter { $0.tenantID == request.tenant.id }
        let named = request.query["client"].flatMap {
            request.context.directory.application($0, offeredTo: request.tenant)
        }
        return PortalPage(
            id: "try", title: "Try a sign-in", section: .trial,
            content: """
                <p>The sign-in runs in this browser as it would for the app: with its consent, its policies and its entries \
                in the sign-in log. The tokens stay here; the page shows their claims.</p>
                \(request.form("try", to: "/portal/try", label: "Sign in", [
                    request.field("try", "client", "Application", named?.displayName, hint: "Its name or client id.",
                        isFirst: named == nil, suggestions: applications.map(\.displayName)),
                    request.field("try", "scope", "Scopes", "openid profile",
                        hint: "Separated by spaces, such as openid api://files/Files.Read."),
                    request.field("try", "loginHint", "User name (optional)"),
                    request.select("try", "prompt", "Sign-in", [
                        ("", "as the browser's session allows"), ("login", "always with a new sign-in"),
                        ("select_account", "with a choice of the account"), ("consent", "with the consent page"),
                        ("none", "without any page")], "select_account"),
                ]))
                """
        ).response(request)
    }

    /// Leads to the authorization endpoint.
    static func begin(_ request: PortalRequest) async throws -> HTTPResponse {
        let context = request.context
        do throws(DirectoryError) {
            let client = try client(try request.required("client", "The application"), request)
            let flow = try Self.flow(client, context)
            let scope = try request.required("scope", "The scopes", atMost: 2000)
            let prompts = ["login", "select_account", "consent", "none"]
            let address = flow.authorization(
                tenant: request.tenant.id, scope: scope, state: [request.tenant.id],
                loginHint: request.text("loginHint").map { String($0.prefix(113)) },
                prompt: request.text("prompt").flatMap { prompts.contains($0) ? $0 : nil }, context)
            var response = HTTPResponse.seeOther(address)
            PortalCookie.flow.set(flow.cookie, in: &response)
            return response
        } catch {
            return try await show(request.refusing("try", error))
        }
    }

    private static func flow(_ client: Application, _ context: RequestContext) throws(DirectoryError) -> PortalFlow {
        do { return try PortalFlow(.trial, clientID: client.appID, context) } catch {
            throw DirectoryError(
                status: 503, code: "unavailable", message: "The provider cannot begin a sign-in at the moment.")
        }
    }

    /// The result. It needs no portal session: the sign-in may have been that of another user.
    static func end(_ context: RequestContext) async throws -> HTTPResponse {
        let query = try context.query()
        guard let flow = PortalFlow(.trial, of: context), let values = flow.values(of: query["state"] ?? ""),
            values.count == 1
        else {
            return page(
                "This sign-in has ended", "<p>It began in another browser, or another one has begun since.</p>\n", 400
            )
            .response(context)
        }
        let name = context.directory.application(flow.clientID)?.displayName ?? flow.clientID
        var response: HTTPResponse
        if let code = query.nonEmpty("code") {
            do {
                let redeemed = try await flow.redeem(code, tenant: values[0], context)
                response = page("\(name): signed in", granted(redeemed), 200).response(context)
            } catch let error as OAuthError {
                let text = SignInErrorText(number: error.number, message: error.entry.text(error.values))
                response = page("\(name): the tokens were refused", text.html, 200).response(context)
            }
        } else {
            response = page("\(name): the sign-in was refused", SignInErrorText(query).html, 200).response(context)
        }
        PortalCookie.flow.clear(in: &response)
        return response
    }

    private static func page(_ title: String, _ content: HTML, _ status: Int) -> PortalPage {
        PortalPage(
            id: "tried", title: title,
            content: """
                \(content)<p>\(HTML.link("/portal/try", "Try another sign-in")) &middot; \
                \(HTML.link("/portal/sign-ins", "Sign-in log"))</p>
                """, status: status)
    }

    private static func granted(_ redeemed: OwnRedemption) -> HTML {
        let parts: [(String, Secret<String>?)] = [
            ("Id token", redeemed.tokens.idToken), ("Access token", redeemed.tokens.accessToken),
        ]
        let tokens: [HTML] = parts.compactMap { title, token in
            guard let claims = token.flatMap(claims) else { return nil }
            return "<h2>\(title)</h2>\n<pre>\(exactly: PrettyJSON.text(claims))</pre>\n"
        }
        return """
            \(HTML.facts([
                ("User", .text(redeemed.user.userPrincipalName)),
                ("Scopes", .text(redeemed.tokens.scopes?.values.joined(separator: " ") ?? "")),
                ("Valid for", redeemed.tokens.expiresIn.map { .text("\($0) seconds") }),
            ]))\(tokens)
            """
    }

    /// The claims of a token; nil for one that only this provider can read.
    private static func claims(_ token: Secret<String>) -> JSONValue? {
        (try? JWS(compact: token.reveal())).flatMap { try? JSONValue(parsing: $0.payload) }
    }

    private static func client(_ name: String, _ request: PortalRequest) throws(DirectoryError) -> Application {
        let directory = request.context.directory
        let found =
            directory.application(name, offeredTo: request.tenant)
            ?? directory.applications.first {
                $0.tenantID == request.tenant.id && $0.displayName.lowercased() == name.lowercased()
            }
        guard let found else { throw .field("client", "There is no application '\(name.prefix(256))'.") }
        return found
    }
}

import KeyfobConformance
import KeyfobCore
import KeyfobIdP
import KeyfobJOSE
import KeyfobOAuth
import KeyfobTesting

/// Runs a case against the provider, and reads its outcome from the pages and from what the app gets.
struct SignInRun {
    let given: SignInCase
    let stage: SignInStage

    /// An outcome that the model has no word for.
    struct Unreadable: Error, CustomStringConvertible { let description: String }

    func outcome() async throws -> SignInOutcome {
        try await stage.store.reset()
        var browser = stage.browser(given)
        let url = FormParameters(parameters).appended(to: stage.provider.base.with(path: path("authorize")))
        let visit = try await SignInStage.person(given.account).visit(url, with: &browser)
        let steps = Self.steps(visit.pages)
        guard let redirect = visit.redirect else {
            guard let number = visit.errorNumber else { throw Unreadable(description: "stopped at \(visit.pages)") }
            return .page(steps, number: number)
        }
        switch try AuthorizationResponse(parsing: redirect) {
        case .error(let error, _): return .refused(steps, error: error.error, number: error.codes.first ?? 0)
        case .code(let code): return .tokens(steps, try await redeem(code.code))
        }
    }

    /// The pages by what they ask. However many pages ask for name and password, they are one step.
    private static func steps(_ pages: [String]) -> [SignInOutcome.Step] {
        let known: [String: SignInOutcome.Step] = [
            "account-picker": .picker, "consent": .consent, "second-factor": .secondFactor,
            "register-factor": .registerFactor, "access-refused": .refused,
        ]
        var steps: [SignInOutcome.Step] = []
        for page in pages where page != "error" {
            let step = known[page] ?? .credentials
            if step != .credentials || steps.last != .credentials { steps.append(step) }
        }
        return steps
    }

    private var segment: String {
        switch given.endpoint {
        case .contoso: SeedData.tenantID
        case .fabrikam: SeedData.fabrikamID
        case .common, .organizations, .consumers: given.endpoint.rawValue
        }
    }

    private func path(_ endpoint: String) -> String {
        "/\(segment)/oauth2\(given.version == .v2 ? "/v2.0" : "")/\(endpoint)"
    }

    private var parameters: [(String, String)] {
        var values = [
            ("client_id", SignInStage.clientID(given.audience)), ("response_type", "code"),
            ("redirect_uri", "http://localhost:51000/"), ("state", "s"),
        ]
        switch given.version {
        case .v1: values.append(("resource", "api://files"))
        case .v2: values.append(("scope", "openid profile offline_access api://files/Files.Read"))
        }
        switch given.prompt {
        case .absent: break
        case .selectAccount: values.append(("prompt", "select_account"))
        case .none, .login, .consent: values.append(("prompt", given.prompt.rawValue))
        }
        return values
    }

    private func redeem(_ code: Secret<String>) async throws -> IssuedTokens {
        let form = FormParameters([
            ("grant_type", "authorization_code"), ("client_id", SignInStage.clientID(given.audience)),
            ("code", code.reveal()), ("redirect_uri", "http://localhost:51000/"),
        ])
        let response = try await stage.provider.send(
            .form(stage.provider.base.with(path: path("token")), form))
        guard response.isSuccess else {
            throw Unreadable(description: "the code got \(String(decoding: response.body, as: UTF8.self))")
        }
        let tokens = try TokenResponse(parsing: response.body)
        guard tokens.accessToken != nil, let idToken = tokens.idToken else {
            throw Unreadable(description: "a token is missing")
        }
        let claims = try JSONValue(parsing: try JWS(compact: idToken.reveal()).payload)
        return try read(claims)
    }

    private func read(_ claims: JSONValue) throws -> IssuedTokens {
        let tenants: [String: IssuedTokens.Tenant] = [
            SeedData.tenantID: .contoso, SeedData.fabrikamID: .fabrikam, Authority.personalAccountsTenant: .personal,
        ]
        let issuer = claims["iss"]?.stringValue ?? ""
        let origin = stage.provider.base.origin
        guard let id = claims["tid"]?.stringValue, let tenant = tenants[id],
            claims["aud"]?.stringValue == SignInStage.clientID(given.audience)
        else { throw Unreadable(description: "tid or aud of \(claims.text())") }
        let version: SignInCase.Version
        switch claims["ver"]?.stringValue {
        case "1.0" where issuer == "\(origin)/\(id)/": version = .v1
        case "2.0" where issuer == "\(origin)/\(id)/v2.0": version = .v2
        default: throw Unreadable(description: "ver and iss of \(claims.text())")
        }
        let isGuest = claims["acct"] == 1
        guard isGuest == (claims["idp"] != nil) else { throw Unreadable(description: "acct and idp disagree") }
        let methods = claims["amr"]?.arrayValue?.compactMap(\.stringValue) ?? []
        guard methods.isEmpty == (version == .v2), methods.isEmpty || methods.contains("pwd") else {
            throw Unreadable(description: "amr is \(methods)")
        }
        return IssuedTokens(
            isOther: claims["oid"]?.stringValue == SeedData.graceID, tenant: tenant, version: version, isGuest: isGuest,
            hasSecondFactor: methods.contains("mfa"))
    }
}

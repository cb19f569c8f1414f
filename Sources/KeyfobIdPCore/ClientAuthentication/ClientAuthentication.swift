import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// The result of a client's authentication at the token endpoint.
///
/// A wrong credential is not refused at once: Entra ID names an unknown code or refresh token before it.
enum ClientAuthentication: Sendable {
    /// The request presents no credential.
    case absent
    /// The credential is wrong.
    case refused(OAuthError)
    /// The client has authenticated by a secret.
    case secret
    /// The client has authenticated by an assertion, which the strict profile accepts once.
    case assertion(SingleUse?)

    /// Authenticates a client. It needs no transaction: signatures from unauthenticated clients must not keep other
    /// requests waiting for the store.
    ///
    /// - Throws: ``OAuthError`` 700025 if the client is public and has no credential, but presents one.
    init(
        _ presented: PresentedCredential, of client: Application, at segment: TenantSegment, _ context: RequestContext
    ) throws(OAuthError) {
        guard let proof = presented.proof else {
            self = .absent
            return
        }
        guard client.hasCredentials || !client.isPublicByDefault else {
            throw OAuthError(700025, ["app": client.appID])
        }
        switch proof {
        case .unusable(let error): self = .refused(error)
        case .secret(let secret):
            let refusal = SecretRule.refusal(of: secret, of: client, now: context.now)
            self = refusal.map { .refused($0) } ?? .secret
        case .assertion(let text):
            do {
                self = .assertion(try ClientAssertion(text, at: segment, context).verify(for: client))
            } catch {
                self = .refused(error)
            }
        }
    }

    /// Claim `azpacr`, or `appidacr` at version 1: how the client has authenticated.
    var contextClass: String {
        switch self {
        case .absent, .refused: "0"
        case .secret: "1"
        case .assertion: "2"
        }
    }

    /// Requires that the client has authenticated.
    ///
    /// - Parameter missing: the number of the error for a request without a credential.
    /// - Throws: ``OAuthError``
    func require(_ client: Application, missing: Int = 7_000_218) throws(OAuthError) {
        switch self {
        case .absent: throw OAuthError(missing, ["app": client.appID])
        case .refused(let error): throw error
        case .secret, .assertion: return
        }
    }

    /// Uses up an assertion that may be used once.
    ///
    /// - Throws: ``OAuthError`` 50012 if it was used before, or the store's error.
    func spend(in transaction: any IdPTransaction) throws {
        guard case .assertion(let once?) = self else { return }
        guard try transaction.spendNonce(hash: once.hash, until: once.end) else {
            throw OAuthError(50012, ["detail": "the assertion was used before"])
        }
    }
}

extension TenantSegment {
    /// The names of the segment in addresses, in lower case.
    var addressNames: [String] {
        switch self {
        case .any(let name): [name]
        case .one(let tenant): ([tenant.id] + tenant.domains).map { $0.lowercased() }
        case .policy(let tenant, let policy):
            ([tenant.id] + tenant.domains).map { "\($0)/\(policy.id)".lowercased() }
        }
    }
}

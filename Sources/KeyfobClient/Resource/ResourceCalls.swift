import KeyfobCore
import KeyfobOAuth

/// Calls protected resources with silently acquired tokens.
struct ResourceCalls: ClientPart {
    let context: ClientContext
    let silentFlow: SilentFlow

    /// Calls a protected resource with a silently acquired token, and once more with another one if the resource
    /// challenges.
    func send(
        _ request: HTTPRequest, _ parameters: SilentParameters, transport: (any HTTPTransport)?
    ) async throws(AuthError) -> HTTPResponse {
        guard request.url.scheme == "https" || request.url.isLoopback else {
            throw .configuration(
                "The resource's URL is not https, so the token would be sent unencrypted.",
                remedy: "Call the resource by https.")
        }
        let transport = transport ?? environment.transport
        let parameters = parameters.signing(request)
        let first = try await silentFlow.acquireTokenSilent(parameters)
        let answer = try await Self.send(request, first, transport)
        guard answer.status == 401, let next = parameters.answering(AuthenticationChallenge.all(in: answer.fields))
        else {
            return answer
        }
        log(.info, "The resource requires another token; requesting it once.", correlationID: first.correlationID)
        let second: TokenResult
        do throws(AuthError) {
            second = try await silentFlow.acquireTokenSilent(next)
        } catch {
            throw error.carrying(next.claims)
        }
        return try await Self.send(request, second, transport)
    }

    private static func send(
        _ request: HTTPRequest, _ token: TokenResult, _ transport: any HTTPTransport
    ) async throws(AuthError) -> HTTPResponse {
        var request = request
        request.fields.set("Authorization", token.authorizationHeader.reveal())
        do throws(TransportError) {
            return try await transport.send(request)
        } catch {
            throw AuthError(error)
        }
    }
}

extension SilentParameters {
    /// The same parameters, with a proof of possession of exactly this request.
    fileprivate func signing(_ request: HTTPRequest) -> SilentParameters {
        guard case .proofOfPossession(var proof) = scheme else { return self }
        proof.method = request.method
        proof.url = request.url
        var copy = self
        copy.scheme = .proofOfPossession(proof)
        return copy
    }

    /// The same parameters with the claims or nonce of a challenge; nil if another token would not satisfy the
    /// resource.
    fileprivate func answering(_ challenges: [AuthenticationChallenge]) -> SilentParameters? {
        var copy = self
        var hasNews = false
        for challenge in challenges where challenge.isOf("Bearer") || challenge.isOf("Pop") {
            if let wanted = challenge.claims, !wanted.isEmpty {
                copy.claims = copy.claims?.merging(wanted) ?? wanted
                hasNews = true
            }
            if case .proofOfPossession(var proof) = copy.scheme, let nonce = challenge.nonce, proof.nonce != nonce {
                proof.nonce = nonce
                copy.scheme = .proofOfPossession(proof)
                hasNews = true
            }
        }
        return hasNews ? copy : nil
    }
}

extension AuthError {
    /// The same error with the resource's claims, unless the server itself requested claims.
    fileprivate func carrying(_ claims: ClaimsRequest?) -> AuthError {
        guard code == .interactionRequired, claimsChallenge == nil, let claims else { return self }
        var copy = self
        var details = server ?? ServerDetails(error: "insufficient_claims", status: 401)
        details.claimsChallenge = claims.description
        copy.server = details
        return copy
    }
}

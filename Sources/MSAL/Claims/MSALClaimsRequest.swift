public import Foundation
import KeyfobCore

/// A request for claims (OpenID Connect Core section 5.5), built claim by claim or read from a challenge.
#if canImport(ObjectiveC)
@objc(MSALClaimsRequest)
@objcMembers
#endif
open class MSALClaimsRequest: NSObject, MSALJsonSerializable, MSALJsonDeserializable {
    private var claims: [MSALClaimsRequestTarget: [MSALIndividualClaimRequest]] = [:]

    /// Makes an empty request.
    public override init() { super.init() }

    /// Reads a JSON text, for example a claims challenge.
    ///
    /// - Parameters:
    ///   - jsonString: an object with the members `id_token` and `access_token`.
    ///   - error: set, internal code -42000, if the text is not such an object; the request is then empty.
    #if canImport(ObjectiveC)
    @objc(initWithJsonString:error:)
    #endif
    public required init(jsonString: String, error: MSALErrorPointer) {
        super.init()
        do throws(AuthError) {
            try read(ClaimsRequest(jsonString))
        } catch let failure {
            error?.pointee = ErrorTranslation.translate(failure, during: .other)
        }
    }

    /// Reads the `claims` of a resource's challenge (`WWW-Authenticate`), which is base64. An addition to MSAL.
    ///
    /// - Parameter challenge: the value that the resource returned.
    /// - Throws: an error of ``MSALErrorDomain``, internal code -42000, if it contains no claims request.
    public init(challenge: String) throws {
        super.init()
        let request = try ErrorTranslation.rethrowing { () throws(AuthError) in
            try ClaimsRequest(challenge: challenge)
        }
        read(request)
    }

    private func read(_ request: ClaimsRequest) {
        for target in [MSALClaimsRequestTarget.idToken, .accessToken] {
            let members = request.json[target.name]?.objectValue ?? [:]
            claims[target] = members.sorted { $0.key < $1.key }.map(MSALIndividualClaimRequest.init(name:json:))
        }
    }

    /// Adds a claim, and replaces an earlier request for it.
    ///
    /// - Parameters:
    ///   - request: the claim.
    ///   - target: the token that shall contain it.
    /// - Throws: an error of ``MSALErrorDomain``, internal code -42000, if the claim's name is empty.
    #if canImport(ObjectiveC)
    @objc(requestClaim:forTarget:error:)
    #endif
    open func requestClaim(_ request: MSALIndividualClaimRequest, for target: MSALClaimsRequestTarget) throws {
        guard !request.name.isEmpty else {
            throw ErrorTranslation.error(.internalErrorInvalidParameter, "The claim has no name.")
        }
        claims[target, default: []].removeAll { $0.name == request.name }
        claims[target, default: []].append(request)
    }

    /// Removes a claim from the request.
    ///
    /// - Parameters:
    ///   - name: the claim's name.
    ///   - target: the token that it was requested in.
    /// - Throws: an error of ``MSALErrorDomain``, internal code -42000, if the claim was not requested.
    #if canImport(ObjectiveC)
    @objc(removeClaimRequestWithName:target:error:)
    #endif
    open func removeClaim(withName name: String, target: MSALClaimsRequestTarget) throws {
        guard claims[target]?.contains(where: { $0.name == name }) == true else {
            throw ErrorTranslation.error(.internalErrorInvalidParameter, "The claim \(name) was not requested.")
        }
        claims[target]?.removeAll { $0.name == name }
    }

    /// The claims that are requested in a token; nil if there are none.
    ///
    /// - Parameter target: the token.
    #if canImport(ObjectiveC)
    @objc(claimsRequestsForTarget:)
    #endif
    open func claimsRequests(for target: MSALClaimsRequestTarget) -> [MSALIndividualClaimRequest]? {
        claims[target].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The JSON text, members in byte order; nil if the request is empty, or a value cannot be written as JSON.
    #if canImport(ObjectiveC)
    @objc(jsonString)
    #endif
    open func jsonString() -> String? {
        var json: [String: JSONValue] = [:]
        for (target, requests) in claims where !requests.isEmpty {
            var members: [String: JSONValue] = [:]
            for request in requests {
                guard let info = request.additionalInfo else {
                    members[request.name] = .null
                    continue
                }
                guard let value = info.json else { return nil }
                members[request.name] = value
            }
            json[target.name] = .object(members)
        }
        return json.isEmpty ? nil : JSONValue.object(json).text()
    }

    /// Whether any claim is requested.
    var isAsking: Bool { claims.values.contains { !$0.isEmpty } }
}

/// The token that a claim is requested in (OpenID Connect Core section 5.5).
#if canImport(ObjectiveC)
@objc(MSALClaimsRequestTarget)
#endif
public enum MSALClaimsRequestTarget: UInt, Sendable {
    /// `id_token`
    case idToken
    /// `access_token`
    case accessToken
}

extension MSALClaimsRequestTarget {
    /// The member of the claims request.
    var name: String {
        switch self {
        case .idToken: "id_token"
        case .accessToken: "access_token"
        }
    }
}

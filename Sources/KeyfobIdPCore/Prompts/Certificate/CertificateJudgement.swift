import Foundation
import KeyfobCore
import KeyfobCrypto
import KeyfobIdPModel
import KeyfobOAuth

/// Whether the certificate that a peer presented belongs to the user who was named.
enum CertificateJudgement {
    static func outcome(
        _ name: String, _ user: User?, _ context: RequestContext
    ) async throws -> PendingCertificate.Outcome {
        guard case .present(let der) = context.presented else { return .absent }
        // The same error for an unknown user: the page must not reveal which users exist.
        guard let user, let tenant = context.directory.tenant(user.tenantID), let method = tenant.certificates else {
            return .refused(number: 1001000, values: ["user": name], detail: "no user with sign-in by certificate")
        }
        let certificate: UserCertificate
        do throws(UserCertificateRefusal) {
            certificate = try await verified(der, by: method, now: context.now)
        } catch {
            return .refused(number: number(error.reason), values: values(error.reason), detail: error.description)
        }
        let owner = try await context.transaction { transaction in
            try CertificateMapping.owner(of: certificate, by: method, named: user, in: transaction)
        }
        guard owner?.objectID == user.objectID else {
            return .refused(
                number: 1001003, values: ["user": name],
                detail: "the certificate of \(certificate.subject), serial number \(certificate.serialNumber), is "
                    + (owner.map { "\($0.userPrincipalName)'s" } ?? "not bound to a user by the tenant's bindings"))
        }
        return .accepted(userID: user.objectID, isMultiFactor: method.isMultiFactor)
    }

    /// The certificate, verified against the tenant's authorities.
    private static func verified(
        _ der: [UInt8], by method: CertificateMethod, now: Int64
    ) async throws(UserCertificateRefusal) -> UserCertificate {
        #if Server
        let verifier: UserCertificateVerifier
        do {
            verifier = try UserCertificateVerifier(
                authorities: method.authorities.map {
                    .init(certificate: $0.certificate, isRoot: $0.isRoot, revocationList: $0.revocationList)
                }, now: Date(timeIntervalSince1970: Double(now)))
        } catch {
            throw UserCertificateRefusal(.unknownIssuer, "The tenant's authorities cannot be read: \(error.message)")
        }
        return try await verifier.verify(der)
        #else
        throw UserCertificateRefusal(.unsupported, "This build has no X.509: build it with the trait Server.")
        #endif
    }

    private static func number(_ reason: UserCertificateRefusal.Reason) -> Int {
        switch reason {
        case .malformed, .unfit, .unsupported: 50017
        case .unknownIssuer: 500176
        case .expired: 500172
        case .revoked: 500183
        case .unknownRevocation: 500175
        }
    }

    private static func values(_ reason: UserCertificateRefusal.Reason) -> [String: String] {
        switch reason {
        case .malformed: ["detail": "it cannot be read"]
        case .unfit: ["detail": "it is not meant for signing in"]
        case .unsupported: ["detail": "this provider was built without X.509"]
        default: [:]
        }
    }
}

#if Server
import Crypto
package import Foundation
import KeyfobCore
import SwiftASN1
@_spi(FixedExpiryValidationTime) import X509

/// Verifies the certificate that a user presents, against the authorities that a tenant trusts (RFC 5280 section 6).
///
/// Intermediates that the peer sends are ignored: every authority in the chain has to be one of the tenant's, as in
/// Entra ID.
package struct UserCertificateVerifier: Sendable {
    /// One authority that the tenant trusts.
    package struct Authority: Sendable, Hashable {
        /// Its certificate in DER.
        package var certificate: [UInt8]
        /// Whether chains may end here; an intermediate is trusted only below a root.
        package var isRoot: Bool
        /// Its revocation list in DER (RFC 5280 section 5), if it has one.
        package var revocationList: [UInt8]?

        /// Makes an authority.
        package init(certificate: [UInt8], isRoot: Bool, revocationList: [UInt8]? = nil) {
            self.certificate = certificate
            self.isRoot = isRoot
            self.revocationList = revocationList
        }
    }

    private let roots: [Certificate]
    private let intermediates: [Certificate]
    private let lists: [(issuer: Certificate, list: RevocationList)]
    private let now: Date

    /// Makes a verifier.
    ///
    /// - Parameters:
    ///   - authorities: the authorities that the tenant trusts.
    ///   - now: the current time.
    /// - Throws: ``CryptoError`` if a certificate is malformed or not an authority's, or its revocation list cannot be
    ///   parsed.
    package init(authorities: [Authority], now: Date) throws(CryptoError) {
        var roots: [Certificate] = []
        var intermediates: [Certificate] = []
        var lists: [(issuer: Certificate, list: RevocationList)] = []
        for authority in authorities {
            guard let certificate = try? Certificate(derEncoded: authority.certificate),
                case .isCertificateAuthority = try? certificate.extensions.basicConstraints
            else { throw CryptoError("The bytes are not the certificate of a certification authority.") }
            if authority.isRoot { roots.append(certificate) } else { intermediates.append(certificate) }
            if let bytes = authority.revocationList {
                lists.append((certificate, try RevocationList(der: bytes)))
            }
        }
        self.roots = roots
        self.intermediates = intermediates
        self.lists = lists
        self.now = now
    }

    /// Verifies a certificate; the peer has already proved that it has the private key.
    ///
    /// - Parameter der: the peer's own certificate in DER.
    /// - Returns: the user's identity.
    /// - Throws: ``UserCertificateRefusal``
    package func verify(_ der: [UInt8]) async throws(UserCertificateRefusal) -> UserCertificate {
        guard let leaf = try? Certificate(derEncoded: der) else {
            throw UserCertificateRefusal(.malformed, "The presented data is not a certificate.")
        }
        try checkPurpose(leaf)
        try checkTime(leaf)
        guard (0...2e11).contains(now.timeIntervalSince1970) else {
            throw UserCertificateRefusal(.expired, "The current time is outside the range of certificates.")
        }
        var verifier = Verifier(rootCertificates: CertificateStore(roots)) {
            RFC5280Policy(fixedExpiryValidationTime: now)
        }
        let result = await verifier.validate(leaf: leaf, intermediates: CertificateStore(intermediates))
        switch result {
        case .validCertificate(let chain): try checkRevocation(Array(chain))
        case .couldNotValidate(let failures):
            guard let failure = failures.first else {
                throw UserCertificateRefusal(
                    .unknownIssuer, "No trusted authority has issued it; it names \(UserCertificate.text(leaf.issuer))."
                )
            }
            throw UserCertificateRefusal(.expired, "Its chain is not valid: \(failure.policyFailureReason)")
        }
        return UserCertificate(leaf)
    }

    /// Checks that the certificate is for a user's authentication: not an authority's, for TLS clients or smart-card
    /// sign-in, and for signatures (RFC 5280 sections 4.2.1.3, 4.2.1.9 and 4.2.1.12).
    private func checkPurpose(_ leaf: Certificate) throws(UserCertificateRefusal) {
        if case .isCertificateAuthority = try? leaf.extensions.basicConstraints {
            throw UserCertificateRefusal(.unfit, "It is the certificate of an authority, not of a user.")
        }
        do {
            if let usage = try leaf.extensions.keyUsage, !usage.digitalSignature {
                throw UserCertificateRefusal(.unfit, "Its key is not for signatures.")
            }
            guard let purposes = try leaf.extensions.extendedKeyUsage else { return }
            let fit: [ExtendedKeyUsage.Usage] = [.clientAuth, .any, .init(oid: Self.smartCardSignIn)]
            if !purposes.contains(where: fit.contains) {
                throw UserCertificateRefusal(.unfit, "It is not for client authentication.")
            }
        } catch let refusal as UserCertificateRefusal {
            throw refusal
        } catch {
            throw UserCertificateRefusal(.malformed, "Its extensions cannot be read.")
        }
    }

    private static let smartCardSignIn: ASN1ObjectIdentifier = [1, 3, 6, 1, 4, 1, 311, 20, 2, 2]

    private func checkTime(_ leaf: Certificate) throws(UserCertificateRefusal) {
        if now < leaf.notValidBefore || now > leaf.notValidAfter {
            throw UserCertificateRefusal(
                .expired,
                "It is valid from \(leaf.notValidBefore) to \(leaf.notValidAfter), and it is \(now).")
        }
    }

    /// Checks that no certificate of the chain is in its issuer's revocation list. With a list that is out of date or
    /// not the issuer's, every certificate of the issuer is refused; without a list none is.
    private func checkRevocation(_ chain: [Certificate]) throws(UserCertificateRefusal) {
        for (certificate, issuer) in zip(chain, chain.dropFirst()) {
            guard let list = lists.first(where: { $0.issuer == issuer })?.list else { continue }
            guard list.isSigned(by: issuer), list.isCurrent(at: now) else {
                throw UserCertificateRefusal(
                    .unknownRevocation,
                    "The revocation list of \(UserCertificate.text(issuer.subject)) is out of date, or not its own.")
            }
            if list.revoked.contains(certificate.serialNumber) {
                throw UserCertificateRefusal(
                    .revoked, "\(UserCertificate.text(issuer.subject)) has revoked it, or an intermediate authority.")
            }
        }
    }
}

extension UserCertificate {
    private static let principalNameID: ASN1ObjectIdentifier = [1, 3, 6, 1, 4, 1, 311, 20, 2, 3]

    init(_ certificate: Certificate) {
        let names = (try? certificate.extensions.subjectAlternativeNames).map { Array($0) } ?? []
        var principalNames: [String] = []
        var mailAddresses: [String] = []
        for name in names {
            switch name {
            case .rfc822Name(let address): mailAddresses.append(address)
            case .otherName(let other) where other.typeID == Self.principalNameID:
                if let value = other.value, let text = try? ASN1UTF8String(asn1Any: value) {
                    principalNames.append(String(text))
                }
            default: break
            }
        }
        let key = (try? certificate.extensions.subjectKeyIdentifier).map { Hex.encode($0.keyIdentifier) }
        self.init(
            // With two of them the user is ambiguous.
            principalName: principalNames.count == 1 ? principalNames[0] : nil, mailAddresses: mailAddresses,
            subject: Self.text(certificate.subject), issuer: Self.text(certificate.issuer),
            serialNumber: Hex.encode(certificate.serialNumber.bytes), subjectKeyIdentifier: key,
            publicKeySHA1: Hex.encode(Insecure.SHA1.hash(data: certificate.publicKey.subjectPublicKeyInfoBytes)))
    }

    /// Returns a distinguished name in the order of its encoding.
    static func text(_ name: DistinguishedName) -> String {
        name.map { String(describing: $0) }.joined(separator: ",")
    }
}
#endif

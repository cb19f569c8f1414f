package import KeyfobCore
import KeyfobCrypto
package import KeyfobIdPModel
import KeyfobJOSE

extension ApplicationJSON {
    private static let knownOfSAML: Set<String> = [
        "isSignedRequestRequired", "verificationCertificates", "signingOption", "encryptionCertificate", "nameIdSource",
        "claims",
    ]

    /// `saml`: the settings that Microsoft Graph spreads over several objects; nil if none is given. Graph's own
    /// `requestSignatureVerification` counts too.
    package static func saml(_ body: DirectoryDocument) throws(DirectoryError) -> SAMLSettings? {
        var settings = SAMLSettings()
        let verification: Set<String> = ["isSignedRequestRequired", "allowedWeakAlgorithms"]
        let graph = try body.object("requestSignatureVerification", known: verification)
        if case .string(let weak) = graph?.members["allowedWeakAlgorithms"] {
            throw .invalid("'\(weak.prefix(64))' is not verified here: requests are signed with RSA and SHA-256.")
        }
        settings.requiresSignedRequests = try graph?.bool("isSignedRequestRequired") ?? false
        if let own = try body.object("saml", known: knownOfSAML) { try add(own, to: &settings) }
        guard !settings.requiresSignedRequests || !settings.requestCertificates.isEmpty else {
            throw .invalid("Signed requests are required, and 'saml.verificationCertificates' has no certificate.")
        }
        return settings == SAMLSettings() ? nil : settings
    }

    private static func add(_ own: DirectoryDocument, to settings: inout SAMLSettings) throws(DirectoryError) {
        settings.requiresSignedRequests = try own.bool("isSignedRequestRequired") ?? settings.requiresSignedRequests
        settings.requestCertificates = try (own.strings("verificationCertificates") ?? []).map(certificate)
        settings.encryptionCertificate = try own.string("encryptionCertificate").map(certificate)
        if let text = try own.string("signingOption") {
            guard let signing = SAMLSettings.Signing(rawValue: text) else {
                throw .invalid("'signingOption' is none of assertion, response and both.")
            }
            settings.signing = signing
        }
        settings.nameSource = try own.string("nameIdSource").map(source)
        for claim in try own.objects("claims", known: ["type", "source", "value"]) ?? [] {
            let source = try claim.string("source").map(Self.source)
            let value = try claim.string("value")
            guard (source == nil) != (value == nil) else {
                throw .invalid("A claim has either a 'source' or a 'value'.")
            }
            settings.claims.append(.init(type: try claim.required("type"), source: source, value: value))
        }
        guard settings.claims.count <= 100 else { throw .invalid("A registration has at most 100 claims.") }
    }

    private static func certificate(_ text: String) throws(DirectoryError) -> [UInt8] {
        guard let der = Base64.decodeLoosely(text), (try? RSAPublicKey(certificate: der)) != nil else {
            throw .invalid("A certificate of 'saml' is not the base64 of an X.509 certificate with an RSA key.")
        }
        return der
    }

    private static func source(_ text: String) throws(DirectoryError) -> SAMLSettings.Claim.Source {
        guard let source = SAMLSettings.Claim.Source(rawValue: text) else {
            let known = SAMLSettings.Claim.Source.allCases.map(\.rawValue).joined(separator: ", ")
            throw .invalid("'\(text.prefix(64))' is no source of a claim; there are \(known).")
        }
        return source
    }

    package static func write(_ settings: SAMLSettings?) -> JSONValue? {
        guard let settings else { return nil }
        var members: [String: JSONValue] = [
            "isSignedRequestRequired": .bool(settings.requiresSignedRequests),
            "verificationCertificates": .strings(settings.requestCertificates.map(Base64.encode)),
            "signingOption": .string(settings.signing.rawValue),
        ]
        members["encryptionCertificate"] = settings.encryptionCertificate.map { .string(Base64.encode($0)) }
        members["nameIdSource"] = settings.nameSource.map { .string($0.rawValue) }
        if !settings.claims.isEmpty {
            members["claims"] = .array(
                settings.claims.map { claim in
                    var members: [String: JSONValue] = ["type": .string(claim.type)]
                    members["source"] = claim.source.map { .string($0.rawValue) }
                    members["value"] = claim.value.map { .string($0) }
                    return .object(members)
                })
        }
        return .object(members)
    }
}

import KeyfobCore
import KeyfobCrypto
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobJOSE

/// The actions on the credentials of a registration, or of its object in its own tenant: `addPassword` and others.
struct CredentialActions {
    /// The names in lower case.
    enum Name: String {
        case addPassword = "addpassword"
        case removePassword = "removepassword"
        case addKey = "addkey"
        case removeKey = "removekey"
    }

    let session: GraphSession
    let isOfPrincipal: Bool

    /// Runs an action.
    ///
    /// - Throws: ``GraphError``, or the store's error.
    func reply(_ action: Name, _ application: Application, _ body: GraphBody) throws -> GraphReply {
        do {
            switch action {
            case .addPassword: return try addPassword(to: application, body)
            case .addKey: return try addKey(to: application, body)
            case .removePassword:
                return try remove(from: application, body) { credentials, id in
                    let count = credentials.secrets.count
                    credentials.secrets.removeAll {
                        $0.keyID == id && ($0.isOfPrincipal ?? false) == isOfPrincipal
                    }
                    return credentials.secrets.count < count
                }
            case .removeKey:
                try checkProof(of: application, body)
                return try remove(from: application, body) { credentials, id in
                    let count = credentials.certificates.count
                    credentials.certificates.removeAll {
                        $0.keyID == id && ($0.isOfPrincipal ?? false) == isOfPrincipal
                    }
                    return credentials.certificates.count < count
                }
            }
        } catch let error as DirectoryError {
            throw GraphError(error, of: .application)
        }
    }

    private func addPassword(to application: Application, _ body: GraphBody) throws -> GraphReply {
        let given = body.members["passwordCredential"]?.objectValue ?? [:]
        // The provider makes the text.
        let members = given.filter { ["displayName", "startDateTime", "endDateTime"].contains($0.key) }
        let document = try DirectoryDocument(.object(members), known: CredentialReading.secretMembers)
        var (text, record) = try CredentialReading(session.context).secret(document)
        if isOfPrincipal { record.isOfPrincipal = true }
        try change(application) { $0.secrets.append(record) }
        var reply = GraphSession.json(record).objectValue ?? [:]
        reply["secretText"] = .string(text)
        reply["@odata.context"] = .string(session.address("$metadata#microsoft.graph.passwordCredential"))
        return .members(reply)
    }

    private func addKey(to application: Application, _ body: GraphBody) throws -> GraphReply {
        guard let given = body.members["keyCredential"]?.objectValue else {
            throw GraphError.missing("keyCredential", of: .application)
        }
        try checkProof(of: application, body)
        let members = given.filter { CredentialReading.certificateMembers.contains($0.key) && $0.value != .null }
        let document = try DirectoryDocument(.object(members), known: CredentialReading.certificateMembers)
        var record = try CredentialReading(session.context).certificate(document)
        if isOfPrincipal { record.isOfPrincipal = true }
        try change(application) { $0.certificates.append(record) }
        var reply = GraphSession.json(record).objectValue ?? [:]
        reply["@odata.context"] = .string(session.address("$metadata#microsoft.graph.keyCredential"))
        return .members(reply)
    }

    /// Microsoft Graph requires a token that is signed with one of the application's certificates: this request is for
    /// clients that exchange their own. An administrator writes `keyCredentials` instead.
    private func checkProof(of application: Application, _ body: GraphBody) throws {
        let proof = try body.required("proof", of: .application)
        let id =
            isOfPrincipal
            ? ServicePrincipal.objectID(of: application, in: session.tenant.id) : application.objectID
        let certificates = (application.credentials?.certificates ?? []).filter {
            ($0.startsAt...max($0.startsAt, $0.endsAt)).contains(session.now)
        }
        guard let jws = try? JWS(compact: proof), jws.rsaAlgorithm != nil,
            let claims = try? JSONValue(parsing: jws.payload), claims["iss"]?.stringValue?.lowercased() == id,
            claims["aud"]?.stringValue == Self.audienceOfProof,
            let expiry = claims["exp"]?.integerValue, expiry > session.now,
            let start = claims["nbf"]?.integerValue, start <= session.now + 300, expiry - start <= 600,
            certificates.contains(where: { certificate in
                guard let key = try? RSAPublicKey(certificate: certificate.der) else { return false }
                return (try? jws.verify(with: key)) != nil
            })
        else {
            throw GraphError(
                401, "Authentication_MissingOrMalformed",
                "The proof is not a valid token that is signed with a certificate of the application.")
        }
    }

    /// Azure AD Graph, for which Microsoft's description of the proof asks.
    private static let audienceOfProof = "00000002-0000-0000-c000-000000000000"

    private func remove(
        from application: Application, _ body: GraphBody,
        _ apply: (inout ApplicationCredentials, String) -> Bool
    ) throws -> GraphReply {
        let id = try body.required("keyId", of: .application).lowercased()
        try change(application) { credentials in
            guard apply(&credentials, id) else {
                throw GraphError.invalid("No credentials found to be removed.")
            }
        }
        return .done
    }

    private func change(
        _ application: Application, _ apply: (inout ApplicationCredentials) throws -> Void
    ) throws {
        var changed = application
        var credentials = application.credentials ?? ApplicationCredentials()
        try apply(&credentials)
        try ObjectLimits.check(credentials)
        changed.credentials = credentials.isEmpty ? nil : credentials
        try session.editor.put(changed)
    }
}

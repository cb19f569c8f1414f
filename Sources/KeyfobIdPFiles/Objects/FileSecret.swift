import KeyfobCore
import KeyfobCrypto
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobJOSE

/// A client secret in a file: its text (`secretText`), which is stored as a salted hash, or that hash (`secretHash`,
/// `$hmac-sha256$SALT$DIGEST`).
enum FileSecret {
    /// The members of a secret.
    static let known = CredentialReading.secretMembers.union(["secretHash", "isOfPrincipal"])

    static func write(_ secret: ApplicationSecret) -> JSONValue {
        var members: [String: JSONValue] = [
            "keyId": .string(secret.keyID), "hint": .string(secret.hint),
            "startDateTime": .string(GraphTime.text(secret.startsAt)),
            "endDateTime": .string(GraphTime.text(secret.endsAt)),
            "secretHash": .string(
                "$hmac-sha256$\(Base64.encode(secret.salt))$\(Base64.encode(secret.digest))"),
        ]
        members["isOfPrincipal"] = secret.isOfPrincipal.map { .bool($0) }
        members["displayName"] = secret.displayName.map { .string($0) }
        return .object(members)
    }

    /// The record of a secret. One whose text or hash is stored already keeps its salt, its id and its times.
    ///
    /// - Parameters:
    ///   - body: an element of `passwordCredentials`.
    ///   - path: its path.
    ///   - old: the stored secrets.
    /// - Returns: nil for an element of an export that has no value, and is not stored.
    static func read(
        _ body: DirectoryDocument, path: String, among old: [ApplicationSecret], _ reading: CredentialReading
    ) throws(DirectoryError) -> ApplicationSecret? {
        let id = try body.string("keyId")?.lowercased()
        let named = old.first { $0.keyID == id }
        if let text = try body.string("secretText") {
            let isSame = { (secret: ApplicationSecret) in
                ConstantTime.equal(SecretRule.digest(Secret(text), salt: secret.salt), secret.digest)
            }
            guard let known = named ?? old.first(where: isSame), isSame(known) else {
                return try described(try reading.secret(plain(body)).record, body)
            }
            return try described(known, body)
        }
        guard let text = try body.string("secretHash") else {
            guard let named else { return nil }
            return try described(named, body)
        }
        let parts = text.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0].isEmpty, parts[1] == "hmac-sha256",
            let salt = Base64.decodeLoosely(String(parts[2])), (8...64).contains(salt.count),
            let digest = Base64.decodeLoosely(String(parts[3])), digest.count == 32
        else { throw .invalid(member: "\(path).secretHash", "is not of the form $hmac-sha256$SALT$DIGEST.") }
        if let known = named ?? old.first(where: { $0.digest == digest && $0.salt == salt }), known.digest == digest,
            known.salt == salt
        {
            return try described(known, body)
        }
        guard id.map(ApplicationJSON.isGUID) ?? true else { throw .invalid(member: "\(path).keyId", "is not a GUID.") }
        let start = try body.time("startDateTime") ?? reading.now
        let record = ApplicationSecret(
            keyID: id ?? reading.random.uuid(), displayName: nil, hint: try body.string("hint") ?? "", startsAt: start,
            endsAt: start + 730 * 86400, salt: salt, digest: digest)
        return try described(record, body)
    }

    /// The members that an application's own secrets have as well.
    private static func plain(_ body: DirectoryDocument) throws(DirectoryError) -> DirectoryDocument {
        try DirectoryDocument(
            .object(body.members.filter { CredentialReading.secretMembers.contains($0.key) }), known: nil)
    }

    /// A stored secret with the name and the times that the file gives it.
    private static func described(
        _ secret: ApplicationSecret, _ body: DirectoryDocument
    ) throws(DirectoryError) -> ApplicationSecret {
        var out = secret
        out.displayName = try body.string("displayName") ?? out.displayName
        if try body.bool("isOfPrincipal") == true { out.isOfPrincipal = true }
        out.startsAt = try body.time("startDateTime") ?? out.startsAt
        out.endsAt = try body.time("endDateTime") ?? out.endsAt
        guard out.startsAt < out.endsAt else { throw .invalid(member: "endDateTime", "is not after the start.") }
        return out
    }
}

import KeyfobCore
package import KeyfobIdPModel

/// What of a registration belongs to the provider: what users and policies trust about an application, and who made it.
/// Nothing changes it but a file of the provider's own administrator (`keyfob idp apply`).
package enum ProviderMembers {
    /// The registration as it may be stored: with the creator and the time of the stored one, which have no form in JSON or
    /// only describe it.
    ///
    /// - Parameter old: the stored registration; nil for a new one.
    /// - Throws: ``DirectoryError`` if any other member of the provider's differs, with that member.
    package static func checked(_ new: Application, replacing old: Application?) throws(DirectoryError) -> Application {
        var new = new
        if let old {
            new.creatorID = old.creatorID
            new.createdAt = old.createdAt ?? new.createdAt
        }
        for (name, isSame) in comparison(new, old) where !isSame {
            throw .invalid(
                member: name,
                "belongs to the provider, and stays as it is. Its administrator can change it with 'keyfob idp apply'.")
        }
        return new
    }

    private static func comparison(_ new: Application, _ old: Application?) -> [(String, Bool)] {
        let stated = ["certification", "disabledByMicrosoftStatus", "applicationTemplateId"]
        let (further, known) = (members(of: new), members(of: old))
        return [
            ("appId", old.map { $0.appID == new.appID } ?? true),
            ("id", old.map { $0.objectID == new.objectID && $0.tenantID == new.tenantID } ?? true),
            ("verifiedPublisher", new.verifiedPublisher == old?.verifiedPublisher),
            ("publisherDomain", new.publisherDomain == old?.publisherDomain),
            ("isApproved", (new.isApproved ?? false) == (old?.isApproved ?? false)),
            ("isFirstParty", (new.isFirstParty ?? false) == (old?.isFirstParty ?? false)),
            ("foci", new.familyID == old?.familyID),
        ] + stated.map { ($0, further[$0] == known[$0]) }
    }

    private static func members(of application: Application?) -> [String: JSONValue] {
        application?.furtherMembers.flatMap { try? JSONValue(parsing: $0).objectValue } ?? [:]
    }
}

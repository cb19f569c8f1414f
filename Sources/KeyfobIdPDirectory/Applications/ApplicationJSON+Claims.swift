package import KeyfobCore
package import KeyfobIdPModel

extension ApplicationJSON {
    /// `optionalClaims` of Microsoft Graph, of which only the names are used.
    package static func optionalClaims(_ body: DirectoryDocument) throws(DirectoryError) -> OptionalClaims? {
        guard let object = try body.object("optionalClaims", known: ["idToken", "accessToken", "saml2Token"]) else {
            return nil
        }
        let known: Set<String> = ["name", "source", "essential", "additionalProperties"]
        func names(_ token: String) throws(DirectoryError) -> [String] {
            var names: [String] = []
            for claim in try object.objects(token, known: known) ?? [] { names.append(try claim.required("name")) }
            return names
        }
        return OptionalClaims(idToken: try names("idToken"), accessToken: try names("accessToken"))
    }

    package static func write(_ claims: OptionalClaims?) -> JSONValue? {
        guard let claims else { return nil }
        func list(_ names: [String]) -> JSONValue { .array(names.map { ["name": .string($0)] }) }
        return ["idToken": list(claims.idToken), "accessToken": list(claims.accessToken)]
    }

    package static func write(_ entries: [PreAuthorizedApplication]?) -> JSONValue? {
        entries.map { entries in
            .array(
                entries.map { entry in
                    ["appId": .string(entry.appID), "delegatedPermissionIds": .strings(entry.permissionIDs)]
                })
        }
    }

    /// `api.preAuthorizedApplications`
    package static func preAuthorized(_ api: DirectoryDocument) throws(DirectoryError) -> [PreAuthorizedApplication]? {
        let known: Set<String> = ["appId", "delegatedPermissionIds", "permissionIds"]
        guard let entries = try api.objects("preAuthorizedApplications", known: known) else { return nil }
        var out: [PreAuthorizedApplication] = []
        for entry in entries {
            let older = try entry.strings("permissionIds")
            out.append(
                PreAuthorizedApplication(
                    appID: try entry.required("appId").lowercased(),
                    permissionIDs: try entry.strings("delegatedPermissionIds") ?? older ?? []))
        }
        return out
    }
}

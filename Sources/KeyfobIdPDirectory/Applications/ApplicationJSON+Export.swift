import KeyfobCore
import KeyfobIdPModel

extension ApplicationJSON {
    /// Further members of an export (`az ad app show`), which have no effect here. Any other member may be a
    /// misspelling, and is refused.
    package static let inert: Set<String> = [
        "@odata.context", "@odata.id", "addIns", "applicationTemplateId", "authenticationBehaviors",
        "certification", "createdDateTime", "defaultRedirectUri", "deletedDateTime", "description",
        "disabledByMicrosoftStatus", "info", "isDeviceOnlyAuthSupported",
        "nativeAuthenticationApisEnabled", "notes", "oauth2RequirePostResponse",
        "parentalControlSettings", "samlMetadataUrl",
        "serviceManagementReference", "servicePrincipalLockConfiguration", "tags", "tokenEncryptionKeyId",
        "tokenRevocations", "uniqueName",
    ]
    package static let inertOfPlatforms: Set<String> = [
        "redirectUriSettings"
    ]
    /// Inert members that the directory states itself, or that only describe a response.
    private static let stated: Set<String> = ["@odata.context", "@odata.id", "createdDateTime", "deletedDateTime"]

    /// Keeps the members that have no effect here, so that they are returned as they were sent.
    static func readFurther(
        _ body: DirectoryDocument, into application: inout Application
    ) throws(DirectoryError) {
        application.createdAt = try body.time("createdDateTime")
        let kept = body.members.filter { inert.contains($0.key) && !stated.contains($0.key) && $0.value != .null }
        application.furtherMembers = kept.isEmpty ? nil : JSONValue.object(kept).text()
    }

    static func further(of application: Application) -> [String: JSONValue] {
        var members = application.furtherMembers.flatMap { try? JSONValue(parsing: $0).objectValue } ?? [:]
        members["createdDateTime"] = application.createdAt.map { .string(GraphTime.text($0)) }
        return members
    }

    package static let inertOfAPIs: Set<String> = ["acceptMappedClaims"]
}

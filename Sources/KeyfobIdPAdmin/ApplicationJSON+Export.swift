import KeyfobCore

extension ApplicationJSON {
    /// Further members of an export (`az ad app show`), which have no effect here. Any other member may be a
    /// misspelling, and is refused.
    static let inert: Set<String> = [
        "@odata.context", "@odata.id", "addIns", "applicationTemplateId", "authenticationBehaviors",
        "certification", "createdDateTime", "defaultRedirectUri", "deletedDateTime", "description",
        "disabledByMicrosoftStatus", "info", "isDeviceOnlyAuthSupported",
        "nativeAuthenticationApisEnabled", "notes", "oauth2RequirePostResponse",
        "parentalControlSettings", "samlMetadataUrl",
        "serviceManagementReference", "servicePrincipalLockConfiguration", "tags", "tokenEncryptionKeyId",
        "tokenRevocations", "uniqueName",
    ]
    static let inertOfPlatforms: Set<String> = [
        "redirectUriSettings"
    ]
    static let inertOfAPIs: Set<String> = ["acceptMappedClaims"]
}

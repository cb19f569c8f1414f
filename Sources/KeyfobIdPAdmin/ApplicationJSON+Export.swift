import KeyfobCore

extension ApplicationJSON {
    /// Further members of an export (`az ad app show`), which have no effect here. Any other member may be a
    /// misspelling, and is refused.
    static let inert: Set<String> = [
        "@odata.context", "@odata.id", "addIns", "appRoles", "applicationTemplateId", "authenticationBehaviors",
        "certification", "createdDateTime", "defaultRedirectUri", "deletedDateTime", "description",
        "disabledByMicrosoftStatus", "groupMembershipClaims", "info", "isDeviceOnlyAuthSupported",
        "isFallbackPublicClient", "nativeAuthenticationApisEnabled", "notes", "oauth2RequirePostResponse",
        "parentalControlSettings", "publisherDomain", "samlMetadataUrl",
        "serviceManagementReference", "servicePrincipalLockConfiguration", "tags", "tokenEncryptionKeyId",
        "tokenRevocations", "uniqueName", "verifiedPublisher",
    ]
    /// The credentials by which a client authenticates. An export has empty lists where there are none.
    static let credentials: Set<String> = [
        "keyCredentials", "passwordCredentials", "federatedIdentityCredentials",
    ]
    static let inertOfPlatforms: Set<String> = [
        "homePageUrl", "implicitGrantSettings", "logoutUrl", "redirectUriSettings",
    ]
    static let inertOfAPIs: Set<String> = ["acceptMappedClaims", "knownClientApplications"]

    /// Throws if the application has a credential.
    ///
    /// - Throws: ``AdminError`` that names the credential.
    static func refuseCredentials(_ body: AdminBody) throws(AdminError) {
        for name in credentials.sorted() {
            switch body.members[name] {
            case nil, .null, .array([]): continue
            default:
                throw .invalid(
                    "The application has '\(name)', by which a confidential client authenticates. This provider  "
                        + "serves public clients only: remove the member, and register the redirect URIs under  "
                        + "'publicClient' or 'spa'.")
            }
        }
    }
}

import KeyfobCore

extension ApplicationJSON {
    /// What an export has besides (`az ad app show`), and is without effect here. Anything else may be a misspelling, and
    /// is refused.
    static let inert: Set<String> = [
        "@odata.context", "@odata.id", "addIns", "appRoles", "applicationTemplateId", "authenticationBehaviors",
        "certification", "createdDateTime", "defaultRedirectUri", "deletedDateTime", "description",
        "disabledByMicrosoftStatus", "groupMembershipClaims", "info", "isDeviceOnlyAuthSupported",
        "isFallbackPublicClient", "nativeAuthenticationApisEnabled", "notes", "oauth2RequirePostResponse",
        "parentalControlSettings", "publisherDomain", "requestSignatureVerification", "samlMetadataUrl",
        "serviceManagementReference", "servicePrincipalLockConfiguration", "tags", "tokenEncryptionKeyId",
        "tokenRevocations", "uniqueName", "verifiedPublisher",
    ]
    /// By what a client proves who it is. An export has these as empty lists where there are none.
    static let credentials: Set<String> = [
        "keyCredentials", "passwordCredentials", "federatedIdentityCredentials",
    ]
    static let inertOfPlatforms: Set<String> = [
        "homePageUrl", "implicitGrantSettings", "logoutUrl", "redirectUriSettings",
    ]
    static let inertOfAPIs: Set<String> = ["acceptMappedClaims", "knownClientApplications"]

    /// - Throws: ``AdminError`` that names the credential.
    static func refuseCredentials(_ body: AdminBody) throws(AdminError) {
        for name in credentials.sorted() {
            switch body.members[name] {
            case nil, .null, .array([]): continue
            default:
                throw .invalid(
                    "The application has '\(name)', by which a confidential client proves who it is. This provider "
                        + "serves public clients alone: take the member out, and register the redirect URIs under "
                        + "'publicClient' or 'spa'.")
            }
        }
    }
}

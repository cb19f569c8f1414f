import KeyfobIdPDirectory

extension GraphType {
    /// `application`
    static let application = GraphType(
        "application", reading: GraphReading(.readApplications),
        [
            GraphProperty.all(.string, .directory, "id publisherDomain"),
            GraphProperty.all(.string, .request, "appId"),
            GraphProperty.all(.time, .directory, "createdDateTime deletedDateTime"),
            GraphProperty.all(.string, .request, "displayName groupMembershipClaims signInAudience"),
            GraphProperty.all(
                .string, .request,
                """
                applicationTemplateId description disabledByMicrosoftStatus notes serviceManagementReference \
                tokenEncryptionKeyId samlMetadataUrl defaultRedirectUri uniqueName nativeAuthenticationApisEnabled
                """),
            GraphProperty.all(.bool, .request, "isFallbackPublicClient isDeviceOnlyAuthSupported isDisabled"),
            GraphProperty.all(.bool, .request, isShown: false, "oauth2RequirePostResponse"),
            GraphProperty.all(.strings, .request, "identifierUris tags"),
            GraphProperty.all(
                .object, .request,
                """
                api info optionalClaims parentalControlSettings publicClient requestSignatureVerification \
                servicePrincipalLockConfiguration spa web authenticationBehaviors
                """),
            GraphProperty.all(.object, .directory, "certification verifiedPublisher"),
            GraphProperty.all(
                .objects, .request, "addIns appRoles keyCredentials passwordCredentials requiredResourceAccess"),
        ],
        relationships: [
            "owners", "federatedIdentityCredentials", "extensionProperties", "createdOnBehalfOf",
            "tokenIssuancePolicies", "tokenLifetimePolicies", "appManagementPolicies",
        ], searchable: ["displayName"])

    /// `servicePrincipal`
    static let servicePrincipal = GraphType(
        "servicePrincipal", reading: GraphReading(.readApplications, own: .always),
        [
            GraphProperty.all(
                .string, .directory,
                """
                id appDisplayName appDescription appOwnerOrganizationId applicationTemplateId \
                disabledByMicrosoftStatus displayName servicePrincipalType signInAudience
                """),
            GraphProperty.all(.string, .request, "appId"),
            GraphProperty.all(.time, .directory, "createdDateTime deletedDateTime"),
            GraphProperty.all(.bool, .request, "accountEnabled appRoleAssignmentRequired"),
            GraphProperty.all(.bool, .directory, "isDisabled"),
            GraphProperty.all(
                .string, .stored,
                """
                description homepage loginUrl logoutUrl notes preferredSingleSignOnMode \
                preferredTokenSigningKeyThumbprint tokenEncryptionKeyId
                """),
            GraphProperty.all(.strings, .stored, "alternativeNames notificationEmailAddresses tags"),
            GraphProperty.all(.strings, .directory, "replyUrls servicePrincipalNames"),
            GraphProperty.all(.object, .stored, "info samlSingleSignOnSettings"),
            GraphProperty.all(.object, .directory, "verifiedPublisher"),
            GraphProperty.all(.objects, .stored, "addIns"),
            GraphProperty.all(
                .objects, .directory,
                "appRoles oauth2PermissionScopes resourceSpecificApplicationPermissions"),
            GraphProperty.all(.objects, .request, "keyCredentials passwordCredentials"),
        ],
        relationships: [
            "owners", "appRoleAssignedTo", "appRoleAssignments", "oauth2PermissionGrants", "memberOf",
            "transitiveMemberOf", "ownedObjects", "createdObjects", "delegatedPermissionClassifications",
            "claimsMappingPolicies", "homeRealmDiscoveryPolicies", "tokenIssuancePolicies", "tokenLifetimePolicies",
        ], searchable: ["displayName"])

    /// `federatedIdentityCredential`
    static let federatedIdentityCredential = GraphType(
        "federatedIdentityCredential", reading: GraphReading(.readApplications),
        [
            GraphProperty.all(.string, .directory, "id"),
            GraphProperty.all(.string, .request, "name issuer subject description"),
            GraphProperty.all(.strings, .request, "audiences"),
        ])

    /// `oAuth2PermissionGrant`
    static let permissionGrant = GraphType(
        "oAuth2PermissionGrant", reading: GraphReading(.readGrants),
        [
            GraphProperty.all(.string, .directory, "id"),
            GraphProperty.all(.string, .request, "clientId consentType principalId resourceId scope"),
        ])

    /// `appRoleAssignment`
    static let roleAssignment = GraphType(
        "appRoleAssignment", reading: GraphReading(.readGrants),
        [
            GraphProperty.all(.string, .directory, "id principalDisplayName principalType resourceDisplayName"),
            GraphProperty.all(.string, .request, "appRoleId principalId resourceId"),
            GraphProperty.all(.time, .directory, "createdDateTime deletedDateTime"),
        ])
}

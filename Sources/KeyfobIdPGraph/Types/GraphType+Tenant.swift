import KeyfobIdPDirectory

extension GraphType {
    /// `organization`
    static let organization = GraphType(
        "organization", reading: GraphReading(.readOrganization),
        [
            GraphProperty.all(
                .string, .directory,
                """
                id city country countryLetterCode displayName postalCode preferredLanguage state street tenantType \
                defaultUsageLocation
                """),
            GraphProperty.all(.time, .directory, "createdDateTime deletedDateTime onPremisesLastSyncDateTime"),
            GraphProperty.all(.bool, .directory, "onPremisesSyncEnabled"),
            GraphProperty.all(
                .strings, .directory,
                """
                businessPhones marketingNotificationEmails securityComplianceNotificationMails \
                securityComplianceNotificationPhones technicalNotificationMails
                """),
            GraphProperty.all(.object, .directory, "privacyProfile"),
            GraphProperty.all(.objects, .directory, "assignedPlans provisionedPlans verifiedDomains"),
        ])

    /// `domain`
    static let domain = GraphType(
        "domain", reading: GraphReading(.readDomains),
        [
            GraphProperty.all(.string, .directory, "id authenticationType availabilityStatus"),
            GraphProperty.all(
                .bool, .directory, "isAdminManaged isDefault isInitial isRoot isVerified"),
            GraphProperty.all(.strings, .directory, "supportedServices"),
            GraphProperty.all(.integer, .directory, "passwordNotificationWindowInDays passwordValidityPeriodInDays"),
            GraphProperty.all(.string, .directory, "manufacturer model"),
            GraphProperty.all(.object, .directory, "state"),
        ])

    /// `conditionalAccessPolicy`
    static let policy = GraphType(
        "conditionalAccessPolicy", reading: GraphReading(.readPolicies),
        [
            GraphProperty.all(.string, .directory, "id templateId"),
            GraphProperty.all(.string, .request, "displayName state"),
            GraphProperty.all(.time, .directory, "createdDateTime modifiedDateTime deletedDateTime"),
            GraphProperty.all(.object, .request, "conditions grantControls sessionControls"),
        ])

    /// `namedLocation`, with the properties of its two kinds.
    static let namedLocation = GraphType(
        "namedLocation", reading: GraphReading(.readPolicies),
        [
            GraphProperty.all(.string, .directory, "id"),
            GraphProperty.all(.string, .request, "displayName countryLookupMethod"),
            GraphProperty.all(.time, .directory, "createdDateTime modifiedDateTime deletedDateTime"),
            GraphProperty.all(.bool, .request, "isTrusted includeUnknownCountriesAndRegions"),
            GraphProperty.all(.objects, .request, "ipRanges"),
            GraphProperty.all(.strings, .request, "countriesAndRegions"),
        ])

    /// `signIn`
    static let signIn = GraphType(
        "signIn", reading: GraphReading(.readLogs),
        [
            GraphProperty.all(
                .string, .directory,
                """
                id userDisplayName userPrincipalName userId appId appDisplayName ipAddress clientAppUsed correlationId \
                conditionalAccessStatus riskDetail riskLevelAggregated riskLevelDuringSignIn riskState \
                resourceDisplayName resourceId
                """),
            GraphProperty.all(.time, .directory, "createdDateTime"),
            GraphProperty.all(.bool, .directory, "isInteractive"),
            GraphProperty.all(.strings, .directory, "riskEventTypes riskEventTypes_v2"),
            GraphProperty.all(.object, .directory, "status deviceDetail location"),
            GraphProperty.all(.objects, .directory, "appliedConditionalAccessPolicies"),
        ])

    /// `unifiedRoleDefinition`
    static let roleDefinition = GraphType(
        "unifiedRoleDefinition", reading: GraphReading(.readRoles),
        [
            GraphProperty.all(.string, .directory, "id description displayName templateId version"),
            GraphProperty.all(.bool, .directory, "isBuiltIn isEnabled"),
            GraphProperty.all(.strings, .directory, "resourceScopes"),
            GraphProperty.all(.objects, .directory, "rolePermissions"),
        ], relationships: ["inheritsPermissionsFrom"])

    /// `unifiedRoleAssignment`
    static let unifiedRoleAssignment = GraphType(
        "unifiedRoleAssignment", reading: GraphReading(.readRoles),
        [
            GraphProperty.all(.string, .directory, "id"),
            GraphProperty.all(
                .string, .request, "principalId roleDefinitionId directoryScopeId appScopeId condition"),
        ], relationships: ["principal", "roleDefinition", "directoryScope"])

    /// `authenticationMethod`, with the properties of its kinds.
    static let authenticationMethod = GraphType(
        "authenticationMethod", reading: GraphReading(.readMethods, own: .with(.readOwnMethods)),
        [
            GraphProperty.all(.string, .directory, "id")
        ])

    /// `authorizationPolicy`
    static let authorizationPolicy = GraphType(
        "authorizationPolicy", reading: GraphReading(.readPolicies),
        [
            GraphProperty.all(.string, .directory, "id description displayName guestUserRoleId"),
            GraphProperty.all(.string, .request, "allowInvitesFrom"),
            GraphProperty.all(.time, .directory, "deletedDateTime"),
            GraphProperty.all(
                .bool, .directory,
                """
                allowEmailVerifiedUsersToJoinOrganization allowUserConsentForRiskyApps blockMsolPowerShell \
                allowedToSignUpEmailBasedSubscriptions allowedToUseSSPR
                """),
            GraphProperty.all(.object, .request, "defaultUserRolePermissions"),
        ])
}

extension GraphType {
    /// `invitation`
    static let invitation = GraphType(
        "invitation", reading: GraphReading(.inviteGuests),
        [
            GraphProperty.all(.string, .directory, "id inviteRedeemUrl status"),
            GraphProperty.all(
                .string, .request,
                "invitedUserDisplayName invitedUserEmailAddress inviteRedirectUrl invitedUserType"),
            GraphProperty.all(.bool, .request, "sendInvitationMessage resetRedemption"),
            GraphProperty.all(.object, .request, "invitedUserMessageInfo invitedUser"),
        ], relationships: ["invitedUserSponsors"])
}

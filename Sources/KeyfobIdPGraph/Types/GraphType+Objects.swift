import KeyfobIdPDirectory

extension GraphType {
    /// `user`
    static let user = GraphType(
        "user",
        reading: GraphReading(
            .readUsers, own: .with(.readProfile),
            basic: GraphReading.Basic(
                right: .readBasicUsers,
                properties: ["id", "displayName", "givenName", "surname", "mail", "userPrincipalName"])),
        [
            GraphProperty.all(.string, .directory, "id"),
            GraphProperty.all(.string, .request, "displayName givenName mail surname userPrincipalName"),
            GraphProperty.all(.strings, .stored, "businessPhones"),
            GraphProperty.all(.string, .stored, "jobTitle mobilePhone officeLocation preferredLanguage"),
            GraphProperty.all(.bool, .request, isShown: false, "accountEnabled"),
            GraphProperty.all(.object, .request, isShown: false, "passwordProfile authorizationInfo"),
            GraphProperty.all(
                .string, .stored, isShown: false,
                """
                mailNickname department companyName employeeId employeeType city country state streetAddress postalCode \
                usageLocation faxNumber passwordPolicies onPremisesImmutableId ageGroup consentProvidedForMinor \
                preferredDataLocation legalAgeGroupClassification userType
                """),
            GraphProperty.all(.strings, .stored, isShown: false, "otherMails imAddresses"),
            GraphProperty.all(.object, .stored, isShown: false, "employeeOrgData onPremisesExtensionAttributes"),
            GraphProperty.all(.time, .stored, isShown: false, "employeeHireDate"),
            GraphProperty.all(.bool, .stored, isShown: false, "showInAddressList isResourceAccount"),
            GraphProperty.all(.strings, .directory, isShown: false, "proxyAddresses"),
            GraphProperty.all(
                .time, .directory, isShown: false,
                """
                createdDateTime deletedDateTime signInSessionsValidFromDateTime lastPasswordChangeDateTime \
                externalUserStateChangeDateTime onPremisesLastSyncDateTime
                """),
            GraphProperty.all(
                .string, .directory, isShown: false,
                """
                creationType externalUserState securityIdentifier onPremisesDistinguishedName onPremisesDomainName \
                onPremisesSamAccountName onPremisesSecurityIdentifier onPremisesUserPrincipalName
                """),
            GraphProperty.all(.bool, .directory, isShown: false, "onPremisesSyncEnabled isManagementRestricted"),
            GraphProperty.all(
                .objects, .directory, isShown: false,
                "identities assignedLicenses assignedPlans provisionedPlans onPremisesProvisioningErrors licenseAssignmentStates"
            ),
        ],
        relationships: [
            "memberOf", "transitiveMemberOf", "ownedObjects", "ownedDevices", "registeredDevices", "createdObjects",
            "appRoleAssignments", "oauth2PermissionGrants", "manager", "directReports", "licenseDetails",
        ], searchable: ["displayName", "mail", "userPrincipalName", "givenName", "surname", "mailNickname"])

    /// `group`
    static let group = GraphType(
        "group", reading: GraphReading(.readGroups),
        [
            GraphProperty.all(.string, .directory, "id"),
            GraphProperty.all(.time, .directory, "createdDateTime deletedDateTime expirationDateTime renewedDateTime"),
            GraphProperty.all(.string, .request, "displayName"),
            GraphProperty.all(
                .string, .stored,
                """
                classification description mailNickname membershipRule membershipRuleProcessingState \
                preferredDataLocation preferredLanguage theme visibility uniqueName
                """),
            GraphProperty.all(.bool, .stored, "isAssignableToRole mailEnabled securityEnabled"),
            GraphProperty.all(.strings, .stored, "groupTypes"),
            GraphProperty.all(
                .string, .directory,
                """
                mail securityIdentifier onPremisesDomainName onPremisesNetBiosName onPremisesSamAccountName \
                onPremisesSecurityIdentifier
                """),
            GraphProperty.all(.time, .directory, "onPremisesLastSyncDateTime"),
            GraphProperty.all(.bool, .directory, "onPremisesSyncEnabled"),
            GraphProperty.all(.strings, .directory, "proxyAddresses"),
            GraphProperty.all(.strings, .stored, "resourceBehaviorOptions resourceProvisioningOptions"),
            GraphProperty.all(.objects, .directory, "onPremisesProvisioningErrors serviceProvisioningErrors"),
            GraphProperty.all(.objects, .directory, isShown: false, "assignedLicenses assignedLabels"),
            GraphProperty.all(.bool, .directory, isShown: false, "hasMembersWithLicenseErrors isManagementRestricted"),
        ],
        relationships: [
            "members", "owners", "memberOf", "transitiveMembers", "transitiveMemberOf", "appRoleAssignments",
        ], searchable: ["displayName", "description", "mail", "mailNickname"])

    /// `device`
    static let device = GraphType(
        "device", reading: GraphReading(.readDevices),
        [
            GraphProperty.all(
                .string, .directory,
                """
                id deviceId deviceCategory deviceMetadata deviceOwnership enrollmentProfileName enrollmentType \
                managementType manufacturer mdmAppId model operatingSystem operatingSystemVersion profileType trustType
                """),
            GraphProperty.all(.string, .request, "displayName"),
            GraphProperty.all(.bool, .request, "accountEnabled isCompliant isManaged"),
            GraphProperty.all(.bool, .directory, "isRooted onPremisesSyncEnabled"),
            GraphProperty.all(.integer, .directory, "deviceVersion"),
            GraphProperty.all(
                .time, .directory,
                """
                deletedDateTime approximateLastSignInDateTime complianceExpirationDateTime createdDateTime \
                onPremisesLastSyncDateTime registrationDateTime
                """),
            GraphProperty.all(.strings, .directory, "physicalIds systemLabels"),
            GraphProperty.all(.objects, .directory, "alternativeSecurityIds"),
            GraphProperty.all(.object, .directory, "extensionAttributes"),
            GraphProperty.all(.string, .directory, isShown: false, "onPremisesSecurityIdentifier"),
            GraphProperty.all(.bool, .directory, isShown: false, "isManagementRestricted"),
        ],
        relationships: ["registeredOwners", "registeredUsers", "memberOf", "transitiveMemberOf"],
        searchable: ["displayName"])

    /// `directoryRole`
    static let directoryRole = GraphType(
        "directoryRole", reading: GraphReading(.readRoles),
        [
            GraphProperty.all(.string, .directory, "id description displayName"),
            GraphProperty.all(.string, .request, "roleTemplateId"),
            GraphProperty.all(.time, .directory, "deletedDateTime"),
        ], relationships: ["members"])

    /// `directoryRoleTemplate`
    static let directoryRoleTemplate = GraphType(
        "directoryRoleTemplate", reading: GraphReading(.readRoles),
        [
            GraphProperty.all(.string, .directory, "id description displayName"),
            GraphProperty.all(.time, .directory, "deletedDateTime"),
        ])

    /// `directoryObject`, the type of collections of several types: it has only what all of them have.
    static let directoryObject = GraphType(
        "directoryObject", reading: .ofEachObject,
        [
            GraphProperty.all(.string, .directory, "id displayName"),
            GraphProperty.all(.time, .directory, "deletedDateTime"),
        ], searchable: ["displayName"])
}

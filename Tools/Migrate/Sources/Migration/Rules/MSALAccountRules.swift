extension RuleFamilies {
    /// Users, accounts, and the user in a result.
    static let msalAccounts: [Rule] = [
        Rule(
            "msal.user", .msal, "a user, of MSAL 0.1", instead: "MSALAccount.", .names("MSALUser"),
            swift: "MSALAccount", objectiveC: "MSALAccount"),
        Rule(
            "msal.users", .msal, "the listing, look-up or removal of users, as in MSAL 0.1",
            instead: "allAccounts(), account(forIdentifier:) and remove(_:).",
            [
                .memberOf("MSALPublicClientApplication", "users"), .message("userForIdentifier"),
                .call("user", first: "forIdentifier"), .message("removeUser"),
                .memberOf("MSALPublicClientApplication", "accounts"),
            ], swift: "let accounts = try application.allAccounts()",
            objectiveC: "NSArray<MSALAccount *> *accounts = [application allAccounts:&error];"),
        Rule(
            "msal.account.homeAccountId", .msal, "the look-up of an account by its home account id",
            instead: "account(forIdentifier:), with MSALAccount.identifier.",
            [.call("account", first: "forHomeAccountId"), .message("accountForHomeAccountId")],
            swift: "let account = try application.account(forIdentifier: {homeAccountId})",
            objectiveC: "MSALAccount *account = [application accountForIdentifier:{homeAccountId} error:&error];"),
        Rule(
            "msal.accounts.filtered", .msal, "the listing of accounts for an authority, with a request to the server",
            instead: "accountsFromDevice(for:completionBlock:), or allAccounts() and a filter by environment.",
            [
                .call("allAccountsFiltered", first: "byAuthority"), .message("allAccountsFilteredByAuthority"),
                .call("allAccountsFilteredByAuthority", first: nil),
            ],
            swift: "application.accountsFromDevice(for: MSALAccountEnumerationParameters()) { accounts, error in }",
            objectiveC: """
                [application accountsFromDeviceForParameters:[MSALAccountEnumerationParameters new]
                                             completionBlock:^(NSArray<MSALAccount *> *accounts, NSError *error) {}];
                """),
        Rule(
            "msal.result.tenantProfile", .msal, "a result's user or tenant id",
            instead: "MSALResult.tenantProfile: identifier and tenantId; its account has the rest.",
            [
                .memberOf("MSALResult", "uniqueId"), .memberOf("MSALResult", "tenantId"),
                .memberOf("MSALResult", "user"),
            ], swift: "result.tenantProfile.identifier", objectiveC: "result.tenantProfile.identifier"),
        Rule(
            "msal.cache", .msal, "a cache that the app stores itself, as in MSAL 0.1",
            instead: "Nothing: the cache is in the keychain; its group is cacheConfig.keychainSharingGroup.",
            .names("MSALTokenCacheDelegate", "MSALWrapperTokenCache")),
        Rule(
            "msal.externalAccounts.remove", .msal, "the removal of another store's account, without wipeAccount",
            instead: "remove(_:wipeAccount:tenantProfiles:) of MSALExternalAccountProviding.",
            [.message("removeAccount", also: ["tenantProfiles"])]),
    ]
}

extension RuleFamilies {
    /// The token cache, and the settings for its place.
    static let adalCache: [Rule] = [
        Rule(
            "adal.keychainGroup", .adal, "the keychain group that the apps of a suite share",
            instead: """
                MSALPublicClientApplicationConfig.cacheConfig.keychainSharingGroup, with the same group, so that \
                ADAL's items are found.
                """,
            [
                .call("setDefaultKeychainGroup", first: nil), .message("setDefaultKeychainGroup"),
                .call("setSharedCacheKeychainGroup", first: nil), .message("setSharedCacheKeychainGroup"),
                .member("sharedCacheKeychainGroup"), .member("defaultKeychainSharingGroup"),
                .member("defaultKeychainGroup"), .message("defaultKeychainGroup"),
                .call("defaultKeychainGroup", first: nil), .message("setDefaultKeychainSharingGroup"),
            ],
            swift: "configuration.cacheConfig.keychainSharingGroup = <#group without its prefix#>",
            objectiveC: "configuration.cacheConfig.keychainSharingGroup = <#group without its prefix#>;"),
        Rule(
            "adal.cache.allItems", .adal, "a listing of the cache, for the signed-in users",
            instead: "application.allAccounts(): it lists accounts, including ADAL's, without tokens.",
            [.call("allItems", first: nil), .message("allItems")],
            swift: "let accounts = try application.allAccounts()",
            objectiveC: "NSArray<MSALAccount *> *accounts = [application allAccounts:&error];"),
        Rule(
            "adal.cache.remove", .adal, "a removal of tokens from the cache",
            instead: "application.remove(_:) for an account: it signs out of this app only.",
            [
                .call("removeAll", first: "forClientId"), .message("removeAllForClientId"),
                .call("removeAll", first: "forUserId"), .message("removeAllForUserId"),
                .message("removeItem", also: ["error"]),
            ], swift: "try application.remove(account)",
            objectiveC: "BOOL isRemoved = [application removeAccount:account error:&error];"),
        Rule(
            "adal.cache.wipe", .adal, "a deletion of all of a user's data, for every app of the suite",
            instead:
                "application.signout(with:signoutParameters:completionBlock:) with wipeAccount.",
            [.call("wipeAllItems", first: "forUserId"), .message("wipeAllItemsForUserId")],
            swift: """
                let parameters = MSALSignoutParameters(webviewParameters: webviewParameters)
                parameters.wipeAccount = true
                application.signout(with: account, signoutParameters: parameters) { success, error in }
                """,
            objectiveC: """
                MSALSignoutParameters *parameters =
                    [[MSALSignoutParameters alloc] initWithWebviewParameters:webviewParameters];
                parameters.wipeAccount = YES;
                [application signoutWithAccount:account
                              signoutParameters:parameters
                                completionBlock:^(BOOL success, NSError *error) {}];
                """),
        Rule(
            "adal.cache.delegate", .adal, "a cache that the app stores itself, through a delegate",
            instead:
                "cacheConfig.serializedADALCache with an MSALSerializedADALCacheProvider, until the cache has moved.",
            .adal("TokenCacheDelegate", "TokenCache"),
            swift: """
                configuration.cacheConfig.serializedADALCache = try MSALSerializedADALCacheProvider(delegate: <#delegate#>)
                """,
            objectiveC: """
                configuration.cacheConfig.serializedADALCache =
                    [[MSALSerializedADALCacheProvider alloc] initWithDelegate:<#delegate#> error:&error];
                """),
        Rule(
            "adal.cache", .adal, "the token cache in the keychain",
            instead: "Nothing: MSAL manages its cache; accounts are listed and removed through the application.",
            .adal("KeychainTokenCache", "TokenCacheItem", "TokenCacheDataSource", "TokenCacheKey")),
        Rule(
            "adal.settings", .adal, "ADAL's settings for the whole process",
            instead: """
                MSALPublicClientApplicationConfig for one application (tokenExpirationBuffer, cacheConfig) and \
                MSALGlobalConfig.httpConfig for time-outs.
                """,
            .adal("AuthenticationSettings"),
            swift: "MSALGlobalConfig.httpConfig.timeoutIntervalForRequest = 30",
            objectiveC: "MSALGlobalConfig.httpConfig.timeoutIntervalForRequest = 30;"),
    ]
}

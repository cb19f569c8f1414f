extension RuleFamilies {
    /// The token cache, and the settings that name its place.
    static let adalCache: [Rule] = [
        Rule(
            "adal.keychainGroup", .adal, "the keychain group that the apps of a suite share is named",
            instead: """
                MSALPublicClientApplicationConfig.cacheConfig.keychainSharingGroup, with the same group, so that what \
                ADAL kept is found.
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
            "adal.cache.allItems", .adal, "the cache is listed, to learn who is signed in",
            instead: "application.allAccounts(): it lists accounts, ADAL's among them, without tokens.",
            [.call("allItems", first: nil), .message("allItems")],
            swift: "let accounts = try application.allAccounts()",
            objectiveC: "NSArray<MSALAccount *> *accounts = [application allAccounts:&error];"),
        Rule(
            "adal.cache.remove", .adal, "tokens are removed from the cache",
            instead: "application.remove(_:) for an account: it signs out this app alone.",
            [
                .call("removeAll", first: "forClientId"), .message("removeAllForClientId"),
                .call("removeAll", first: "forUserId"), .message("removeAllForUserId"),
                .message("removeItem", also: ["error"]),
            ], swift: "try application.remove(account)",
            objectiveC: "[application removeAccount:account error:&error];"),
        Rule(
            "adal.cache.wipe", .adal, "everything of a user is deleted, for every app of the suite",
            instead:
                "application.signout(with:signoutParameters:completionBlock:) with wipeAccount: asked for by name.",
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
                """),
        Rule(
            "adal.cache.delegate", .adal, "the app keeps the cache itself, through a delegate",
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
            instead: "Nothing: MSAL keeps its own; accounts are listed and removed through the application.",
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

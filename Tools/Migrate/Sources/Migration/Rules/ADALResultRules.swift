extension RuleFamilies {
    /// The results of a call.
    static let adalResults: [Rule] = [
        Rule(
            "adal.result.status", .adal, "the status of a result",
            instead: "There is a result or an error: check the error, and its code for userCanceled.",
            .names("AD_SUCCEEDED", "AD_USER_CANCELLED", "AD_FAILED") + .adal("AuthenticationResultStatus"),
            swift: "guard let result, error == nil else { return }",
            objectiveC: "if (!error) { /* result is there */ }"),
        Rule(
            "adal.result.tokenCacheItem", .adal, "the cache item of a result",
            instead: "MSALResult itself: accessToken, expiresOn, scopes, account; it has no refresh token.",
            [.member("tokenCacheItem")], swift: "result.account", objectiveC: "result.account"),
        Rule(
            "adal.result.userInformation", .adal, "the claims of the user's id token",
            instead: "MSALResult.account: username, identifier and accountClaims.",
            [.member("userInformation"), .member("userIdDisplayable"), .member("userObjectId")]
                + .adal("UserInformation"),
            swift: "result.account.{found:user}", objectiveC: "result.account.{found:user}"),
        Rule(
            "adal.result.multiResource", .adal, "whether the refresh token is for several resources",
            instead: "Nothing: every refresh token of version 2 is.",
            .members("multiResourceRefreshToken", "isMultiResourceRefreshToken")),
        Rule(
            "adal.result.extendedLifeTime", .adal, "whether the token is past its expiry",
            instead: "MSALResult.extendedLifeTimeToken.",
            [
                .memberOf("ADAuthenticationResult", "extendedLifeTimeToken"),
                .memberOf("ADALAuthenticationResult", "extendedLifeTimeToken"),
            ], swift: "result.extendedLifeTimeToken", objectiveC: "result.extendedLifeTimeToken"),
        Rule(
            "adal.result", .adal, "the class of results", instead: "MSALResult, or an NSError.",
            .adal("AuthenticationResult"), swift: "MSALResult", objectiveC: "MSALResult"),
    ]
}

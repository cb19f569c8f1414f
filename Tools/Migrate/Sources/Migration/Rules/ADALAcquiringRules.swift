extension RuleFamilies {
    /// Requests for a token.
    static let adalAcquiring: [Rule] = [
        Rule(
            "adal.acquireSilent", .adal, "a silent request for a token",
            instead: """
                application.acquireTokenSilent(with:) for an account; the resource becomes the scope \
                RESOURCE/.default, which means all its registered permissions.
                """,
            [
                .call("acquireTokenSilent", first: "withResource"), .message("acquireTokenSilentWithResource"),
            ],
            swift: """
                {userId?}let account = try application.account(forUsername: {userId})  // once; afterwards forIdentifier:
                let parameters = MSALSilentTokenParameters(scopes: [{resource:scope}], account: account)
                {forceRefresh?}parameters.forceRefresh = {forceRefresh}
                {claims?}parameters.claimsRequest = MSALClaimsRequest(jsonString: {claims}, error: nil)
                application.acquireTokenSilent(with: parameters) { result, error in
                    // MSALErrorDomain with MSALError.interactionRequired: acquireToken(with:)
                }
                """,
            objectiveC: """
                {userId?}MSALAccount *account = [application accountForUsername:{userId} error:&error];
                MSALSilentTokenParameters *parameters =
                    [[MSALSilentTokenParameters alloc] initWithScopes:@[ {resource:scope} ] account:account];
                {forceRefresh?}parameters.forceRefresh = {forceRefresh};
                [application acquireTokenSilentWithParameters:parameters
                                              completionBlock:^(MSALResult *result, NSError *error) {
                }];
                """),
        Rule(
            "adal.acquireInteractive", .adal, "a request for a token that always shows a sign-in page",
            instead: "application.acquireToken(with:), which always shows a page.",
            [
                .call("acquireTokenInteractive", first: "withResource"),
                .message("acquireTokenInteractiveWithResource"),
            ], swift: interactiveInSwift, objectiveC: interactiveInObjectiveC),
        Rule(
            "adal.acquire", .adal, "a request for a token, silent first, with a sign-in page if that fails",
            instead: """
                Two calls: acquireTokenSilent(with:), and where it fails with MSALError.interactionRequired, \
                acquireToken(with:), which always shows a page. The resource becomes the scope RESOURCE/.default.
                """,
            [.call("acquireToken", first: "withResource"), .message("acquireTokenWithResource")],
            swift: """
                let scopes = [{resource:scope}]
                let webviewParameters = MSALWebviewParameters(authPresentationViewController: self)
                let silent = MSALSilentTokenParameters(scopes: scopes, account: account)
                application.acquireTokenSilent(with: silent) { result, error in
                    guard let error = error as NSError? else { return <#use(result)#> }
                    guard error.domain == MSALErrorDomain, error.code == MSALError.interactionRequired.rawValue else {
                        return <#report(error)#>
                    }
                    let interactive = MSALInteractiveTokenParameters(
                        scopes: scopes, webviewParameters: webviewParameters)
                {userId?}    interactive.loginHint = {userId}
                                    application.acquireToken(with: interactive) { result, error in }
                }
                """,
            objectiveC: """
                NSArray<NSString *> *scopes = @[ {resource:scope} ];
                MSALWebviewParameters *webviewParameters =
                    [[MSALWebviewParameters alloc] initWithAuthPresentationViewController:<#controller#>];
                MSALSilentTokenParameters *silent =
                    [[MSALSilentTokenParameters alloc] initWithScopes:scopes account:account];
                [application acquireTokenSilentWithParameters:silent
                                              completionBlock:^(MSALResult *result, NSError *error) {
                    if ([error.domain isEqualToString:MSALErrorDomain] && error.code == MSALErrorInteractionRequired) {
                        MSALInteractiveTokenParameters *interactive =
                            [[MSALInteractiveTokenParameters alloc] initWithScopes:scopes
                                                                 webviewParameters:webviewParameters];
                {userId?}        interactive.loginHint = {userId};
                        [application acquireTokenWithParameters:interactive
                                                completionBlock:^(MSALResult *result, NSError *error) {}];
                    }
                }];
                """,
            // These values never used the cache.
            except: Rule.Exception(
                argument: "promptBehavior", values: ["AD_PROMPT_ALWAYS", "AD_FORCE_PROMPT"],
                rule: "adal.acquireInteractive")),
        Rule(
            "adal.acquireWithRefreshToken", .adal, "a request with the app's own refresh token",
            instead: """
                Nothing: MSAL reads ADAL's cache, and does not take refresh tokens from an app. Look up the account with \
                account(forUsername:), and call acquireTokenSilent(with:).
                """,
            [.call("acquireToken", first: "withRefreshToken"), .message("acquireTokenWithRefreshToken")],
            swift: "let account = try application.account(forUsername: {userId=<#userId#>})",
            objectiveC: "MSALAccount *account = [application accountForUsername:{userId=<#userId#>} error:&error];"),
        Rule(
            "adal.acquireForAssertion", .adal, "a SAML assertion is exchanged for a token",
            instead: "Nothing in MSAL; Keyfob's module ADAL supports the grant, and so does a service of your own.",
            [
                .call("acquireToken", first: "forAssertion"), .message("acquireTokenForAssertion"),
                .name("AD_SAML1_1"), .name("AD_SAML2"), .name("ADAssertionType"), .name("ADALAssertionType"),
            ]),
        Rule(
            "adal.promptBehavior", .adal, "the prompt behavior of a sign-in",
            instead: """
                AD_PROMPT_AUTO is acquireTokenSilent(with:) and then acquireToken(with:); AD_PROMPT_ALWAYS and \
                AD_FORCE_PROMPT are acquireToken(with:) with promptType login; AD_PROMPT_REFRESH_SESSION has no \
                counterpart, since sessions are the server's.
                """,
            .names("AD_PROMPT_AUTO", "AD_PROMPT_ALWAYS", "AD_PROMPT_REFRESH_SESSION", "AD_FORCE_PROMPT")
                + .adal("PromptBehavior"),
            swift: "parameters.promptType = {found:prompt}", objectiveC: "parameters.promptType = {found:prompt};"),
        Rule(
            "adal.callback", .adal, "the type of ADAL's completion block",
            instead: "MSALCompletionBlock: a result or an error, never both.",
            .adal("AuthenticationCallback"), swift: "MSALCompletionBlock", objectiveC: "MSALCompletionBlock"),
    ]

    private static let interactiveInSwift: Sketch = """
        let parameters = MSALInteractiveTokenParameters(
            scopes: [{resource:scope}], webviewParameters: MSALWebviewParameters(authPresentationViewController: self))
        {userId?}parameters.loginHint = {userId}
        {promptBehavior?}parameters.promptType = {promptBehavior:prompt}  // was {promptBehavior}
        {claims?}parameters.claimsRequest = MSALClaimsRequest(jsonString: {claims}, error: nil)
        application.acquireToken(with: parameters) { result, error in }
        """

    private static let interactiveInObjectiveC: Sketch = """
        MSALWebviewParameters *webviewParameters =
            [[MSALWebviewParameters alloc] initWithAuthPresentationViewController:<#controller#>];
        MSALInteractiveTokenParameters *parameters =
            [[MSALInteractiveTokenParameters alloc] initWithScopes:@[ {resource:scope} ]
                                                 webviewParameters:webviewParameters];
        {userId?}parameters.loginHint = {userId};
        {promptBehavior?}parameters.promptType = {promptBehavior:prompt};  // was {promptBehavior}
        [application acquireTokenWithParameters:parameters
                                completionBlock:^(MSALResult *result, NSError *error) {}];
        """
}

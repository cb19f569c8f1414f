extension RuleFamilies {
    /// Requests for a token with all parameters as arguments: removed in MSAL 2.0.0.
    static let msalAcquiring: [Rule] = [
        Rule(
            "msal.acquire", .msal, "a request for a token with a page and all parameters as arguments",
            instead: "acquireToken(with:), which takes MSALInteractiveTokenParameters.",
            [.call("acquireToken", first: "forScopes"), .message("acquireTokenForScopes")],
            swift: """
                let parameters = MSALInteractiveTokenParameters(
                    scopes: {scopes}, webviewParameters: MSALWebviewParameters(authPresentationViewController: self))
                {account?}parameters.account = {account}
                {loginHint?}parameters.loginHint = {loginHint}
                {extraScopesToConsent?}parameters.extraScopesToConsent = {extraScopesToConsent}
                {promptType?}parameters.promptType = {promptType}
                {uiBehavior?}parameters.promptType = {uiBehavior:prompt}
                {user?}parameters.account = {user}
                {extraQueryParameters?}parameters.extraQueryParameters = {extraQueryParameters}
                {claimsRequest?}parameters.claimsRequest = {claimsRequest}
                {authority?}parameters.authority = {authority:authority}
                {correlationId?}parameters.correlationId = {correlationId}
                application.acquireToken(with: parameters) { result, error in }
                """,
            objectiveC: """
                MSALWebviewParameters *webviewParameters =
                    [[MSALWebviewParameters alloc] initWithAuthPresentationViewController:<#controller#>];
                MSALInteractiveTokenParameters *parameters =
                    [[MSALInteractiveTokenParameters alloc] initWithScopes:{scopes} webviewParameters:webviewParameters];
                {account?}parameters.account = {account};
                {loginHint?}parameters.loginHint = {loginHint};
                {extraScopesToConsent?}parameters.extraScopesToConsent = {extraScopesToConsent};
                {promptType?}parameters.promptType = {promptType};
                {uiBehavior?}parameters.promptType = {uiBehavior:prompt};
                {user?}parameters.account = {user};
                {extraQueryParameters?}parameters.extraQueryParameters = {extraQueryParameters};
                {claimsRequest?}parameters.claimsRequest = {claimsRequest};
                {authority?}parameters.authority = {authority:authority};
                {correlationId?}parameters.correlationId = {correlationId};
                [application acquireTokenWithParameters:parameters
                                        completionBlock:^(MSALResult *result, NSError *error) {}];
                """),
        Rule(
            "msal.acquireSilent", .msal, "a silent request for a token with all parameters as arguments",
            instead: "acquireTokenSilent(with:), which takes MSALSilentTokenParameters.",
            [.call("acquireTokenSilent", first: "forScopes"), .message("acquireTokenSilentForScopes")],
            swift: """
                let parameters = MSALSilentTokenParameters(scopes: {scopes}, account: {account=account})
                {authority?}parameters.authority = {authority:authority}
                {claimsRequest?}parameters.claimsRequest = {claimsRequest}
                {forceRefresh?}parameters.forceRefresh = {forceRefresh}
                {correlationId?}parameters.correlationId = {correlationId}
                application.acquireTokenSilent(with: parameters) { result, error in }
                """,
            objectiveC: """
                MSALSilentTokenParameters *parameters =
                    [[MSALSilentTokenParameters alloc] initWithScopes:{scopes} account:{account=account}];
                {authority?}parameters.authority = {authority:authority};
                {claimsRequest?}parameters.claimsRequest = {claimsRequest};
                {forceRefresh?}parameters.forceRefresh = {forceRefresh};
                {correlationId?}parameters.correlationId = {correlationId};
                [application acquireTokenSilentWithParameters:parameters
                                              completionBlock:^(MSALResult *result, NSError *error) {}];
                """),
        Rule(
            "msal.uiBehavior", .msal, "the prompt type under its older name",
            instead: "MSALPromptType: selectAccount, login, consent, promptIfNecessary.",
            .names(
                "MSALUIBehavior", "MSALUIBehaviorDefault", "MSALSelectAccount", "MSALForceLogin", "MSALForceConsent",
                "MSALPromptIfNecessary"),
            swift: "MSALPromptType{found:prompt}", objectiveC: "{found:prompt}"),
        Rule(
            "msal.tokenRequest", .msal, "a type without use in apps", instead: "Nothing: remove it.",
            .names("MSALTokenRequest")),
    ]
}

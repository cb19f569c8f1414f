extension RuleFamilies {
    private static let type = "MSALPublicClientApplication"

    /// Making the application, and what used to be set on it: gone in MSAL 2.0.0.
    static let msalClient: [Rule] = [
        Rule(
            "msal.application.create", .msal, "an application is made of its parts",
            instead: "MSALPublicClientApplication(configuration:), which takes an MSALPublicClientApplicationConfig.",
            [
                .creation(type, label: "authority"), .creation(type, label: "keychainGroup"),
                .creation(type, label: "redirectUri"), .message("initWithClientId", also: ["keychainGroup", "error"]),
                // Without an error it is the configuration's own initialiser.
                .message("initWithClientId", also: ["authority", "error"]),
            ],
            swift: """
                let configuration = MSALPublicClientApplicationConfig(
                    clientId: {clientId}, redirectUri: {redirectUri=nil}, authority: {authority=nil})
                {keychainGroup?}configuration.cacheConfig.keychainSharingGroup = {keychainGroup}
                let application = try MSALPublicClientApplication(configuration: configuration)
                """,
            objectiveC: """
                MSALPublicClientApplicationConfig *configuration =
                    [[MSALPublicClientApplicationConfig alloc] initWithClientId:{clientId} redirectUri:{redirectUri=nil}
                                                                      authority:{authority=nil}];
                {keychainGroup?}configuration.cacheConfig.keychainSharingGroup = {keychainGroup};
                MSALPublicClientApplication *application =
                    [[MSALPublicClientApplication alloc] initWithConfiguration:configuration error:&error];
                """),
        Rule(
            "msal.application.handleResponse", .msal, "a URL is handed over without who sent it",
            instead: "handleMSALResponse(_:sourceApplication:), since the sender tells a broker from an impostor.",
            [
                .call("handleMSALResponse", first: nil, without: "sourceApplication"),
                .message("handleMSALResponse", without: "sourceApplication"), .message("isMSALResponse"),
                .call("isMSALResponse", first: nil),
            ],
            swift: """
                MSALPublicClientApplication.handleMSALResponse(
                    url, sourceApplication: options[.sourceApplication] as? String)
                """,
            objectiveC: """
                [MSALPublicClientApplication handleMSALResponse:url
                                              sourceApplication:options[UIApplicationOpenURLOptionsSourceApplicationKey]];
                """),
        Rule(
            "msal.application.webview", .msal, "the web view is chosen for the whole application",
            instead: "MSALWebviewParameters, which each interactive request takes.",
            [
                .memberOf(type, "webviewType"), .memberOf(type, "customWebview"), .member("defaultWebviewType"),
                .memberOf("MSALInteractiveTokenParameters", "webviewType"),
                .memberOf("MSALInteractiveTokenParameters", "customWebview"),
                .memberOf("MSALInteractiveTokenParameters", "parentViewController"),
                .memberOf("MSALInteractiveTokenParameters", "presentationStyle"),
            ],
            swift: """
                let webviewParameters = MSALWebviewParameters(authPresentationViewController: <#controller#>)
                webviewParameters.webviewType = <#type#>
                """,
            objectiveC: """
                MSALWebviewParameters *webviewParameters =
                    [[MSALWebviewParameters alloc] initWithAuthPresentationViewController:<#controller#>];
                webviewParameters.webviewType = <#type#>;
                """),
        Rule(
            "msal.webviewParameters.create", .msal, "a web view's parameters are made of a parent controller",
            instead: "MSALWebviewParameters(authPresentationViewController:).",
            [
                .creation("MSALWebviewParameters", label: "parentViewController"),
                .message("initWithParentViewController"),
            ],
            swift: "MSALWebviewParameters(authPresentationViewController: {parentViewController})",
            objectiveC: "[[MSALWebviewParameters alloc] initWithAuthPresentationViewController:{parentViewController}]"),
        Rule(
            "msal.application.validateAuthority", .msal, "validation of the authority is switched off",
            instead: "MSALPublicClientApplicationConfig.knownAuthorities.",
            [.memberOf(type, "validateAuthority")], swift: "configuration.knownAuthorities = [authority]",
            objectiveC: "configuration.knownAuthorities = @[ authority ];"),
        Rule(
            "msal.application.settings", .msal, "a setting on the application itself",
            instead: """
                MSALPublicClientApplicationConfig, before the application is made: tokenExpirationBuffer, \
                extendedLifetimeEnabled, clientApplicationCapabilities, sliceConfig, cacheConfig.
                """,
            [
                .memberOf(type, "expirationBuffer"), .memberOf(type, "extendedLifetimeEnabled"),
                .memberOf(type, "clientCapabilities"), .memberOf(type, "sliceParameters"),
                .memberOf(type, "keychainGroup"), .memberOf(type, "component"), .memberOf(type, "clientId"),
                .memberOf(type, "authority"), .memberOf(type, "redirectUri"),
            ], swift: "application.configuration", objectiveC: "application.configuration"),
        Rule(
            "msal.application.brokerAvailability", .msal, "the broker is switched on or off for an application",
            instead: "MSALGlobalConfig.brokerAvailability, before the first application is made.",
            [.memberOf(type, "brokerAvailability")], swift: "MSALGlobalConfig.brokerAvailability = .none",
            objectiveC: "MSALGlobalConfig.brokerAvailability = MSALBrokeredAvailabilityNone;"),
        Rule(
            "msal.authority.factory", .msal, "a factory of authorities",
            instead: "MSALAuthority(url:), or MSALAADAuthority, MSALB2CAuthority or MSALCIAMAuthority by name.",
            .names("MSALAuthorityFactory"), swift: "try MSALAuthority(url: <#url#>)",
            objectiveC: "[MSALAuthority authorityWithURL:<#url#> error:&error]"),
    ]
}

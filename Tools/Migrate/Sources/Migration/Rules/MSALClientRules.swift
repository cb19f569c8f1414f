extension RuleFamilies {
    private static let type = "MSALPublicClientApplication"

    /// The creation of the application, and its former settings: removed in MSAL 2.0.0.
    static let msalClient: [Rule] = [
        Rule(
            "msal.application.create", .msal, "the creation of an application from separate arguments",
            instead: "MSALPublicClientApplication(configuration:), which takes an MSALPublicClientApplicationConfig.",
            [
                .creation(type, label: "authority"), .creation(type, label: "keychainGroup"),
                .creation(type, label: "redirectUri"), .message("initWithClientId", also: ["keychainGroup", "error"]),
                // Without an error it is the configuration's initialiser.
                .message("initWithClientId", also: ["authority", "error"]),
            ],
            swift: """
                let configuration = MSALPublicClientApplicationConfig(
                    clientId: {clientId}, redirectUri: {redirectUri=nil}, authority: {authority:authority=nil})
                {keychainGroup?}configuration.cacheConfig.keychainSharingGroup = {keychainGroup}
                let application = try MSALPublicClientApplication(configuration: configuration)
                """,
            objectiveC: """
                MSALPublicClientApplicationConfig *configuration =
                    [[MSALPublicClientApplicationConfig alloc] initWithClientId:{clientId} redirectUri:{redirectUri=nil}
                                                                      authority:{authority:authority=nil}];
                {keychainGroup?}configuration.cacheConfig.keychainSharingGroup = {keychainGroup};
                MSALPublicClientApplication *application =
                    [[MSALPublicClientApplication alloc] initWithConfiguration:configuration error:&error];
                """),
        Rule(
            "msal.application.handleResponse", .msal, "the forwarding of a URL without its sender",
            instead: "handleMSALResponse(_:sourceApplication:), since the sender identifies the broker.",
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
            "msal.application.webview", .msal, "the web view of the whole application",
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
            "msal.webviewParameters.create", .msal, "the creation of web view parameters from a parent controller",
            instead: "MSALWebviewParameters(authPresentationViewController:).",
            [
                .creation("MSALWebviewParameters", label: "parentViewController"),
                .message("initWithParentViewController"),
            ],
            swift: "MSALWebviewParameters(authPresentationViewController: {parentViewController})",
            objectiveC: "[[MSALWebviewParameters alloc] initWithAuthPresentationViewController:{parentViewController}]"),
        Rule(
            "msal.application.validateAuthority", .msal, "the authority validation setting",
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
            "msal.application.brokerAvailability", .msal, "the use of a broker by an application",
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

extension RuleFamilies {
    /// The import of ADAL, and the authentication context.
    static let adalContext: [Rule] = [
        Rule(
            "adal.import", .adal, "the import of ADAL",
            instead: "Import MSAL; or keep the code unchanged with Keyfob's module ADAL during the move.",
            [.imported("ADAL")], swift: "import MSAL", objectiveC: "#import <MSAL/MSAL.h>"),
        Rule(
            "adal.context.create", .adal, "the creation of an authentication context, one for each authority",
            instead: """
                One MSALPublicClientApplication for the whole app: it takes the client id, and the authority becomes a \
                default that each request may override.
                """,
            [
                .creation("ADAuthenticationContext", label: "authority"),
                .creation("ADALAuthenticationContext", label: "authority"),
                .message("authenticationContextWithAuthority"),
                .message("initWithAuthority", also: ["validateAuthority"]),
                .message("initWithAuthority", also: ["error"]),
            ],
            swift: """
                let authority = try MSALAuthority(url: URL(string: {authority})!)
                let configuration = MSALPublicClientApplicationConfig(
                    clientId: <#clientId#>, redirectUri: <#nil for msauth.BUNDLE-ID://auth#>, authority: authority)
                {sharedGroup?}configuration.cacheConfig.keychainSharingGroup = {sharedGroup}
                let application = try MSALPublicClientApplication(configuration: configuration)
                """,
            objectiveC: """
                MSALAuthority *authority = [MSALAuthority authorityWithURL:[NSURL URLWithString:{authority}] error:&error];
                MSALPublicClientApplicationConfig *configuration =
                    [[MSALPublicClientApplicationConfig alloc] initWithClientId:<#clientId#> redirectUri:nil
                                                                      authority:authority];
                {sharedGroup?}configuration.cacheConfig.keychainSharingGroup = {sharedGroup};
                MSALPublicClientApplication *application =
                    [[MSALPublicClientApplication alloc] initWithConfiguration:configuration error:&error];
                """),
        Rule(
            "adal.context.handleResponse", .adal, "the forwarding of a broker's URL to ADAL",
            instead:
                "MSALPublicClientApplication.handleMSALResponse(_:sourceApplication:), in each delegate that receives URLs.",
            [
                .call("handleADALResponse", first: nil), .message("handleADALResponse"),
                .call("handleBrokerResponse", first: nil), .message("handleBrokerResponse"),
                .call("isResponse", first: "fromBroker"), .message("isResponseFromBroker"),
            ],
            swift: """
                MSALPublicClientApplication.handleMSALResponse(
                    <#url#>, sourceApplication: {sourceApplication=<#sourceApplication#>})
                """,
            objectiveC: """
                [MSALPublicClientApplication handleMSALResponse:<#url#>
                                              sourceApplication:{sourceApplication=<#sourceApplication#>}];
                """),
        Rule(
            "adal.context.credentialsType", .adal, "the use of a broker by a context",
            instead: """
                Nothing for AD_CREDENTIALS_AUTO: MSAL uses the broker by default. For AD_CREDENTIALS_EMBEDDED set \
                MSALGlobalConfig.brokerAvailability to none.
                """,
            [
                .member("credentialsType"), .name("AD_CREDENTIALS_AUTO"), .name("AD_CREDENTIALS_EMBEDDED"),
                .name("ADCredentialsType"), .name("ADALCredentialsType"), .message("setCredentialsType"),
            ],
            swift: "MSALGlobalConfig.brokerAvailability = .none  // only where AD_CREDENTIALS_EMBEDDED was meant",
            objectiveC: "MSALGlobalConfig.brokerAvailability = MSALBrokeredAvailabilityNone;"),
        Rule(
            "adal.context.validateAuthority", .adal, "the authority validation setting",
            instead: "MSALPublicClientApplicationConfig.knownAuthorities with the authorities that need no validation.",
            [
                .memberOf("ADAuthenticationContext", "validateAuthority"),
                .memberOf("ADALAuthenticationContext", "validateAuthority"),
            ],
            swift: "configuration.knownAuthorities = [authority]",
            objectiveC: "configuration.knownAuthorities = @[ authority ];"),
        Rule(
            "adal.context.webView", .adal, "the app's own web view, or the controller to show it on",
            instead: "MSALWebviewParameters, which each interactive request takes.",
            [
                .memberOf("ADAuthenticationContext", "webView"), .memberOf("ADALAuthenticationContext", "webView"),
                .memberOf("ADAuthenticationContext", "parentController"),
                .memberOf("ADALAuthenticationContext", "parentController"),
            ],
            swift: """
                let webviewParameters = MSALWebviewParameters(authPresentationViewController: <#controller#>)
                webviewParameters.customWebview = <#webView#>
                """,
            objectiveC: """
                MSALWebviewParameters *webviewParameters =
                    [[MSALWebviewParameters alloc] initWithAuthPresentationViewController:<#controller#>];
                webviewParameters.customWebview = <#webView#>;
                """),
        Rule(
            "adal.context.extendedLifetime", .adal,
            "the use of an access token past its expiry while the server is down",
            instead: "MSALPublicClientApplicationConfig.extendedLifetimeEnabled.",
            [
                .memberOf("ADAuthenticationContext", "extendedLifetimeEnabled"),
                .memberOf("ADALAuthenticationContext", "extendedLifetimeEnabled"),
            ],
            swift: "configuration.extendedLifetimeEnabled = true",
            objectiveC: "configuration.extendedLifetimeEnabled = YES;"),
        Rule(
            "adal.context.clientCapabilities", .adal, "the capabilities of the app (xms_cc)",
            instead: "MSALPublicClientApplicationConfig.clientApplicationCapabilities.",
            [
                .memberOf("ADAuthenticationContext", "clientCapabilities"),
                .memberOf("ADALAuthenticationContext", "clientCapabilities"),
            ],
            swift: "configuration.clientApplicationCapabilities = [\"CP1\"]",
            objectiveC: "configuration.clientApplicationCapabilities = @[ @\"CP1\" ];"),
        Rule(
            "adal.context.correlationId", .adal, "a correlation id for the requests of a context",
            instead: "correlationId of each request's parameters.",
            [
                .memberOf("ADAuthenticationContext", "correlationId"),
                .memberOf("ADALAuthenticationContext", "correlationId"),
            ], swift: "parameters.correlationId = <#UUID#>", objectiveC: "parameters.correlationId = <#NSUUID#>;"),
        Rule(
            "adal.context", .adal, "the class of authentication contexts",
            instead: "MSALPublicClientApplication: one object for all authorities.",
            .adal("AuthenticationContext"), swift: "MSALPublicClientApplication",
            objectiveC: "MSALPublicClientApplication"),
        Rule(
            "adal.userIdentifier", .adal, "a user's identifier and its kind",
            instead: """
                MSALAccount, which application.account(forIdentifier:) finds by MSAL's identifier, and \
                account(forUsername:) once by ADAL's user id; loginHint where the user is not certain.
                """,
            .adal("UserIdentifier", "UserIdentifierType")
                + .names("OptionalDisplayableId", "RequiredDisplayableId"),
            swift: "let account = try application.account(forUsername: <#userId#>)",
            objectiveC: "MSALAccount *account = [application accountForUsername:<#userId#> error:&error];"),
        Rule(
            "adal.parameters", .adal, "the authority and resource of a resource's challenge",
            instead: "Name the authority and the scopes in the app; a claims challenge goes into MSALClaimsRequest.",
            .adal("AuthenticationParameters"),
            swift: "parameters.claimsRequest = MSALClaimsRequest(jsonString: <#claims#>, error: nil)",
            objectiveC: """
                parameters.claimsRequest = [[MSALClaimsRequest alloc] initWithJsonString:<#claims#> error:&error];
                """),
    ]
}

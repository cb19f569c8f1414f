import MSAL

/// An app after the migration guide.
func signIn(_ identifier: String) throws {
    let application = try MSALPublicClientApplication(
        configuration: MSALPublicClientApplicationConfig(clientId: "aaaaaaaa-0000-4000-8000-000000000001"))
    guard let account = try? application.account(forIdentifier: identifier) else { return }
    let parameters = MSALSilentTokenParameters(scopes: ["https://graph.microsoft.com/.default"], account: account)
    application.acquireTokenSilent(with: parameters) { result, error in
        guard let error = error as NSError? else { return print(result?.accessToken ?? "") }
        if error.domain == MSALErrorDomain, error.code == MSALError.interactionRequired.rawValue {
            print(result?.tenantProfile.identifier ?? "", MSALGlobalConfig.loggerConfig.logLevel)
        }
    }
}

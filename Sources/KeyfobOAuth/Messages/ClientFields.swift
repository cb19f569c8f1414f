/// The names with which clients of the Microsoft identity platform describe themselves, as header fields or parameters.
package enum ClientFields {
    /// The SDK: `MSAL.iOS`.
    package static let sku = "x-client-SKU"
    /// The SDK's version.
    package static let version = "x-client-Ver"
    /// The operating system.
    package static let system = "x-client-OS"
    /// The processor.
    package static let processor = "x-client-CPU"
    /// The device's model.
    package static let model = "x-client-DM"
    /// The app.
    package static let app = "x-app-name"
    /// The app's version.
    package static let appVersion = "x-app-ver"
    /// The account, for routing to its servers.
    package static let mailbox = "X-AnchorMailbox"
    /// Whether responses repeat the request's id.
    package static let returnsRequestID = "return-client-request-id"
    /// Whether the page is shown inside an app.
    package static let isEmbedded = "haschrome"
    /// The two halves of the home account id of the expected user.
    package static let (userHalf, tenantHalf) = ("login_req", "domain_req")
}

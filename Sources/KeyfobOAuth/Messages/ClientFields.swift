/// The names by which clients of the Microsoft identity platform say what they are, as header fields or as parameters.
package enum ClientFields {
    /// Which SDK: `MSAL.iOS`.
    package static let sku = "x-client-SKU"
    /// The SDK's version.
    package static let version = "x-client-Ver"
    /// The system.
    package static let system = "x-client-OS"
    /// The processor.
    package static let processor = "x-client-CPU"
    /// The device's model.
    package static let model = "x-client-DM"
    /// The app.
    package static let app = "x-app-name"
    /// The app's version.
    package static let appVersion = "x-app-ver"
    /// By what the service finds the account's own servers.
    package static let mailbox = "X-AnchorMailbox"
    /// Whether answers are to repeat the request's id.
    package static let returnsRequestID = "return-client-request-id"
    /// Whether the page is shown inside an app.
    package static let isEmbedded = "haschrome"
    /// The two halves of the home account id, of whoever is meant.
    package static let (userHalf, tenantHalf) = ("login_req", "domain_req")
}

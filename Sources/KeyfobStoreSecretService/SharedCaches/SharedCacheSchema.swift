/// The format of a library's cache in the keyring, as stored by `libsecret`: schema, attributes, form.
package struct SharedCacheSchema: Sendable, Hashable {
    /// The form of the JSON document.
    package enum Form: Sendable, Hashable {
        /// Plain JSON.
        case json
        /// Base64 of the JSON in UTF-8.
        case base64
    }

    /// The schema's name, the attribute `xdg:schema` of every item.
    package var name: String
    /// The other attributes.
    package var attributes: [String: String]
    /// The name of the item that is shown to the user.
    package var label: String
    /// The form of a new item; an existing item keeps its form.
    package var form: Form
    /// Whether a search includes the schema's name; false for schemas with `libsecret`'s flag `DONT_MATCH_NAME`.
    package var matchesName: Bool

    /// Makes a schema.
    package init(
        name: String, attributes: [String: String] = [:], label: String, form: Form, matchesName: Bool = true
    ) {
        self.name = name
        self.attributes = attributes
        self.label = label
        self.form = form
        self.matchesName = matchesName
    }

    /// Azure CLI's token cache.
    package static let azureCLI = SharedCacheSchema(
        name: "Microsoft Azure CLI", attributes: ["type": "Token cache"], label: "Microsoft Azure CLI", form: .json)

    /// azure-identity for Python: `msal.cache.nocae`, or `msal.cache.cae` for tokens with continuous access evaluation.
    package static func azureIdentityPython(continuousAccess: Bool) -> SharedCacheSchema {
        SharedCacheSchema(
            name: continuousAccess ? "msal.cache.cae" : "msal.cache.nocae",
            attributes: ["MsalClientID": "Microsoft.Developer.IdentityService"], label: "MSALCache", form: .json)
    }

    /// MSAL.NET's cache helper: Azure.Identity for .NET and Git Credential Manager.
    package static let msalNet = SharedCacheSchema(
        name: "msal.cache",
        attributes: [
            "MsalClientID": "Microsoft.Developer.IdentityService", "Microsoft.Developer.IdentityService": "1.0.0.0",
        ], label: "MSALCache", form: .base64, matchesName: false)

    /// AzureAuth, including its spelling of the product group.
    package static let azureAuth = SharedCacheSchema(
        name: "com.microsoft.identity.tokencache",
        attributes: ["Version": "1", "ProductGroup": "Microsoft Develoepr Tools"], label: "MSAL token cache",
        form: .base64, matchesName: false)

    /// msal-node-extensions, through keytar: a service and an account.
    package static func msalNode(service: String, account: String) -> SharedCacheSchema {
        SharedCacheSchema(
            name: "org.freedesktop.Secret.Generic", attributes: ["service": service, "account": account],
            label: "\(service)/\(account)", form: .json)
    }

    /// msal-extensions for Python; the app names the schema, or it is the SHA-256 of the signal file's path.
    package static func msalExtensions(
        schema: String, attributes: [String: String] = [:], label: String = "msal-extensions"
    ) -> SharedCacheSchema {
        SharedCacheSchema(name: schema, attributes: attributes, label: label, form: .json)
    }
}

/// How a library of the MSAL family keeps its cache in the keyring by `libsecret`: schema, attributes, form.
public struct SharedCacheSchema: Sendable, Hashable {
    /// In which form the JSON document is kept.
    public enum Form: Sendable, Hashable {
        /// As it is.
        case json
        /// As base64 of its UTF-8 bytes.
        case base64
    }

    /// The schema's name, the attribute `xdg:schema` of every item.
    public var name: String
    /// The other attributes.
    public var attributes: [String: String]
    /// The item's name for people.
    public var label: String
    /// The form in which a new item is written; one that is there keeps its own.
    public var form: Form
    /// Whether the schema's name counts when the item is looked for: `libsecret`'s flag `DONT_MATCH_NAME` says no.
    public var matchesName: Bool

    /// Names a schema.
    public init(
        name: String, attributes: [String: String] = [:], label: String, form: Form, matchesName: Bool = true
    ) {
        self.name = name
        self.attributes = attributes
        self.label = label
        self.form = form
        self.matchesName = matchesName
    }

    /// Azure CLI's token cache.
    public static let azureCLI = SharedCacheSchema(
        name: "Microsoft Azure CLI", attributes: ["type": "Token cache"], label: "Microsoft Azure CLI", form: .json)

    /// azure-identity for Python: `msal.cache.nocae`, or `msal.cache.cae` for tokens with continuous access evaluation.
    public static func azureIdentityPython(continuousAccess: Bool) -> SharedCacheSchema {
        SharedCacheSchema(
            name: continuousAccess ? "msal.cache.cae" : "msal.cache.nocae",
            attributes: ["MsalClientID": "Microsoft.Developer.IdentityService"], label: "MSALCache", form: .json)
    }

    /// MSAL.NET's cache helper: Azure.Identity for .NET and Git Credential Manager.
    public static let msalNet = SharedCacheSchema(
        name: "msal.cache",
        attributes: [
            "MsalClientID": "Microsoft.Developer.IdentityService", "Microsoft.Developer.IdentityService": "1.0.0.0",
        ], label: "MSALCache", form: .base64, matchesName: false)

    /// AzureAuth; the spelling of the product group is its own.
    public static let azureAuth = SharedCacheSchema(
        name: "com.microsoft.identity.tokencache",
        attributes: ["Version": "1", "ProductGroup": "Microsoft Develoepr Tools"], label: "MSAL token cache",
        form: .base64, matchesName: false)

    /// msal-node-extensions, by keytar: a service and an account.
    public static func msalNode(service: String, account: String) -> SharedCacheSchema {
        SharedCacheSchema(
            name: "org.freedesktop.Secret.Generic", attributes: ["service": service, "account": account],
            label: "\(service)/\(account)", form: .json)
    }

    /// msal-extensions for Python, whose schema an app names, or else the SHA-256 of its signal file's path.
    public static func msalExtensions(
        schema: String, attributes: [String: String] = [:], label: String = "msal-extensions"
    ) -> SharedCacheSchema {
        SharedCacheSchema(name: schema, attributes: attributes, label: label, form: .json)
    }
}

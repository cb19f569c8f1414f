import KeyfobCore

/// Settings that the core does not have.
enum OpenSettings {
    /// - Throws: `AuthError` with code `configuration` if one of them is set: it would silently do nothing.
    static func check(_ settings: MSALPublicClientApplicationConfig) throws(AuthError) {
        if settings.multipleCloudsSupported {
            throw .configuration("multipleCloudsSupported is not supported yet.", remedy: "Leave it false.")
        }
        if settings.sliceConfig?.parameters.isEmpty == false {
            throw .configuration("sliceConfig is not supported yet.", remedy: "Leave it nil.")
        }
        if !settings.nestedAuthBrokerClientId.isEmpty {
            throw .configuration(
                "Nested app authentication is not supported yet.", remedy: "Leave nestedAuthBrokerClientId empty.")
        }
    }
}

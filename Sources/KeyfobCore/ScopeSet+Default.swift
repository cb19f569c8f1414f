extension ScopeSet {
    /// Returns the scope for all permissions that the app's registration lists for a resource, as a version 1
    /// `resource` does: the resource's identifier with `/.default` appended.
    ///
    /// A resource whose identifier ends with a slash gets two slashes, because the provider takes the text before the
    /// last slash for the identifier, which becomes the token's audience.
    ///
    /// - Parameter resource: the identifier as registered: `https://graph.microsoft.com`, `api://files`, an app id.
    public static func everyPermission(of resource: String) -> ScopeSet { ["\(resource)/.default"] }
}

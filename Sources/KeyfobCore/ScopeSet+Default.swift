extension ScopeSet {
    /// The one scope that stands for every permission which the app's registration lists for a resource, as a version 1
    /// `resource` does: the resource's identifier with `/.default` appended.
    ///
    /// It is appended and nothing else: a resource whose identifier ends with a slash gets two, because the provider
    /// takes what stands before the last slash for the identifier, and puts that into the token as its audience.
    ///
    /// - Parameter resource: the identifier as registered: `https://graph.microsoft.com`, `api://files`, an app id.
    public static func everyPermission(of resource: String) -> ScopeSet { ["\(resource)/.default"] }
}

import KeyfobCore

extension RequestContext {
    /// Scheme, host and port of the address that requests certificates, under the name that the request used; nil if
    /// the provider has none.
    var certificateOrigin: String? {
        guard let port = configuration.certificatePort, let url = HTTPURL(origin) else { return nil }
        return "\(url.scheme)://\(url.host):\(port)"
    }
}

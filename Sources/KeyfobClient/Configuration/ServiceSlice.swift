package import KeyfobOAuth

/// A part of the identity service that requests are sent to, for tests of the service's operators.
public struct ServiceSlice: Sendable, Hashable {
    /// `slice`
    public var slice: String?
    /// `dc`: the data centre.
    public var dataCenter: String?

    /// Makes a value.
    public init(slice: String? = nil, dataCenter: String? = nil) {
        self.slice = slice
        self.dataCenter = dataCenter
    }

    /// The parameters that are added to every request.
    package var parameters: FormParameters {
        var out = FormParameters()
        out.set("slice", ifPresent: slice)
        out.set("dc", ifPresent: dataCenter)
        return out
    }
}

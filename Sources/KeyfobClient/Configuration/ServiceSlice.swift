public import KeyfobOAuth

/// A part of the identity service that requests are sent to on purpose, for tests of the service's operators.
public struct ServiceSlice: Sendable, Hashable {
    /// `slice`
    public var slice: String?
    /// `dc`: the data centre.
    public var dataCenter: String?

    /// Names a part.
    public init(slice: String? = nil, dataCenter: String? = nil) {
        self.slice = slice
        self.dataCenter = dataCenter
    }

    /// The parameters that every request gets.
    public var parameters: FormParameters {
        var out = FormParameters()
        out.set("slice", ifPresent: slice)
        out.set("dc", ifPresent: dataCenter)
        return out
    }
}

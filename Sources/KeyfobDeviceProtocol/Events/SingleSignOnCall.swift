/// A request to the single sign-on extension, as its owner gets it: with the caller, from the device.
public struct SingleSignOnCall: Sendable, Hashable {
    /// The call's number, which the response repeats.
    public var id: Int64
    /// The caller. Unlike a URL's, this origin is always reported.
    public var caller: AppOrigin
    /// The request.
    public var request: SingleSignOnRequest

    /// Makes a call.
    public init(id: Int64, caller: AppOrigin, request: SingleSignOnRequest) {
        self.id = id
        self.caller = caller
        self.request = request
    }
}

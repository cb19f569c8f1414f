/// A request to the single sign-on extension, as its owner gets it: with who asks, from the device.
public struct SingleSignOnCall: Sendable, Hashable {
    /// The call's number, which the answer names.
    public var id: Int64
    /// Who asks. Unlike a URL's, this origin is always told.
    public var caller: AppOrigin
    /// What is asked.
    public var request: SingleSignOnRequest

    /// Makes a call.
    public init(id: Int64, caller: AppOrigin, request: SingleSignOnRequest) {
        self.id = id
        self.caller = caller
        self.request = request
    }
}

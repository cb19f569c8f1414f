/// The ways in which the broker can be asked to register its device.
public enum RegistrationMoment: String, Sendable, Hashable, CaseIterable {
    /// As soon as a work or school account signs in.
    case atSignIn = "at_sign_in"
    /// Only when a policy asks for a registered device.
    case whenRequired = "when_required"
}

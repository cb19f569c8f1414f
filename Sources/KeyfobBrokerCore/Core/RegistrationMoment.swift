/// The moments at which the broker can register its device.
package enum RegistrationMoment: String, Sendable, Hashable, CaseIterable {
    /// As soon as a work or school account signs in.
    case atSignIn = "at_sign_in"
    /// Only when a policy requires a registered device.
    case whenRequired = "when_required"
}

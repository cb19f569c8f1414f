/// The cause of an error that says that an issuer's keys could not be had: it says nothing of the token endpoint, which may
/// have answered already and have used up what it was given.
package struct IssuerKeysUnavailable: Error {}

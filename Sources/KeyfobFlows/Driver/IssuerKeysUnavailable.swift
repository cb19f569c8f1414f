/// The cause of an error of fetching an issuer's keys. The token endpoint may already have responded and used up the
/// grant.
package struct IssuerKeysUnavailable: Error {}

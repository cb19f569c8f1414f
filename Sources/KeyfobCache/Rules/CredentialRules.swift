/// The rules of the credential cache, as pure functions over entities: the tokens for a request, the entities of a
/// response, the accounts of an app, and the removal of accounts.
package enum CredentialRules {}

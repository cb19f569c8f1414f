@import ADAL; // -> adal.import
#include <string>

static std::string text = R"x(
[ADAuthenticationContext authenticationContextWithAuthority:nil error:nil] " )" )x";
static char quote = '"';
static const char *more = "AD_FAILED \\"; int x = AD_FAILED; // -> adal.result.status

void go(ADAuthenticationContext *context) { // -> adal.context
    [context acquireTokenForAssertion:@"PHNhbWw+" assertionType:AD_SAML2 resource:@"r" clientId:@"c" userId:@"u" completionBlock:nil]; // -> adal.acquireForAssertion adal.acquireForAssertion
    [[[ADAuthenticationContext alloc] initWithAuthority:@"https://adfs.contoso.test/adfs" validateAuthority:NO sharedGroup:@"g" error:nil] acquireTokenInteractiveWithResource:@"r" clientId:@"c" redirectUri:nil promptBehavior:AD_FORCE_PROMPT userIdentifier:[ADUserIdentifier identifierWithId:@"u"] extraQueryParameters:nil claims:nil completionBlock:nil]; // -> adal.context.create adal.acquireInteractive adal.promptBehavior adal.userIdentifier
}

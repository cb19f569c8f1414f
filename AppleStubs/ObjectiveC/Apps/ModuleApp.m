// An app that imports the modules, and not the umbrella headers. It is compiled, never run.
@import Foundation;
@import MSAL;
@import ADAL;

BOOL needsUser(NSError *error) {
    if ([error.domain isEqualToString:MSALErrorDomain]) return error.code == MSALErrorInteractionRequired;
    return [error.domain isEqualToString:ADAuthenticationErrorDomain]
        && error.code == AD_ERROR_SERVER_USER_INPUT_NEEDED;
}

MSALPromptType prompt(void) { return MSALPromptTypeDefault; }

ADAuthenticationCallback callback(MSALCompletionBlock finish) {
    return ^(ADAuthenticationResult *result) { finish(nil, result.error); };
}

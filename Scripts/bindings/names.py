"""What no binding has: names that Apple's headers give by hand."""

# Names that headers give by hand, with the page of Apple's documentation that has them.
RENAMED = {
    "sharedApplication": ("shared", "UIApplication/shared"),
    "canOpenURL:": ("canOpenURL(_:)", "UIApplication/canOpenURL(_:)"),
    "callbackWithCustomScheme:": ("customScheme(_:)", "ASWebAuthenticationSession/Callback"),
    "callbackWithHTTPSHost:path:": ("https(host:path:)", "ASWebAuthenticationSession/Callback"),
    "authorizationProviderWithIdentityProviderURL:": (
        "init(identityProvider:)", "ASAuthorizationSingleSignOnProvider/init(identityProvider:)"),
    "authorizationController:didCompleteWithAuthorization:": (
        "authorizationController(controller:didCompleteWithAuthorization:)", "ASAuthorizationControllerDelegate"),
    "authorizationController:didCompleteWithError:": (
        "authorizationController(controller:didCompleteWithError:)", "ASAuthorizationControllerDelegate"),
    "presentViewControllerAsSheet:": ("presentAsSheet(_:)", "NSViewController/presentAsSheet(_:)"),
}
# Where a binding differs from the headers by its own choice.
NOT_NIL = {"sharedApplication"}


# Nested types of Swift with another name in Objective-C.
NESTED = {"UIBarButtonItem.SystemItem": "UIBarButtonSystemItem", "NSWindow.BackingStoreType": "NSBackingStoreType"}
# What UIKit has in Swift only (without the parameters that have defaults), or in a protocol that the stubs leave out;
# with the first iOS, from Apple's documentation.
SWIFT_ONLY = {
    "UIAction.init(title:handler:)": ("init (String, UIActionHandler)", "13.0"),
    "UIAction.performWithSender(_:target:)": ("func (Any?, Any?)", "16.0"),
    "UIBarButtonItem.init(systemItem:primaryAction:)": ("init (UIBarButtonItem.SystemItem, UIAction?)", "14.0"),
}


def objective_c(path):
    return NESTED.get(path, path.replace(".", ""))

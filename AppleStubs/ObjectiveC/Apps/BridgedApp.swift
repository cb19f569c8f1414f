// A Swift app that sees both the Swift modules and the C targets, as one with a bridging header does: each name is there
// once. It is compiled, never run.
import ADAL
import ADALObjC
import Foundation
import MSAL
import MSALObjC

func isKnown(_ domain: String, _ information: [String: Any]) -> Bool {
    // Their types are not stated: the constants of C have another type than Swift's over the stubs.
    let newDomain = MSALErrorDomain
    let oldDomain = ADAuthenticationErrorDomain
    return [newDomain, oldDomain].contains(domain) && information[MSALOAuthErrorKey] == nil
}

@MainActor
func signIn(_ application: MSALPublicClientApplication, over controller: MSALViewController) {
    let finish: MSALCompletionBlock = { result, _ in
        print(result?.accessToken ?? MSALParameterStringForHttpMethod(.GET))
    }
    let settings = MSALWebviewParameters(authPresentationViewController: controller)
    let parameters = MSALInteractiveTokenParameters(scopes: ["user.read"], webviewParameters: settings)
    parameters.promptType = .default
    application.acquireToken(with: parameters, completionBlock: finish)
}

func needsToken(_ number: UInt32) -> Bool {
    let status = HTTP_UNAUTHORIZED
    return number == status.rawValue
}

let succeeded = ADErrorCode.ERROR_SUCCEEDED

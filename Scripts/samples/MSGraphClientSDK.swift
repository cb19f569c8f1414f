// What a sample uses of Microsoft's Graph library for Objective-C.
public import Foundation

open class MSAuthenticationProviderOptions: NSObject {}

public protocol MSAuthenticationProvider: NSObjectProtocol {
    func getAccessToken(
        for authProviderOptions: MSAuthenticationProviderOptions!,
        andCompletion completion: ((String?, (any Error)?) -> Void)!)
}

/// Gets a result or an error, never both.
public typealias MSALCompletionBlock = (_ result: MSALResult?, _ error: (any Error)?) -> Void

/// Gets accounts or an error, never both.
public typealias MSALAccountsCompletionBlock = (_ accounts: [MSALAccount]?, _ error: (any Error)?) -> Void

/// Gets the current account and the previous one, or an error.
public typealias MSALCurrentAccountCompletionBlock = (
    _ account: MSALAccount?, _ previousAccount: MSALAccount?, _ error: (any Error)?
) -> Void

/// Gets whether the account was signed out, or an error.
public typealias MSALSignoutCompletionBlock = (_ success: Bool, _ error: (any Error)?) -> Void

/// Gets information about the device or an error, never both.
public typealias MSALDeviceInformationCompletionBlock = (
    _ deviceInformation: MSALDeviceInformation?, _ error: (any Error)?
) -> Void

/// Gets the device's registration or an error, never both.
public typealias MSALWPJMetaDataCompletionBlock = (
    _ metaData: MSALWPJMetaData?, _ error: (any Error)?
) -> Void

/// Gets a token for the device or an error, never both.
public typealias MSALDeviceTokenResultCompletionBlock = (
    _ result: MSALDeviceTokenResult?, _ error: (any Error)?
) -> Void

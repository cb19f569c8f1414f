// The types that an app's code uses: those of the core and the client's modules. A module that an app imports by name
// (such as `KeyfobOAuth`, for its own transport) is not included.
@_exported public import KeyfobBrokerClient
@_exported public import KeyfobClient
@_exported public import KeyfobCore
@_exported public import KeyfobSetup

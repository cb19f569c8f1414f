// The types that an app's code uses: those of the core and the client. A module that an app imports by name (such as
// `KeyfobOAuth`, for its own transport) is not included.
@_exported public import KeyfobClient
@_exported public import KeyfobCore

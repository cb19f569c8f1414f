// What an app's code names: the vocabulary and the client. A module that is imported by its own name (`KeyfobOAuth`,
// for an app that brings its own transport) is not among it.
@_exported public import KeyfobClient
@_exported public import KeyfobCore

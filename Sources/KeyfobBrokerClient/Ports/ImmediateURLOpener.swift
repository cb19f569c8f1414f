/// A URL opener that can check at once whether a URL can be opened, as `UIApplication` does on the main thread, for
/// synchronous interfaces.
package protocol ImmediateURLOpener: URLOpener {
    /// Whether an app is installed for a URL's scheme.
    func canOpenAtOnce(_ url: String) -> Bool
}

/// An opener of URLs that knows at once whether one can be opened, as `UIApplication` does on the main thread: for interfaces
/// that cannot wait.
public protocol ImmediateURLOpener: URLOpener {
    /// Whether some app answers to a URL's scheme.
    func canOpenAtOnce(_ url: String) -> Bool
}

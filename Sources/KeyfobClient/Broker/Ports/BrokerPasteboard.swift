/// The port to named pasteboards (`UIPasteboard(name:create:)`), over which a broker that is yet to be installed finds the
/// request that it was wanted for.
public protocol BrokerPasteboard: Sendable {
    /// Puts a URL on a pasteboard, in the place of what is on it.
    func put(_ url: String, on name: String) async
}

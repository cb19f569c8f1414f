#if Server
/// A server that accepts connections until it is stopped.
public struct RunningServer: Sendable {
    let listeners: [Listener]

    /// The port that it listens on.
    public var port: Int { listeners.first?.port ?? 0 }

    /// Stops: accepts nothing more, lets requests that are being answered finish, closes the other connections.
    public func stop() async {
        await withDiscardingTaskGroup { group in
            for listener in listeners { group.addTask { await listener.stop() } }
        }
    }
}
#endif

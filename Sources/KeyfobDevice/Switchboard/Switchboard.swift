#if os(Linux)
import Foundation
import KeyfobBackport
package import KeyfobDeviceProtocol
package import KeyfobSocket

/// A device: its apps, and the rules of its operating system for them.
///
/// The kernel identifies an app, by a connection's user id, which only that app's processes have. See `docs/device.md`
/// for each rule, and for the differences from a phone.
package final class Switchboard: Sendable {
    private let state: Mutex<DeviceState>
    private let loop: SocketLoop
    private let options: DeviceOptions
    private let folders: DeviceFolders
    private let listeners = Mutex<[UnixListener]>([])
    private let lastSession = Mutex(0)
    private let ending: SwitchboardEnd
    private let refused: @Sendable (DeviceLogEntry) -> Void

    /// Creates a device, or opens one that was created in the folder before; no process can connect before
    /// ``listen()``.
    ///
    /// - Parameters:
    ///   - options: its folder and rules.
    ///   - launcher: starts the apps.
    ///   - loop: serves the connections; stopped by ``stop()``.
    ///   - timer: ends waits for apps that do not respond.
    ///   - refused: called with each request and connection that was not served; it must not call back.
    /// - Throws: ``KeyfobDeviceProtocol/DeviceError`` with code `refused` if the options' isolation is not possible, or
    ///   `failed` if the folder cannot be used.
    package init(
        options: DeviceOptions, launcher: any AppLauncher, loop: SocketLoop, timer: DeviceTimer = .system,
        refused: @escaping @Sendable (DeviceLogEntry) -> Void = { _ in }
    ) throws(DeviceError) {
        self.refused = refused
        let ending = SwitchboardEnd()
        let callbacks = DeviceState.Callbacks(
            ended: { bundleID, number, outcome in
                ending.board?.change { $0.ended(bundleID, launchNumber: number, outcome: outcome) }
            },
            now: timer.now, later: { seconds, body in timer.after(seconds) { ending.board?.change(body) } },
            // Later: the state is locked now, and its response has to be sent first.
            shutDown: { DispatchQueue.global().async { ending.board?.stop() } },
            allEnded: { DispatchQueue.global().async { ending.board?.close() } })
        let state = try DeviceState(options: options, launcher: launcher, callbacks: callbacks)
        folders = state.folders
        self.state = Mutex(state)
        self.options = options
        self.loop = loop
        self.ending = ending
        ending.set(self)
    }

    /// Lets apps connect at `run/device.sock` of the folder, and the device's owner at `run/admin.sock`.
    ///
    /// - Throws: ``KeyfobDeviceProtocol/DeviceError`` with code `busy` if another switchboard listens there.
    package func listen() throws(DeviceError) {
        do throws(SocketError) {
            // Every local user can connect to the apps' socket; the user id decides which connections are served.
            let apps = try UnixListener(path: folders.deviceSocket, mode: 0o666, loop: loop) { [weak self] in
                self?.admit($0)
            }
            let owner = try UnixListener(path: folders.adminSocket, mode: 0o600, loop: loop) { [weak self] in
                self?.admitOwner($0)
            }
            listeners.withLock { $0 = [apps, owner] }
        } catch {
            throw DeviceError(.busy, error.message, remedy: "End the other switchboard, or choose another folder.")
        }
    }

    /// The path at which apps connect.
    package var devicePath: String { folders.deviceSocket }

    /// Connects as an app, for code of this process, which counts as the app from then on; the app counts as launched,
    /// if it was not.
    ///
    /// - Returns: a descriptor for `DeviceConnection`.
    /// - Throws: ``KeyfobDeviceProtocol/DeviceError`` with code `notFound` if there is no such app.
    package func connect(as bundleID: String) throws(DeviceError) -> Int32 {
        let (own, other) = try Self.pair()
        do throws(DeviceError) {
            try state.withLock { state throws(DeviceError) in
                let app = try state.installed(bundleID)
                guard state.running[bundleID] == nil else { return }
                let number = state.nextNumber()
                let callbacks = state.callbacks
                let process = ResidentApp { callbacks.ended(bundleID, number, "ended") }
                state.begin(RunningApp(app: app, launchNumber: number, process: process))
            }
        } catch {
            UnixSocket.close(own)
            UnixSocket.close(other)
            throw error
        }
        serve(own, as: bundleID)
        return other
    }

    /// Connects as the device's owner, for code of this process.
    ///
    /// - Returns: a descriptor for `AdminConnection`.
    package func administer() throws(DeviceError) -> Int32 {
        let (own, other) = try Self.pair()
        serve(own, as: nil)
        return other
    }

    /// Ends every app, with all that it has started, and then every connection; returns before that is done.
    package func stop() {
        ending.begin(self)
        for listener in listeners.withLock({ $0 }) { listener.close() }
        change { $0.stop() }
    }

    private func close() {
        loop.stop()
        change { $0.registry.giveUp() }
        ending.finish()
    }

    /// Returns when the device has stopped.
    package func untilStopped() async { await ending.wait() }

    private static func pair() throws(DeviceError) -> (Int32, Int32) {
        do throws(SocketError) { return try UnixSocket.pair() } catch { throw DeviceError(.failed, error.message) }
    }

    private func change(_ body: (inout DeviceState) -> Void) { state.withLock { body(&$0) } }

    /// Identifies the app of a connection. Nothing that it sends is read before.
    private func admit(_ descriptor: Int32) {
        let found: Result<String, DeviceError> = state.withLock { state in
            do throws(DeviceError) {
                return .success(try state.caller(descriptor))
            } catch {
                state.trace.add(.refused, outcome: error.message)
                return .failure(error)
            }
        }
        switch found {
        case .success(let bundleID): serve(descriptor, as: bundleID)
        case .failure(let error):
            refused(DeviceLogEntry(bundleID: nil, connection: nil, request: nil, error: error))
            UnixSocket.close(descriptor)
        }
    }

    private func admitOwner(_ descriptor: Int32) {
        guard let peer = try? PeerCredentials(of: descriptor), peer.userID == geteuid() else {
            change { $0.trace.add(.refused, outcome: "admin.sock: not the device's owner") }
            return UnixSocket.close(descriptor)
        }
        serve(descriptor, as: nil)
    }

    private func serve(_ descriptor: Int32, as bundleID: String?) {
        let id = lastSession.withLock { last in
            last &+= 1
            return last
        }
        let place = SocketPlace()
        let session = AppSession(
            id: id, bundleID: bundleID, waiting: { place.socket?.waiting ?? 0 },
            transmit: { frame in
                // A peer that does not read what is sent to it is disconnected.
                do throws(SocketError) { try place.socket?.send(frame) } catch { place.socket?.close() }
            }, end: { place.socket?.close() }, refused: refused)
        let socket = FramedSocket(
            descriptor: descriptor, loop: loop,
            received: { [weak self] frame in self?.receive(frame, from: session) },
            tooLarge: { [weak self] length in self?.refuse(length, from: session) },
            ended: { [weak self] _ in
                self?.change { $0.disconnected(session) }
                place.clear()
            })
        place.set(socket)
        change { $0.connected(session) }
        socket.start()
    }

    private func receive(_ frame: [UInt8], from session: AppSession) {
        guard session.bundleID == nil else { return change { $0.receive(frame, from: session) } }
        var number: Int64 = 0
        do throws(DeviceError) {
            let packet = try DevicePacket(parsing: frame)
            number = try packet.requestNumber
            let (request, asked) = (try AdminRequest(packet), number)
            change { $0.perform(request) { session.answer(asked, $0) } }
        } catch {
            session.answer(number, .failure(error))
        }
    }

    /// A frame that is too large is discarded, and its sender gets an error; the frames after it are read.
    private func refuse(_ length: Int, from session: AppSession) {
        let fault = DeviceError(
            .refused, "A message of \(length) bytes was not read: the device takes \(FrameLimit.bytes) at once.",
            remedy: "Send less at once.")
        change { if let app = session.bundleID { $0.trace.add(.malformed, app: app, outcome: fault.message) } }
        session.responseUnreadable(fault)
    }
}
#endif

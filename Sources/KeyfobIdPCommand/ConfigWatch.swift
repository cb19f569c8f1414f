#if Server
import Dispatch
import Foundation
import KeyfobCore
import KeyfobCrypto
import KeyfobIdP
import KeyfobIdPFiles
import KeyfobIdPModel
import KeyfobYAML

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The files of `serve --config`: applied at the start, and again whenever they change or on SIGHUP.
///
/// The files are examined twice a second, which finds every way in which editors and tools replace them, on every file
/// system. A change counts once the files were the same for one interval, so that no half-written file is read.
struct ConfigWatch: Sendable {
    /// What is compared of a file: a replaced one has another inode, a changed one another time or size.
    private struct Signature: Hashable {
        let name: String
        let inode: UInt64
        let size: Int64
        let seconds: Int64
        let nanoseconds: Int64
    }

    private static let interval = Duration.milliseconds(500)

    let path: String
    let prunes: Bool
    let store: any IdPStore
    let clock: any WallClock
    let passwordCost: ScryptParameters
    /// Tells the administrator what was changed, or why nothing was.
    private let tell: @Sendable (String) -> Void

    init(
        path: String, prunes: Bool, store: any IdPStore, clock: any WallClock, _ passwordCost: ScryptParameters,
        tell: @escaping @Sendable (String) -> Void
    ) {
        self.tell = tell
        self.path = path
        self.prunes = prunes
        self.store = store
        self.clock = clock
        self.passwordCost = passwordCost
    }

    /// Applies the files before the provider serves requests.
    ///
    /// - Returns: the plan, for the administrator.
    /// - Throws: ``AuthError`` that names the file and the line; the store is as it was.
    func applyAtStart() async throws -> String {
        do { return Self.text(try await apply()) } catch let error as FileError {
            throw AuthError.configuration(
                error.description, remedy: "Correct the file, and start the provider again. Nothing was changed.")
        }
    }

    private func apply() async throws -> DirectoryPlan {
        let files = try SourceFiles.read([path])
        let offset = try await store.transaction { try $0.clockOffset() }
        let setting = ApplySetting(
            random: SystemRandomSource(), now: clock.unixSeconds &+ offset, passwordCost: passwordCost,
            platform: SeedData.platform)
        return try await DirectoryFiles.apply(files, ApplyOptions(prunes: prunes), to: store, setting)
    }

    private static func text(_ plan: DirectoryPlan) -> String {
        guard !plan.isEmpty || !plan.notes.isEmpty else { return "" }
        return plan.text.split(separator: "\n").map { "keyfob-idp: --config: \($0)\n" }.joined()
    }

    /// Begins to watch the files.
    ///
    /// - Returns: the task that watches; it ends when it is cancelled.
    func start() -> Task<Void, Never> {
        // The signal would end the process otherwise.
        signal(SIGHUP, SIG_IGN)
        let (signals, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let source = DispatchSource.makeSignalSource(signal: SIGHUP, queue: .global())
        source.setEventHandler { continuation.yield() }
        source.resume()
        let first = signature()
        return Task {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await self.poll(from: first) }
                group.addTask { for await _ in signals { await self.reload() } }
                await group.next()
                group.cancelAll()
            }
            source.cancel()
        }
    }

    private func poll(from first: [Signature]) async {
        var applied = first
        var seen = first
        while (try? await Task.sleep(for: Self.interval)) != nil {
            let present = signature()
            if present != applied, present == seen {
                await reload()
                applied = present
            }
            seen = present
        }
    }

    /// Applies the files again. A file that cannot be applied changes nothing, and the provider keeps serving.
    private func reload() async {
        do {
            tell(Self.text(try await apply()))
        } catch {
            tell("keyfob-idp: --config: \(error)\nkeyfob-idp: --config: Nothing was changed.\n")
        }
    }

    private func signature() -> [Signature] {
        let names = (try? SourceFiles.names(path)) ?? []
        return names.map { name in
            var status = stat()
            guard stat(name, &status) == 0 else {
                return Signature(name: name, inode: 0, size: 0, seconds: 0, nanoseconds: 0)
            }
            #if canImport(Glibc)
            let time = status.st_mtim
            #else
            let time = status.st_mtimespec
            #endif
            return Signature(
                name: name, inode: UInt64(status.st_ino), size: Int64(status.st_size), seconds: Int64(time.tv_sec),
                nanoseconds: Int64(time.tv_nsec))
        }
    }
}
#endif

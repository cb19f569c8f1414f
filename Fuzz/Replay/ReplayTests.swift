import Foundation
import Testing

/// Each fuzz target reads its inputs in `Fuzz/corpus` once more, compiled as the package is: an input that once failed
/// fails again, and ends the process. `make fuzz` looks for new ones.
@Suite("Inputs of the fuzz targets")
struct ReplayTests {
    private typealias Target = @Sendable (UnsafePointer<UInt8>?, Int) -> CInt

    private static let targets: [String: Target] = [
        "ADALArchive": fuzzADALArchive,
        "Assertions": fuzzAssertions,
        "BrokerMessages": fuzzBrokerMessages,
        "CacheJSON": fuzzCacheJSON,
        "CachedTokens": fuzzCachedTokens,
        "DamagedDatabase": fuzzDamagedDatabase,
        "DeviceCertificates": fuzzDeviceCertificates,
        "DeviceFilters": fuzzDeviceFilters,
        "DeviceMessages": fuzzDeviceMessages,
        "DirectoryReading": fuzzDirectoryReading,
        "EncryptedMessages": fuzzEncryptedMessages,
        "FileReading": fuzzFileReading,
        "GraphBatches": fuzzGraphBatches,
        "GraphFilters": fuzzGraphFilters,
        "HTTPAuthority": fuzzHTTPAuthority,
        "KeychainValues": fuzzKeychainValues,
        "KeyringValues": fuzzKeyringValues,
        "LockFile": fuzzLockFile,
        "PlainFiles": fuzzPlainFiles,
        "Policies": fuzzPolicies,
        "PortalForms": fuzzPortalForms,
        "PropertyLists": fuzzPropertyLists,
        "RequestHeaders": fuzzRequestHeaders,
        "Requests": fuzzRequests,
        "SAMLLogout": fuzzSAMLLogout,
        "SAMLMessages": fuzzSAMLMessages,
        "SealedRows": fuzzSealedRows,
        "SharedCache": fuzzSharedCache,
        "SwitchboardMessages": fuzzSwitchboardMessages,
        "TokenResponses": fuzzTokenResponses,
        "UserCodes": fuzzUserCodes,
        "WebExits": fuzzWebExits,
        "WindowRequests": fuzzWindowRequests,
    ]

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().path

    @Test("Every input is read as its target requires", arguments: targets.keys.sorted())
    func corpus(name: String) async throws {
        let target = try #require(Self.targets[name])
        let place = "\(Self.folder)/corpus/\(name)"
        let inputs = try FileManager.default.contentsOfDirectory(atPath: place).sorted()
            .map { try Data(contentsOf: URL(fileURLWithPath: "\(place)/\($0)")) }
        #expect(!inputs.isEmpty)
        // Some targets block their thread, which must be none of the task executor's.
        let results = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let results = ([Data()] + inputs).map { input in
                    input.withUnsafeBytes { target($0.bindMemory(to: UInt8.self).baseAddress, $0.count) }
                }
                continuation.resume(returning: results)
            }
        }
        #expect(results.allSatisfy { $0 == 0 })
    }

    @Test("No target is left out")
    func complete() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
        let names = files.filter { $0.hasSuffix(".swift") }.map { String($0.dropLast(6)) }
        #expect(Set(names) == Set(Self.targets.keys))
    }
}

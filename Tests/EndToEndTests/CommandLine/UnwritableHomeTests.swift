#if os(Linux)
import Foundation
import Glibc
import KeyfobTesting
import Testing

@Suite("A home that cannot be written", .timeLimit(.minutes(3)))
struct UnwritableHomeTests {
    @Test("a signed-in user gets the unexpired token, and doctor names the true reason")
    func readOnly() async throws {
        try await SignInScene.play { scene in
            #expect(try await scene.logIn().status == 0)
            let token = try await scene.tool.run(["token"] + scene.app)
            #expect(token.status == 0)
            for command in [["token"] + scene.app, ["accounts"], ["explain"]] {
                let usual = try await scene.tool.run(command)
                let here = try await Self.mounted(scene.tool, "ro", command)
                #expect(here.status == usual.status, "\(command): \(here.errors)")
                // The remaining lifetime of the token is printed in seconds.
                if command != ["explain"] { #expect(here.output == usual.output) }
            }
            let doctor = try await Self.mounted(scene.tool, "ro", ["doctor"])
            #expect(doctor.status == 1, "\(doctor.output)")
            #expect(doctor.output.contains("within reach") && !doctor.output.contains("OUT OF REACH"))
            #expect(doctor.output.contains("Read-only file system"), "\(doctor.output)")
            let refused = try await Self.mounted(scene.tool, "ro", ["token", "--force-refresh"] + scene.app)
            #expect(refused.status == 1 && refused.errors.contains("Read-only file system"), "\(refused.errors)")
            #expect(try await scene.tool.run(["token", "--force-refresh"] + scene.app).status == 0)
        }
    }

    @Test("on a full disk too; no refresh token is redeemed then, and a sign-in is refused before it begins")
    func full() async throws {
        try await SignInScene.play { scene in
            #expect(try await scene.logIn().status == 0)
            let token = try await scene.tool.run(["token"] + scene.app)
            for kind in ["full", "packed"] {
                let here = try await Self.mounted(scene.tool, kind, ["token"] + scene.app)
                #expect(here.status == 0 && here.output == token.output, "\(kind): \(here.errors)")
            }
            let doctor = try await Self.mounted(scene.tool, "full", ["doctor"])
            #expect(doctor.status == 1 && doctor.output.contains("no room left"), "\(doctor.output)")
            let cacheFile = ["--cache-file", "\(scene.tool.home)/cache.json"]
            let login = ["login", "--print-url"] + scene.app
            for command in [["token", "--force-refresh"] + scene.app, login, login + cacheFile] {
                let refused = try await Self.mounted(scene.tool, "full", command)
                #expect(refused.status == 1 && refused.output.isEmpty, "\(command): \(refused.output)")
                #expect(refused.errors.contains("Make room on the disk"), "\(command): \(refused.errors)")
            }
            #expect(try await scene.tool.run(["token", "--force-refresh"] + scene.app).status == 0)
        }
    }

    /// Runs the tool where its home, without a folder for locks, is mounted read-only (`ro`), or is on a separate disk
    /// that is full (`full`), in the end also of files (`packed`): there the folder cannot be made either.
    private static func mounted(
        _ tool: Tool, _ kind: String, _ arguments: [String]
    ) async throws -> ChildProcess.Outcome {
        let script = #"""
            home=$1; kind=$2; shift 2
            # The first refresh makes it, and there may have been none yet.
            rm -rf "$home/locks"
            if [ "$kind" = ro ]; then
                mount --bind "$home" "$home" && mount -o remount,ro,bind "$home" || exit 99
            else
                mkdir "$home.disk" && mount -t tmpfs -o size=2m,nr_inodes=200,mode=0700 tmpfs "$home.disk" || exit 99
                cp -a "$home/." "$home.disk/" && rm -f "$home.disk"/stores/*/*-shm || exit 99
                [ "$kind" = packed ] || mkdir -m 0700 "$home.disk/locks" || exit 99
                mount --bind "$home.disk" "$home" || exit 99
                dd if=/dev/zero of="$home/rest" bs=1024 2>/dev/null
                if [ "$kind" = packed ]; then
                    # Nor is there room for a name.
                    number=0
                    while (: > "$home/rest-$number") 2>/dev/null; do number=$((number + 1)); done
                fi
            fi
            exec "$@"
            """#
        let outcome = try await ChildProcess.run(
            "/usr/bin/unshare",
            [
                geteuid() == 0 ? "-m" : "-rm", "sh", "-c", script, "sh", tool.home, kind,
                BuildProducts.executable("keyfob"),
            ] + arguments, environment: tool.environment)
        try? FileManager.default.removeItem(atPath: tool.home + ".disk")
        return outcome
    }
}
#endif

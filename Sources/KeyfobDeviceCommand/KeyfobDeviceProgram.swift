@main
struct KeyfobDeviceProgram {
    static func main() {
        print("keyfob-device")
    }
}

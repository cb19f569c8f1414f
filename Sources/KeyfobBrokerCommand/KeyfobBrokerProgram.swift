@main
struct KeyfobBrokerProgram {
    static func main() {
        print("keyfob-broker")
    }
}

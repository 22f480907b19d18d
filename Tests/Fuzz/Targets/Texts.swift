import BrightnessEventLoop
import BrightnessModel
import BrightnessVarlink
import BrokerAccess
import CommandLines
import Fleet
import Service

@testable import Bridge
@testable import BrightnessCommands
@testable import Commands
@testable import DDCWorker
@testable import Daemon
@testable import FleetCommands
@testable import brightnessd

/// A configuration file. Each problem is no longer than the file, a comment at the end changes
/// nothing, and a reload with an error keeps the former values.
let configuration: FuzzTarget = { bytes in
  let path = "\(temporary)/brightnessd.conf"
  try write(bytes, to: path)
  if !bytes.isEmpty {
    let beyond = ConfigurationFile(reading: path, limit: bytes.count - 1)?.content
    expect(beyond == .failure(.tooLong(limit: bytes.count - 1)), "a file is read beyond its limit")
    if case .failure(let flaw)? = beyond { worded("\(flaw)") }
  }
  let places = ConfigurationPlaces(file: path)
  let reading = ConfigurationReading(places.read()) { $0 == "video" ? 44 : nil }
  for problem in reading.problems { worded("\(problem)", longest: 1000 + bytes.count) }
  let limits = reading.configuration.limits
  expect(1...65_536 ~= limits.wire.connections && 1...1024 ~= limits.session.scenes, "\(limits)")
  let again = ConfigurationReading([]).reread(places)
  let expected = again.isValid ? reading.configuration : Configuration()
  expect(again.configuration == expected, "\(reading) is \(again) when it is reread")
  guard bytes.last != UInt8(ascii: "\\"), reading.problems.isEmpty else { return }
  try write(bytes + Array("\n# end\n".utf8), to: path)
  expect(ConfigurationReading(places).configuration == reading.configuration, "a comment changes \(reading)")
}

/// The configuration of a bridge, and that of a controller: without an error it has names for
/// topics, and both mean the same broker.
let fleetConfiguration: FuzzTarget = { bytes in
  let path = "\(temporary)/brightnessd-mqtt.conf"
  try write(bytes, to: path)
  let files = ConfigurationPlaces(file: path).read()
  let bridge = BridgeReading(files, hostName: "kiosk")
  let controller = FleetReading(files, user: "guard")
  for problem in bridge.problems + controller.problems { worded("\(problem)", longest: 1000 + bytes.count) }
  worded(bridge.summary)
  expect(!bridge.isValid || bridge.topics != nil, "\(bridge) is valid without topics")
  expect(controller.topics != nil || controller.problems.contains { $0.isError }, "\(controller) has no topics")
  let (own, configuration) = (bridge.configuration.broker, bridge.configuration)
  expect(!bridge.isValid || !own.hosts.isEmpty && own.port != 0, "\(own) is valid")
  expect(.seconds(10) ... .seconds(1200) ~= own.keepAlive && 256...16_384 ~= configuration.documents.bytes, "\(own)")
  expect(1...1000 ~= configuration.holds && 1...1000 ~= configuration.holdsPerController, "\(configuration)")
  var other = controller.configuration.broker
  // Without the key each program has its own.
  other.keepAlive = own.keepAlive
  expect(other == own, "\(own) is \(other) for a controller")
}

/// logind's file of the seat.
let seatFile: FuzzTarget = { bytes in
  try write(bytes, to: "\(temporary)/seat0")
  _ = try SeatFile("seat0", in: temporary).read()
}

/// Words of a command line, separated by newlines: NUL cannot be in one.
private func words(_ bytes: [UInt8]) -> [String] {
  String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    .map(String.init)
}

let daemonArguments: FuzzTarget = { bytes in
  do throws(UsageError) {
    let arguments = try brightnessd.Arguments(words(bytes))
    _ = arguments.plan(for: try? arguments.userPlaces())
  } catch {
    worded("\(error)")
  }
}

let workerArguments: FuzzTarget = { bytes in
  do throws(UsageError) {
    _ = try WorkerArguments(words(bytes))
  } catch {
    worded("\(error)")
  }
}

let bridgeArguments: FuzzTarget = { bytes in
  do throws(UsageError) {
    let arguments = try BridgeArguments(words(bytes))
    if let config = arguments.config { expect(arguments.places.files == [config], "\(arguments) has other files") }
  } catch {
    worded("\(error)")
  }
}

let clientArguments: FuzzTarget = { bytes in read(words(bytes), of: .brightness) }

let fleetArguments: FuzzTarget = { bytes in read(words(bytes), of: .fleet) }

/// Also their completion at the end: the offered options begin with hyphens.
private func read(_ words: [String], of program: ProgramGrammar) {
  let completion = Completion(words, of: program)
  expect(completion.current.hasPrefix(completion.prefix), "'\(completion.prefix)' is before '\(completion.current)'")
  if let socket = completion.socket { expect(words.contains { $0.hasSuffix(socket) }, "\(words) name '\(socket)'") }
  if completion.kinds == [.option] { expect(completion.options.allSatisfy { $0.word.hasPrefix("--") }, "\(words)") }
  do throws(Failure) {
    switch try Invocation(words, of: program) {
    case .help(let grammar): _ = Help.text(of: grammar, in: program, on: Screen(columns: 80) { _ in nil })
    case .version: break
    case .run(_, _, let timeLimit): if let timeLimit, timeLimit >= .seconds(1) { check(timeLimit) }
    }
  } catch {
    worded(error.message)
  }
}

/// The two largest units of a time are a time that is no longer.
private func check(_ time: Duration) {
  let short = Duration(argument: time.short)
  expect(short.map { $0 <= time } == true, "\(time) is shortened to \(time.short)")
}

let dropInArguments: FuzzTarget = { bytes in
  do throws(UsageError) {
    let call = try DropInCall(words(bytes))
    if call.operation == .help { expect(DropInOption.all.allSatisfy { $0.usage.hasPrefix("-") }, "\(call)") }
  } catch {
    worded("\(error)")
  }
}

/// A level that brightnessctl's mode has saved: what is accepted is read back as it would be
/// written.
let savedLevels: FuzzTarget = { bytes in
  guard let level = SavedLevel(text: String(decoding: bytes, as: UTF8.self)) else { return }
  expect(0...level.maximum ~= level.raw, "\(level) is beyond its range")
  expect(SavedLevel(text: level.text) == level, "\(level) is written as \(level.text)")
}

/// The message about a mistake cannot control a terminal, once it is printed like every message.
func worded(_ message: String, longest: Int = 1 << 20) {
  expect(message.utf8.count <= longest, "a message has \(message.utf8.count) bytes")
  let line = message.inOneLine(atMost: 4096)
  let isSafe = line.unicodeScalars.allSatisfy { $0.value >= 32 && !(127...159 ~= $0.value) }
  expect(isSafe, "a message has control characters: \(line.debugDescription)")
  // An escaped character has at most ten bytes.
  expect(line.utf8.count <= 10 * 4096 + 3, "a message has \(line.utf8.count) bytes")
}

import CommandLines
import EventLoop
import Model
import Varlink

@testable import Commands
@testable import Daemon
@testable import brightnessd

/// A configuration file. Each problem is no longer than the file, and a comment at the end changes nothing.
let configuration: FuzzTarget = { bytes in
  guard let text = String(validating: bytes, as: UTF8.self) else { return }
  let reading = configurationReading(text)
  for problem in reading.problems { worded("\(problem)", longest: 1000 + bytes.count) }
  let limits = reading.configuration.limits
  expect(1...65_536 ~= limits.wire.connections && 1...64 ~= limits.wire.nesting, "\(limits)")
  guard !text.hasSuffix("\\"), reading.problems.isEmpty else { return }
  let sameWithComment = configurationReading(text + "\n# end\n").configuration
  expect(sameWithComment == reading.configuration, "a comment changes \(reading)")
}

private func configurationReading(_ text: String) -> ConfigurationReading {
  ConfigurationReading([ConfigurationFile(path: "/etc/brightnessd.conf", content: .success(text))])
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
    _ = try Arguments(words(bytes)).plan()
  } catch {
    worded("\(error)")
  }
}

let clientArguments: FuzzTarget = { bytes in
  let words = words(bytes)
  _ = Completion(words)
  do throws(Failure) {
    switch try Invocation(words) {
    case .help(let grammar): _ = Help.text(of: grammar)
    case .version, .run: break
    }
  } catch {
    worded(error.message)
  }
}

let dropInArguments: FuzzTarget = { bytes in
  do throws(UsageError) {
    _ = try DropInCall(words(bytes))
  } catch {
    worded("\(error)")
  }
}

/// The message about a mistake cannot control a terminal, once it is printed like every message.
private func worded(_ message: String, longest: Int = 1 << 20) {
  expect(message.utf8.count <= longest, "a message has \(message.utf8.count) bytes")
  let line = message.inOneLine(atMost: 4096)
  let isSafe = line.unicodeScalars.allSatisfy { $0.value >= 32 && !(127...159 ~= $0.value) }
  expect(isSafe, "a message has control characters: \(line.debugDescription)")
  expect(line.utf8.count <= 4 * 4096 + 16, "a message has \(line.utf8.count) bytes")
}

import Glibc
import SimulatedKernel

/// What may follow from a system call of the daemon that has failed.
extension World {
  /// The error that the call gives.
  func codeOfFailure(_ call: String) -> CInt {
    let codes = FailureCodes.of(call)
    return codes.isEmpty ? 0 : codes[failureChoice % codes.count]
  }

  /// Notes that a call has failed: the model goes on where the guarantees say what must follow.
  func noteFailedCall() {
    let call = kernel.pointee.struck.map { String(cString: $0) } ?? ""
    let code = kernel.pointee.struck_code
    let client = clients.first { $0.number == Int(kernel.pointee.struck_client) }
    let path = withUnsafePointer(to: &kernel.pointee.struck_path.0) { String(cString: $0) }
    kernel.pointee.failure = 0
    kernel.pointee.struck = nil
    let place = path.isEmpty ? "" : " '\(path.split(separator: "/").last ?? "")'"
    failed = "'\(call)'\(place) has failed with \(FailureCodes.text(of: code))"
    tally.failures += 1
    guard isServing, !isUncertain else { return becomeUncertainOfAll() }
    switch (call, code) {
    // It is repeated, at once or as soon as there is room: nothing follows.
    case (_, EINTR), ("send", EAGAIN), ("send", CInt(HALF)), ("receive", EAGAIN), ("accept", ECONNABORTED): break
    // The users of the seat stay as they were, unless this was to be read because they are others
    // now.
    case ("open", _) where path == seatFile && !isSeatNew, ("read", _) where path == seatFile && !isSeatNew: break
    // A reply or a call is lost: the client would wait for ever.
    case ("send", _), ("receive", _), ("read", _):
      guard let client, call == "send" || !client.hasChangeUnanswered else { return becomeUncertainOfAll() }
      client.mayBeEnded = true
      client.mustEnd = true
      client.owesLastWord = false
      expectReply(client)
    // That connection may end, or its session not outlive the daemon.
    case ("watch", _), ("ask a socket", _), ("configure a socket", _), ("duplicate or configure", _):
      guard let client, !client.hasChangeUnanswered else { return becomeUncertainOfAll() }
      client.mayBeEnded = true
    // The sensor is read again.
    case ("read a level", _) where path.hasSuffix(SimulatedRoom.file): disturbRoom()
    case ("open a level", _) where path.hasSuffix(SimulatedRoom.file): disturbRoom()
    case ("read a level", _), ("write a level", _), ("open a level", _):
      guard let light = light(at: path), lights[light].isCertain else { return becomeUncertainOfAll() }
      noteFailure(of: light, code)
    default: return becomeUncertainOfAll()
    }
    tally.certainFailures += 1
  }

  private var isSeatNew: Bool {
    if next > 0, case .seat = history[next - 1] { true } else { false }
  }

  /// Where the device is gone or rights are missing, only an event of the device helps. All else is
  /// tried again, for a minute at most.
  private func noteFailure(of light: Int, _ code: CInt) {
    // The next try may write what the light shows already.
    lights[light].isTouched = true
    if [ENODEV, ENOENT, EACCES].contains(code) {
      lights[light].awaitsEvent = true
      return noteFailure(of: light)
    }
    allowRetries(of: light)
  }

  /// What the daemon made of its input is not known, and it may not know everything.
  private func becomeUncertainOfAll() {
    isRepairDue = true
    // It may have been the one that reads the number of the newest event, without which the late
    // event of a key, or that of the desktop's answer, counts as newer than a write.
    for light in lights.indices where lights[light].isEventLate || lights[light].desktop != nil {
      lights[light].candidates.insert(lights[light].shown)
    }
    becomeUncertain()
  }
}

import EventLoop

/// What is under way: at most one job, which the kernel may block for any time.
enum Work: Hashable, Sendable {
  case none
  case job(InFlightJob)
  /// It takes longer than it may, which was reported.
  case hangingJob(InFlightJob)

  var job: InFlightJob? {
    switch self {
    case .none: nil
    case .job(let job), .hangingJob(let job): job
    }
  }

  var isHanging: Bool { if case .hangingJob = self { true } else { false } }

  mutating func change(_ body: (inout InFlightJob) -> Void) {
    switch self {
    case .none: break
    case .job(var job):
      body(&job)
      self = .job(job)
    case .hangingJob(var job):
      body(&job)
      self = .hangingJob(job)
    }
  }
}

struct InFlightJob: Hashable, Sendable {
  let job: WriteJob
  let purpose: Purpose
  let began: LoopClock.Instant
  var result = Result.counts

  enum Purpose: Hashable {
    case look(PendingRead)
    /// A step of the request with this number, which a program wants, or the user.
    case step(of: UInt64, isByProgram: Bool)
  }

  /// What its result will tell.
  enum Result: Hashable {
    case counts
    /// A monitor was seen dark meanwhile, so that its answer may be from before.
    case mayPrecedeSleep
    /// Nothing: the device changed, or the machine resumed.
    case isObsolete
  }

  var isLook: Bool { if case .look = purpose { true } else { false } }

  func isStep(of request: PendingRequest?) -> Bool {
    if case .step(let number, _) = purpose { number == request?.number } else { false }
  }
}

import DDC
import EventLoop
import Model

/// What devices, their events and the files of the state folder may take, by names for people.
public let hardwareLimits: [(name: String, value: Int)] = [
  ("LightNameBytes", LightID.longestName), ("AttributeBytes", AttributeFile.limit), ("EDIDBytes", EDID.longest),
  ("EventBytes", longestEvent), ("EventsPerTurn", eventsPerTurn), ("EventNames", PendingEvents.limit),
  ("RecordBytes", StateRecords.limit), ("QuarantinedFiles", StateFolder.mostQuarantined),
  ("WriteMilliseconds", milliseconds(WriterState.longestJob)),
  ("MonitorWriteMilliseconds", milliseconds(WriterState.longestMonitorJob)),
  ("MonitorTurnMilliseconds", milliseconds(ExchangeTurns.longestTurn)),
  ("MonitorReplyMilliseconds", milliseconds(MonitorLink.usualTimeout)),
  ("MonitorWrites", WearBudget.burst), ("MonitorWritesPerDay", WearBudget.mostADay),
  ("LogindMilliseconds", milliseconds(SystemBus.timeout)),
]

private func milliseconds(_ time: Duration) -> Int { Int(time / .milliseconds(1)) }

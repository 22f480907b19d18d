import ComposableCore
import ComposableExtras
import Testing

@Suite struct AlertStateTests {
  enum Answer: Equatable, Sendable {
    case deleted(Int), archived
  }

  @Test func `an alert made from blocks is that made from values`() {
    let alert = AlertState<Answer> {
      TextState("Delete?")
    } actions: {
      ButtonState(role: .destructive, action: .deleted(1)) {
        TextState("Delete")
      }
      ButtonState(role: .cancel) {
        TextState("Keep")
      }
    } message: {
      TextState("It cannot be restored.")
    }

    let buttons: [ButtonState<Answer>] = [
      .init("Delete", role: .destructive, action: .deleted(1)), .init("Keep", role: .cancel),
    ]
    #expect(alert == AlertState("Delete?", message: "It cannot be restored.", buttons: buttons))
    #expect(alert.message == "It cannot be restored.")
  }

  @Test func `an alert made from a title alone has no buttons and no message`() {
    #expect(AlertState<Answer> { TextState("Done") } == AlertState("Done"))
  }

  @Test(arguments: [true, false]) func `the buttons of a dialog may depend on conditions`(isArchived: Bool) {
    let dialog = ConfirmationDialogState<Answer> {
      TextState("Which?")
    } actions: {
      for number in 1...2 {
        ButtonState(action: .deleted(number)) { TextState("Delete \(number)") }
      }
      if !isArchived {
        ButtonState(action: .archived) { TextState("Archive") }
      }
      if isArchived {
        ButtonState { TextState("Close") }
      } else {
        ButtonState(role: .cancel) { TextState("Keep") }
      }
    }

    #expect(
      dialog.buttons.map(\.label) == ["Delete 1", "Delete 2"] + (isArchived ? ["Close"] : ["Archive", "Keep"])
    )
  }
}

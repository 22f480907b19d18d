import Glibc

/// Calls `body` with a message of one part and what is attached to it, as sendmsg(2) and recvmsg(2) take it.
package func withMessage<Attached>(
  _ bytes: UnsafeMutableRawBufferPointer,
  with attached: inout Attached,
  _ body: (UnsafeMutablePointer<msghdr>) -> Int
) -> Int {
  var part = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
  return withUnsafeMutablePointer(to: &part) { part in
    withUnsafeMutableBytes(of: &attached) { attached in
      var message = msghdr()
      (message.msg_iov, message.msg_iovlen) = (part, 1)
      (message.msg_control, message.msg_controllen) = (attached.baseAddress, attached.count)
      return body(&message)
    }
  }
}

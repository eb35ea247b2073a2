/** How much of a chunked body is still to come: chunk lengths are lines of hexadecimal digits. */
function createChunkReader(): (text: Buffer) => boolean {
  let left = 0
  let line = ''
  return (text) => {
    let at = 0
    while (at < text.length) {
      if (left > 0) {
        const taken = Math.min(left, text.length - at)
        left -= taken
        at += taken
        continue
      }
      const end = text.indexOf(10, at)
      line += text.toString('latin1', at, end === -1 ? text.length : end + 1)
      if (end === -1) return false
      at = end + 1
      const length = Number.parseInt(line, 16)
      line = ''
      // Each chunk ends with an empty line, and so does the last one, whose length is 0.
      if (length === 0) return true
      left = length + 2
    }
    return false
  }
}

/**
 * Reads one HTTP/1.1 response after another from what a socket receives. Returns the status at the
 * end of a response, and undefined before.
 */
export function createResponseReader(): (buffer: Buffer, length: number) => number | undefined {
  let head = ''
  let status = 0
  let left = -1
  let readChunks: ((text: Buffer) => boolean) | undefined
  const finish = () => {
    left = -1
    readChunks = undefined
    return status
  }
  return (buffer, length) => {
    let start = 0
    if (left < 0) {
      // The line break after the last chunk may come late.
      if (head === '' && buffer[0] === 13 && length <= 2) return undefined
      const end = buffer.subarray(0, length).indexOf('\r\n\r\n')
      // A head that comes in parts is put together; `end` is then that of the whole.
      if (head !== '' || end === -1) {
        const before = head.length
        head += buffer.toString('latin1', 0, length)
        const whole = head.indexOf('\r\n\r\n')
        if (whole === -1) return undefined
        start = whole + 4 - before
      } else {
        head = buffer.toString('latin1', 0, end)
        start = end + 4
      }
      status = Number(head.slice(9, 12))
      const [, bytes] = /\r\ncontent-length: (\d+)/i.exec(head) ?? []
      left = Number(bytes ?? 0)
      if (/\r\ntransfer-encoding: chunked/i.test(head)) readChunks = createChunkReader()
      head = ''
    }
    if (readChunks) return readChunks(buffer.subarray(start, length)) ? finish() : undefined
    left -= length - start
    return left <= 0 ? finish() : undefined
  }
}

import { expect, test } from 'vitest'
import { createResponseReader } from './response-reader.ts'

const responses = {
  'with a length': 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello',
  'without a body': 'HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n',
  'in chunks':
    'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\nb\r\nhello again\r\n0\r\n\r\n',
}

test.each(Object.entries(responses))('a response %s ends where it ends', (_, response) => {
  const status = Number(response.slice(9, 12))
  for (let cut = 1; cut < response.length - 2; cut++) {
    const read = createResponseReader()
    // The next response on the same connection is read too.
    for (let turn = 0; turn < 2; turn++) {
      const parts = [response.slice(0, cut), response.slice(cut)].map((part) => Buffer.from(part))
      const statuses = parts.map((part) => read(part, part.length))
      expect(
        statuses.filter((one) => one !== undefined),
        `cut at ${cut}`,
      ).toEqual([status])
    }
  }
})

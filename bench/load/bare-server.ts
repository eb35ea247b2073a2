// The yardstick: `node:http` and nothing else. Answers from a file that holds, for each address,
// the headers and the body of the server's own answer.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RecordedResponse } from './bare.ts'

const [file = ''] = process.argv.slice(2)
const answers = new Map(
  (JSON.parse(readFileSync(file, 'utf8')) as RecordedResponse[]).map(
    ({ address, headers, body }) => [address, { headers, body: Buffer.from(body, 'base64') }],
  ),
)
const server = createServer((request, response) => {
  const answer = answers.get(request.url ?? '')
  if (!answer) return response.writeHead(404).end()
  response.writeHead(200, answer.headers).end(answer.body)
}).listen(0, '127.0.0.1', () => {
  console.log(`is open on http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.once('SIGTERM', () => process.exit())

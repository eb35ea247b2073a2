// Properties of all endpoints, and requests that a proxy and the server might read differently.
import { request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { Role } from '#contract/common/endpoint.ts'
import { newId } from '#server/platform/database/ids.ts'
import { makeAccount, otherApp, testApp } from '#server/testing.ts'
import { endpointName, endpoints } from '#server/testing-endpoints.ts'

const reading = endpoints.filter(({ method }) => method === 'GET')

test('no GET changes anything', () => {
  expect(reading.length).toBeGreaterThan(50)
  const changing = reading.filter(
    ({ changes, creates, files }) => creates || files || (changes && changes.length > 0),
  )
  expect(changing.map(endpointName)).toEqual([])
})

test('no response with private data may be stored by a browser', async () => {
  const { app } = await testApp()
  const accounts = {
    buyer: makeAccount('buyer'),
    seller: makeAccount('seller'),
    admin: makeAccount('admin'),
  }
  const statuses = new Set<number>()
  const kept: string[] = []
  for (const endpoint of reading) {
    const role: Role | undefined = endpoint.access === 'anyone' ? undefined : endpoint.access[0]
    if (!role) continue
    const { id, token } = await accounts[role]
    const response = await app.inject({
      method: 'GET',
      url: `/api${endpoint.path.replace('{userId}', id).replace(/\{\w+\}/g, newId())}`,
      headers: { authorization: `Bearer ${token}` },
    })
    statuses.add(response.statusCode)
    if (response.headers['cache-control'] !== 'no-store') kept.push(endpointName(endpoint))
  }
  // These responses are the same for everybody, and contain nothing about the caller.
  expect(kept.sort()).toEqual(['GET /wants/sets', 'GET /wants/titles'])
  // Makes sure that responses of different kinds were checked.
  expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 404]))
  expect(statuses).not.toContain(401)
})

const listening = otherApp().then(async (made) => {
  await made.app.listen({ port: 0, host: '127.0.0.1' })
  return made
})

/** Sends raw bytes and returns everything that the server replies. */
async function send(lines: string[], body = ''): Promise<string> {
  const { app } = await listening
  const { port } = app.server.address() as { port: number }
  const socket = connect(port, '127.0.0.1')
  socket.end(`${[...lines, 'Host: books.example.org', '', ''].join('\r\n')}${body}`)
  return text(socket)
}
const statusesOf = (answer: string) =>
  [...answer.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => status)

test('TRACE doesn’t echo the request, and CONNECT opens no tunnel', async () => {
  const traced = await send([
    'TRACE /api/books/branches HTTP/1.1',
    'X-Told: in confidence',
    'Connection: close',
  ])
  expect(statusesOf(traced)).toEqual(['404'])
  expect(traced).not.toContain('in confidence')
  expect(await send(['CONNECT 127.0.0.1:22 HTTP/1.1'])).not.toContain('200')
})

test.each([
  ['a length and chunks', ['Content-Length: 5', 'Transfer-Encoding: chunked']],
  ['two lengths', ['Content-Length: 5', 'Content-Length: 60']],
  ['chunks and another coding', ['Transfer-Encoding: chunked, identity']],
])('rejects a request with %s, and reads nothing after it', async (_, headers) => {
  const hidden = 'GET /healthz HTTP/1.1\r\nHost: books.example.org\r\n\r\n'
  const answer = await send(
    ['POST /api/buyer/login HTTP/1.1', 'Content-Type: application/json', ...headers],
    `0\r\n\r\n${hidden}`,
  )
  expect(statusesOf(answer)).toEqual(['400'])
})

test.each([
  ['h2c', '/about'],
  ['websocket', '/api/health'],
  ['h2c', '/socket.io/?EIO=4&transport=polling'],
])('a request to upgrade to %s at %s is answered without the upgrade', async (upgrade, path) => {
  const { app } = await otherApp()
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const headers = { connection: 'Upgrade', upgrade }
  const answers = await Promise.all(
    [headers, {}].map(
      (headers) =>
        new Promise((resolve, reject) => {
          request(address + path, { headers }, (response) => resolve(response.resume().statusCode))
            .on('error', reject)
            .end()
        }),
    ),
  )
  expect(answers[0]).toBe(answers[1])
})

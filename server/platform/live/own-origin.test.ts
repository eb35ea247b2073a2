import { request } from 'node:http'
import { expect, test } from 'vitest'
import { otherApp } from '#server/testing.ts'
import { isOwnOrigin } from './own-origin.ts'

const market = 'https://books.example.org'

test.each([
  [true, {}, market],
  [true, { origin: market }, market],
  [true, { origin: market, host: '127.0.0.1:3000' }, `${market}/`],
  [true, { origin: 'https://www.books.example.org', host: 'www.books.example.org' }, market],
  [true, { origin: 'https://books.example.org', host: 'books.example.org:443' }, undefined],
  [true, { origin: 'http://192.168.1.7:3000', host: '192.168.1.7:3000' }, undefined],
  [
    true,
    {
      origin: 'https://a-3000.example.dev',
      host: 'localhost:3000',
      forwarded: 'a-3000.example.dev',
    },
    undefined,
  ],
  [true, { origin: 'http://localhost:5173', host: '127.0.0.1:3000' }, undefined],
  [true, { origin: 'http://[::1]:5173', host: 'localhost:3000' }, 'http://localhost:3000'],
  [true, { origin: 'http://market.localhost:5173', host: 'localhost:3000' }, undefined],
  [false, { origin: 'https://evil.example', host: 'books.example.org' }, market],
  [false, { origin: 'https://evil.example', host: 'books.example.org' }, undefined],
  [false, { origin: 'https://evil.example', host: 'localhost:3000' }, undefined],
  [false, { origin: 'https://books.example.org.evil.example', host: 'books.example.org' }, market],
  [false, { origin: 'https://127.0.0.1.evil.example', host: 'localhost:3000' }, undefined],
  [false, { origin: 'http://books.example.org', host: '127.0.0.1:3000' }, market],
  [false, { origin: 'http://localhost:5173', host: '127.0.0.1:3000' }, market],
  [false, { origin: 'http://localhost:5173', host: 'books.example.org' }, undefined],
  [false, { origin: 'null', host: 'localhost:3000' }, undefined],
  [false, { origin: 'https://evil.example' }, undefined],
  [false, { origin: 'https://', host: '' }, undefined],
])(
  '%s: %o at %s',
  (isOwn, {
    forwarded,
    ...headers
  }: { origin?: string; host?: string; forwarded?: string }, publicUrl) => {
    expect(
      isOwnOrigin({ ...headers, ...(forwarded && { 'x-forwarded-host': forwarded }) }, publicUrl),
    ).toBe(isOwn)
  },
)

test('a page of another site gets no live connection, by polling or by WebSocket', async () => {
  const { app, context } = await otherApp({ config: { publicUrl: market } })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const url = `${address}/socket.io/?EIO=4`
  const poll = (origin?: string) =>
    fetch(`${url}&transport=polling`, { headers: origin === undefined ? {} : { origin } })
  const open = (origin: string) =>
    new Promise<string>((resolve) => {
      const headers = { origin }
      // Node's own, which lets headers be set as no browser does.
      const socket = new WebSocket(`${url.replace('http', 'ws')}&transport=websocket`, {
        headers,
      } as never)
      socket.onopen = () => {
        socket.close()
        resolve('open')
      }
      socket.onerror = () => resolve('refused')
    })
  expect([(await poll()).status, (await poll(market)).status]).toEqual([200, 200])
  const refused = await poll('https://evil.example')
  expect([refused.status, await refused.json()]).toEqual([
    403,
    { code: 'wrong_origin', message: 'Please open Dobara at its own address.' },
  ])
  expect([await open(market), await open('https://evil.example')]).toEqual(['open', 'refused'])
  const counted = await context.metrics.handshakes.get()
  expect(counted.values).toEqual([
    expect.objectContaining({ labels: { result: 'wrong_origin' }, value: 2 }),
  ])
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

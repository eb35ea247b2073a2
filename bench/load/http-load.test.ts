import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { load } from './http-load.ts'

test('where addresses run out, each was asked for once, and the load ends before its time', async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end('ok')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const addresses = Array.from({ length: 20 }, (_, number) => `/${number}`)
  let at = 0
  const next = () => addresses[at++]
  const result = await load({ port, connections: 3, seconds: 3600, next })
  server.close()
  expect(result).toMatchObject({ requests: 20, failed: 0 })
  expect(asked.toSorted()).toEqual(addresses.toSorted())
})

import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { countRequests } from './finish-requests.ts'

test('a server that stops waits until the requests that run are answered', async () => {
  const server = createServer()
  const finish = countRequests(server)
  const responses: ServerResponse[] = []
  server.on('request', (_, response) => responses.push(response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // Nothing runs.
  await finish()
  const answers = Promise.all([fetch(address), fetch(address)])
  await expect.poll(() => responses.length).toBe(2)
  let isFinished = false
  const finished = finish().then(() => {
    isFinished = true
  })
  responses[0]?.end('one')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(isFinished).toBe(false)
  responses[1]?.end('two')
  await finished
  const texts = (await answers).map((answer) => answer.text())
  expect((await Promise.all(texts)).sort()).toEqual(['one', 'two'])
  server.close()
})

import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { otherApp } from '#server/testing.ts'
import { watchRequests } from './request-hooks.ts'

test('a stopping server waits for running requests', async () => {
  const server = createServer()
  const finish = watchRequests(server)
  const responses: ServerResponse[] = []
  server.on('request', (_, response) => responses.push(response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
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

test('a stopping server responds with an error code or an error page', async () => {
  const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { app } = await otherApp({
    pages: async (app) => {
      app.get('/slow', async () => {
        begun.resolve()
        await released.promise
        return 'done'
      })
      app.get('/page', async () => 'a page')
    },
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const read = async (path: string) => {
    const response = await fetch(address + path)
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  // The first read caches the response.
  await read('/api/books/branches')
  expect((await read('/api/books/branches')).status).toBe(200)
  const slow = read('/slow')
  await begun.promise
  const closed = app.close()
  const { status, headers, text } = await read('/api/books/branches')
  expect([status, JSON.parse(text).code]).toEqual([503, 'closing'])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  const page = await read('/page')
  expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
  released.resolve()
  expect((await slow).text).toBe('done')
  await closed
})

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import type { FastifyRequest } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { incompleteHeader } from '#contract/pages.ts'
import { requestsPerMinute } from '#server/platform/limits/rate-limits.ts'
import type { Config } from '#server/platform/operations/config.ts'
import { otherApp, testApp } from '#server/testing.ts'
import { createPageCache } from './page-cache.ts'
import { type RenderPage, sendHtml, serveFiles } from './pages.ts'

type Answer = (asked: Request, nonce: string) => Response

/** A server whose pages are made by `answer`, the addresses that were rendered, and a way to ask for one. */
async function serve(answer: Answer, config: Partial<Config> = {}) {
  const rendered: string[] = []
  const run: Parameters<typeof sendHtml>[4] = async (asked: Parameters<RenderPage>[1], context) => {
    const { pathname, search } = new URL(asked.url)
    rendered.push(pathname + search)
    return answer(asked, context.nonce)
  }
  const { app, parts } = await otherApp({
    config,
    pages: async (app, parts) => {
      app.get('/*', (request, reply) => sendHtml(app, parts, request, reply, run))
    },
  })
  return { rendered, parts, app, get: (url: string) => app.inject(url) }
}
const html = (body: string, init: ResponseInit = {}) =>
  new Response(body, {
    ...init,
    headers: { 'content-type': 'text/html', ...(init.headers as Record<string, string>) },
  })

test('a page is rendered once, until a topic it shows is changed', async () => {
  const { get, rendered, parts } = await serve(() => html('<h1>Home</h1>'))
  for (let n = 0; n < 3; n++) expect((await get('/')).body).toBe('<h1>Home</h1>')
  expect(rendered).toEqual(['/'])
  parts.forget(['reports'])
  await get('/')
  expect(rendered).toHaveLength(1)
  parts.forget(['books'])
  await get('/')
  expect(rendered).toHaveLength(2)
})

test('only what pages know of an address makes another page', async () => {
  const { get, rendered } = await serve(() => html('page'))
  const same = [
    '/books',
    '/books?',
    '/books?utm=1',
    '/books?x=1&y=2',
    '/books?login=buyer&next=%2Fa',
    '/books?chat=1',
    '/books?branch=',
    '/books#a',
  ]
  for (const url of same) await get(url)
  expect(rendered).toEqual(['/books'])
  for (const url of [
    '/books?sort=price&branch=Law',
    '/books?branch=Law&x=1&sort=price',
    '/books?branch=Law&branch=Arts&sort=price',
  ])
    await get(url)
  expect(rendered.slice(1)).toEqual(['/books?branch=Law&sort=price'])
})

test.each([
  [
    'of a page that lacks something',
    () => html('half', { headers: { [incompleteHeader]: '1' } }),
    200,
  ],
  ['of a book that could not be read', () => html('later', { status: 503 }), 503],
  ['of nothing', () => html('none', { status: 404 }), 404],
  ['that leads elsewhere', () => html('', { status: 302, headers: { location: '/books' } }), 302],
] as const)('an answer %s is sent and not kept', async (_, answer, status) => {
  const { get, rendered } = await serve(answer)
  for (let n = 0; n < 2; n++) {
    const { statusCode, headers } = await get('/')
    expect([statusCode, headers[incompleteHeader]]).toEqual([status, undefined])
  }
  expect(rendered).toHaveLength(2)
})

test('a page whose rendering fails is a page all the same, and the next visitor gets another try', async () => {
  let tries = 0
  const { get } = await serve(() => html('whole', { status: ++tries === 1 ? 500 : 200 }))
  const broken = await get('/')
  expect([broken.statusCode, broken.headers['content-type']]).toEqual([
    500,
    'text/html; charset=utf-8',
  ])
  expect(broken.body).toContain('Something went wrong')
  expect((await get('/')).body).toBe('whole')
})

test('each answer has a nonce of its own, in its page and in its policy', async () => {
  const { get } = await serve((_, nonce) => html(`<script nonce="${nonce}"></script>`))
  const nonces = await Promise.all(
    [1, 2].map(async () => {
      const { body, headers } = await get('/')
      const nonce = /nonce="([^"]+)"/.exec(body)?.[1]
      expect(headers['content-security-policy']).toContain(`'nonce-${nonce}'`)
      return nonce
    }),
  )
  expect(nonces[0]).not.toBe(nonces[1])
})

test('the pages that are kept take no more than their share of memory', async () => {
  const pages = createPageCache()
  const made: string[] = []
  const get = (key: string) =>
    pages.getOrCompute(key, ['books'], 60, async () => {
      made.push(key)
      return {
        status: 200,
        body: 'x'.repeat(5 * 1024 * 1024),
        location: null,
        type: 'text/html',
        isWhole: true,
      }
    })
  for (const key of ['a', 'b', 'c', 'c', 'b', 'a', 'd', 'a', 'c']) await get(key)
  expect(made).toEqual(['a', 'b', 'c', 'd', 'c'])
})

test.each([
  ['books.example.org', 'http://books.example.org'],
  ['localhost:3000/evil"><script>alert(1)</script>', 'http://localhost:3000'],
  ['user@books.example.org?x#y', 'http://books.example.org'],
  ['a b', 'http://localhost:3000'],
  ['[', 'http://localhost:3000'],
  ['x:99999', 'http://localhost:3000'],
])('the host %o makes pages of %s', async (host, origin) => {
  const { app } = await serve((asked) => html(new URL(asked.url).origin))
  const { statusCode, body } = await app.inject({ url: '/about', headers: { host } })
  expect([statusCode, body]).toEqual([200, origin])
})

test('a visitor who names no host gets the page, too', async () => {
  const { app } = await serve((asked) => html(new URL(asked.url).origin))
  const { port, hostname } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(port), hostname)
  socket.write('GET /about HTTP/1.0\r\n\r\n')
  const said: string[] = []
  for await (const text of socket.setEncoding('utf8')) said.push(text as string)
  expect(said.join('')).toMatch(/^HTTP\/1.1 200 [\s\S]*http:\/\/localhost:3000$/)
})

test('a proxy’s word about the host is cut down to an address, too, and nobody else gets a page with what was left', async () => {
  const { app } = await serve((asked) => html(asked.url), { trustProxy: 1 })
  const get = async (headers: Record<string, string>) =>
    (await app.inject({ url: '/about', headers: { host: 'localhost:3000', ...headers } })).body
  expect(await get({ 'x-forwarded-host': 'localhost:3000/poison' })).toBe(
    'http://localhost:3000/about',
  )
  expect(await get({ 'x-forwarded-proto': 'javascript' })).toBe('http://localhost:3000/about')
  expect(await get({})).toBe('http://localhost:3000/about')
})

test('an address that asks for too many pages gets one that says so', async () => {
  const { app } = await serve(() => html('page'))
  const visit = (remoteAddress: string) => app.inject({ url: '/', remoteAddress })
  for (let made = 0; made < requestsPerMinute.pages; made += 500)
    await Promise.all(Array.from({ length: 500 }, () => visit('192.0.2.9')))
  const { statusCode, headers, body } = await visit('192.0.2.9')
  expect([statusCode, headers['content-type'], Number(headers['retry-after']) > 0]).toEqual([
    429,
    'text/html; charset=utf-8',
    true,
  ])
  expect(body).toContain('<h1>Too many requests</h1>')
  expect((await visit('192.0.2.10')).body).toBe('page')
})

/** Pages that say how the one call was answered that they make. */
const answered = () =>
  otherApp({
    pages: async (app, parts) => {
      app.get('/*', (request, reply) =>
        sendHtml(app, parts, request, reply, async (asked, { get }) => {
          const { status } = await get(`/books/shelves${new URL(asked.url).search}`)
          return html(String(status), { headers: { [incompleteHeader]: '1' } })
        }),
      )
    },
  })

test('a page with a search counts as one, whoever shares it; others don’t', async () => {
  const { app } = await answered()
  const visit = async (remoteAddress: string, url: string) =>
    (await app.inject({ url, remoteAddress })).statusCode
  for (let n = 0; n < requestsPerMinute.searches; n++)
    expect(await visit('192.0.2.11', '/books?search=a')).toBe(200)
  expect([
    await visit('192.0.2.11', '/books?search=b'),
    await visit('192.0.2.12', '/books?search=b'),
  ]).toEqual([429, 200])
  expect(await visit('192.0.2.11', '/books')).toBe(200)
})

test('what a page asks for is asked for by the server: it neither counts against its visitor nor waits behind their calls', async () => {
  const { app, parts } = await answered()
  const remoteAddress = '192.0.2.14'
  for (let made = 0; made < requestsPerMinute.calls; made += 500)
    await Promise.all(
      Array.from({ length: 500 }, () => app.inject({ url: '/api/nowhere', remoteAddress })),
    )
  expect((await app.inject({ url: '/api/books/branches', remoteAddress })).statusCode).toBe(429)
  const others = Array.from({ length: 8 }, () => Promise.withResolvers<void>())
  const running = others.map(({ promise }) =>
    parts.limits.inTurn('calls', remoteAddress, () => promise),
  )
  expect((await app.inject({ url: '/books', remoteAddress })).body).toBe('200')
  for (const { resolve } of others) resolve()
  await Promise.all(running)
})

test('nobody can say that they are the server', async () => {
  const { app } = await otherApp({ config: { trustProxy: 1 } })
  const call = () =>
    app.inject({
      url: '/api/nowhere',
      headers: { 'x-forwarded-for': 'the server, self 00000000000000000000000000000000' },
    })
  for (let made = 0; made < requestsPerMinute.calls; made += 500)
    await Promise.all(Array.from({ length: 500 }, call))
  expect((await call()).statusCode).toBe(429)
})

test('an address has so many pages made at once, and what they ask for has its turn beside them', async () => {
  let [running, most] = [0, 0]
  const { app } = await otherApp({
    pages: async (app, parts) => {
      app.get('/*', (request, reply) =>
        sendHtml(app, parts, request, reply, async (_, { get }) => {
          most = Math.max(most, ++running)
          const answers = await Promise.all(Array.from({ length: 4 }, () => get('/books/branches')))
          running--
          return html(answers.map(({ status }) => status).join())
        }),
      )
    },
  })
  const visit = (n: number, remoteAddress = '192.0.2.13') =>
    app.inject({ url: `/page-${n}`, remoteAddress })
  const pages = await Promise.all(Array.from({ length: 60 }, (_, n) => visit(n)))
  expect(new Set(pages.map(({ body }) => body))).toEqual(new Set(['200,200,200,200']))
  expect(most).toBe(8)
})

test.each([
  ['can’t be reached', 503, 'html', [503, '5', true]],
  ['fails', 500, 'html', [503, '5', false]],
  ['refuses', 404, 'html', [200, undefined, false]],
] as const)(
  'a page that lacks something because what it asked %s says so by its status',
  async (_, status, body, expected) => {
    const { app } = await otherApp({
      pages: async (app, parts) => {
        app.get('/api/broken', (_, reply) => reply.status(status).send({}))
        app.get('/*', (request, reply) =>
          sendHtml(app, parts, request, reply, async (_, { get }) => {
            await get('/broken')
            return html(body, { headers: { [incompleteHeader]: '1' } })
          }),
        )
      },
    })
    const answer = await app.inject({ url: '/' })
    const isOwn = answer.body.includes(
      '<h1>Back in a moment</h1><p>Dobara can’t be reached right now. Please try again in a moment.</p>',
    )
    expect([answer.statusCode, answer.headers['retry-after'], isOwn]).toEqual(expected)
    if (!isOwn) expect(answer.body).toBe(body)
  },
)

test('an address that can’t be read gets a page, and below /api the contract’s answer', async () => {
  const { app } = await testApp()
  for (const url of ['/%ff', '/books/%E0%A4%A', '/photos/%']) {
    const { statusCode, headers, body } = await app.inject({ url })
    expect([statusCode, headers['content-type']]).toEqual([400, 'text/html; charset=utf-8'])
    expect(body).toContain('<a href="/">Home</a>')
  }
  expect((await app.inject({ url: '/api/books/%zz' })).json()).toMatchObject({ code: 'unreadable' })
})

test('the files of the web count by address, apart from pages', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dobara-files-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(path.join(folder, 'a.txt'), 'text')
  let first: FastifyRequest | undefined
  const { app, parts } = await otherApp({
    pages: async (app, parts) => {
      app.addHook('onRequest', async (request) => {
        first ??= request
      })
      await serveFiles(app, parts, folder)
      app.get('/*', (request, reply) =>
        sendHtml(app, parts, request, reply, async () => html('page')),
      )
    },
  })
  const get = async (url: string, remoteAddress = '192.0.2.15') =>
    (await app.inject({ url, remoteAddress })).statusCode
  expect(await get('/a.txt')).toBe(200)
  // All but the first, without the cost of sending them.
  for (let n = 1; n < requestsPerMinute.files; n++)
    await parts.limits.count('files', first as unknown as FastifyRequest)
  expect(await get('/a.txt')).toBe(429)
  expect([await get('/'), await get('/a.txt', '192.0.2.16')]).toEqual([200, 200])
})

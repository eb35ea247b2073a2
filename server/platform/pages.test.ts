import { expect, test } from 'vitest'
import { incompleteHeader } from '#contract/pages.ts'
import { otherApp } from '#server/testing.ts'
import { createPageCache, type RenderPage, sendPage } from './pages.ts'

type Answer = (asked: Request, nonce: string) => Response

/** A server whose pages are made by `answer`, the addresses that were rendered, and a way to ask for one. */
async function serve(answer: Answer) {
  const rendered: string[] = []
  const run: Parameters<typeof sendPage>[4] = async (asked: Parameters<RenderPage>[1], context) => {
    const { pathname, search } = new URL(asked.url)
    rendered.push(pathname + search)
    return answer(asked, context.nonce)
  }
  const { app, parts } = await otherApp({
    pages: async (app, parts) => {
      app.get('/*', (request, reply) => sendPage(app, parts, request, reply, run))
    },
  })
  return { rendered, parts, get: (url: string) => app.inject(url) }
}
const html = (body: string, init: ResponseInit = {}) =>
  new Response(body, { ...init, headers: { 'content-type': 'text/html', ...(init.headers as Record<string, string>) } })

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
  for (const url of ['/books?sort=price&branch=Law', '/books?branch=Law&x=1&sort=price', '/books?branch=Law&branch=Arts&sort=price'])
    await get(url)
  expect(rendered.slice(1)).toEqual(['/books?branch=Law&sort=price'])
})

test.each([
  ['of a page that lacks something', () => html('half', { headers: { [incompleteHeader]: '1' } }), 200],
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
  expect([broken.statusCode, broken.headers['content-type']]).toEqual([500, 'text/html; charset=utf-8'])
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
    pages.through(key, ['books'], 60, async () => {
      made.push(key)
      return { status: 200, body: 'x'.repeat(10 * 1024 * 1024), location: null, type: 'text/html', isWhole: true }
    })
  for (const key of ['a', 'b', 'c', 'c', 'b', 'a', 'd', 'a', 'c']) await get(key)
  expect(made).toEqual(['a', 'b', 'c', 'd', 'c'])
})

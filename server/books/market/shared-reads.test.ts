// A response that is the same for everybody is computed once, even for concurrent requests and
// logged-in viewers.
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { blockPerson } from '#contract/accounts/account-blocks.ts'
import { readBook } from '#contract/books/books.ts'
import { uniqueLetters } from '#server/books/search/words/testing-words.ts'
import { newId } from '#server/platform/database/ids.ts'
import { recordStatements } from '#server/platform/database/testing-statements.ts'
import { as, makeAccount, makeBook, otherApp, type TestAccount } from '#server/testing.ts'
import { settleChanges } from '#server/testing-changes.ts'

const market = { branch: `Branch ${newId()}`, word: uniqueLetters(), id: '', title: '' }
let seller: TestAccount

beforeAll(async () => {
  seller = await makeAccount('seller')
  const { branch, word } = market
  const book = { branch, title: `${word} of waves`, author: 'H. C. Verma' }
  market.id = await makeBook(seller, book)
  for (const title of [book.title, `${word} of light`, `Sound and ${word}`])
    await makeBook(seller, { ...book, title })
  const { body } = await as().call(readBook, { id: market.id })
  market.title = body.otherCopies?.title ?? ''
})

/** Paths whose responses are the same for guests and for logged-in buyers. */
const shared: Record<string, () => string> = {
  'a list': () => `/books/buyer/books?limit=20&branch=${encodeURIComponent(market.branch)}`,
  'a search': () => `/books/buyer/books?limit=20&search=${market.word}`,
  'a misspelt search': () => `/books/buyer/books?limit=20&search=${market.word.slice(1)}q`,
  'the shelves': () => `/books/shelves?branch=${encodeURIComponent(market.branch)}`,
  'the shelves of a search': () => `/books/shelves?search=${market.word}`,
  'the similar books': () => `/books/similar/${market.id}`,
  'the other copies': () => `/books/${market.id}/copies`,
  'the reviews': () => `/books/${market.id}/reviews`,
  'the branches': () => '/books/branches',
  'the titles of a search': () => `/titles?search=${market.word}`,
  'a title': () => `/titles/${market.title}`,
  'the copies of a title': () => `/titles/${market.title}/copies`,
  suggestions: () => `/books/suggestions?typed=${market.word}`,
  'related searches': () => `/books/near-searches?search=${market.word}+qxzwfjkv`,
}
/** The response differs by role, because it contains what the viewer may do. */
const ofStrangers = { 'a book': () => `/books/${market.id}` }

async function serve() {
  // Rate limits would reject some concurrent requests.
  const { app, context } = await otherApp({ config: { rateLimit: false } })
  onTestFinished(() => app.close())
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  await context.jobs.idle()
  await settleChanges(context)
  const read = async (path: string, reader?: TestAccount) => {
    const headers = {
      'accept-encoding': 'identity',
      ...(reader && { authorization: `Bearer ${reader.token}` }),
    }
    const response = await fetch(`${origin}/api${path}`, { headers })
    const body = await response.text()
    return { status: response.status, etag: response.headers.get('etag'), body }
  }
  type Answer = Awaited<ReturnType<typeof read>>
  const readAtOnce = async (path: string, count: number, reader?: TestAccount) => {
    let answers: Answer[] = []
    const statements = await recordStatements(async () => {
      answers = await Promise.all(Array.from({ length: count }, () => read(path, reader)))
    })
    return { answers, statements: statements.map(({ sql }) => sql).sort() }
  }
  return { readAtOnce }
}

test.each(Object.entries({ ...shared, ...ofStrangers }))(
  'a hundred concurrent requests for %s cause as many statements as one, and a viewer later few',
  async (name, pathOf) => {
    const { readAtOnce } = await serve()
    const one = await readAtOnce(pathOf(), 1)
    const hundred = await (await serve()).readAtOnce(pathOf(), 100)
    expect(one.answers).toMatchObject([{ status: 200, etag: expect.any(String) }])
    expect(one.statements.length).toBeGreaterThan(0)
    expect(hundred.statements).toEqual(one.statements)
    expect(hundred.answers).toEqual(Array.from({ length: 100 }, () => one.answers[0]))
    if (!(name in shared)) return
    // The remaining statements look up the viewer, and the sellers that are hidden from the viewer.
    const buyer = await readAtOnce(pathOf(), 1, await makeAccount('buyer'))
    expect(buyer.answers).toEqual(one.answers)
    expect(buyer.statements.filter((sql) => one.statements.includes(sql))).toEqual([])
    expect(buyer.statements.filter((sql) => /\bbooks\b/.test(sql))).toEqual([])
  },
)

test('a viewer who has blocked a seller gets another list than guests', async () => {
  const { readAtOnce } = await serve()
  const buyer = await makeAccount('buyer')
  await as(buyer).call(blockPerson, { id: seller.id })
  const path = shared['a list']?.() ?? ''
  const [stranger, reader] = [await readAtOnce(path, 1), await readAtOnce(path, 1, buyer)]
  expect(JSON.parse(stranger.answers[0]?.body ?? '')).toHaveLength(4)
  expect(reader.answers[0]?.body).toBe('[]')
})

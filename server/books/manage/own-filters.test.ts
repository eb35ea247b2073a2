import { expect, test } from 'vitest'
import { listOwnBooks, listOwnBranches } from '#contract/books/books.ts'
import { type OwnBookSort, ownBookSorts } from '#contract/books/manage/own-book-filters.ts'
import { sendMessage } from '#contract/chats.ts'
import type { EndpointInput } from '#contract/common/endpoint.ts'
import { sumUpSearchWords } from '#server/books/search/words/terms.ts'
import { add } from '#server/books/testing-forms.ts'
import { as, makeAccount, makeBook, makeChat, type TestAccount, testApp } from '#server/testing.ts'

type Input = EndpointInput<typeof listOwnBooks>

const titles = async (seller: TestAccount, input: Input) =>
  (await as(seller).call(listOwnBooks, input)).body.map(({ title }) => title)

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

test('the branches of the filter are those of the seller’s own books', async () => {
  const seller = await makeAccount('seller')
  await makeBook(await makeAccount('seller'), { branch: 'Law' })
  for (const branch of ['Yoga', 'Medical', 'Medical'])
    await makeBook(seller, { branch, available: 0 })
  await makeBook(seller, { branch: 'Comics', deleted_at: new Date() })
  expect((await as(seller).call(listOwnBranches, {})).body).toEqual(['Medical', 'Yoga'])
})

test('filters by state, type, branch, photos and age', async () => {
  const seller = await makeAccount('seller')
  await makeBook(await makeAccount('seller'), { title: 'Another’s' })
  await add(seller, { title: 'Plain' })
  // It came back on the market.
  const earlier = { created_at: daysAgo(91), unlisted_at: daysAgo(1) }
  await makeBook(seller, { title: 'New', book_type: 'new', branch: 'Law', ...earlier })
  await makeBook(seller, { title: 'Gone', available: 0, listed_at: daysAgo(91) })
  await makeBook(seller, { title: 'Hidden', hidden_at: new Date(), hidden_reason: 'A scam.' })
  const all = ['Hidden', 'Gone', 'New', 'Plain']
  const found: [Input, string[]][] = [
    [{}, all],
    [{ state: 'for-sale' }, ['New', 'Plain']],
    [{ state: 'sold-out' }, ['Gone']],
    [{ state: 'hidden' }, ['Hidden']],
    [{ bookType: 'new' }, ['New']],
    [{ branch: 'law' }, ['New']],
    [{ branch: 'law', bookType: 'old' }, []],
    [{ withoutPhotos: 'true' }, ['Hidden', 'Gone', 'New']],
    [{ withoutPhotos: 'false' }, ['Plain']],
    [{ minDays: 90 }, ['Gone']],
    [{ minDays: 90, maxDays: 91 }, []],
    [{ minDays: 90, maxDays: 92 }, ['Gone']],
    [{ maxDays: '90' }, ['Hidden', 'New', 'Plain']],
    [{ minDays: '0', state: '' }, all],
    [{ sort: 'listed' }, ['Gone', 'Plain', 'New', 'Hidden']],
    // It was added first, and came back on the market after the others.
    [{ sort: '-listed' }, ['Hidden', 'New', 'Plain', 'Gone']],
  ]
  for (const [input, expected] of found) {
    expect([input, await titles(seller, input)]).toEqual([input, expected])
    const { headers } = await as(seller).call(listOwnBooks, { ...input, limit: 1 })
    expect(headers['x-total-count']).toBe(String(expected.length))
  }
})

test('sorts by each column, and pages in that order', async () => {
  const seller = await makeAccount('seller')
  const busy = await makeBook(seller, { title: 'B', price: 300, copies: 3 })
  await makeBook(seller, { title: 'अ', price: 200, copies: 2 })
  await makeBook(seller, { title: 'a', price: 300 })
  await makeBook(seller, { title: '📚', price: 100, copies: 2 })
  for (const text of ['Hello', undefined]) {
    const { buyer, chatId } = await makeChat({ seller, bookId: busy })
    if (text) await as(buyer).call(sendMessage, { chatId, message: text })
  }
  const orders: Record<OwnBookSort, string[]> = {
    newest: ['📚', 'a', 'अ', 'B'],
    listed: ['B', 'अ', 'a', '📚'],
    '-listed': ['📚', 'a', 'अ', 'B'],
    title: ['a', 'B', 'अ', '📚'],
    '-title': ['📚', 'अ', 'B', 'a'],
    price: ['📚', 'अ', 'B', 'a'],
    '-price': ['a', 'B', 'अ', '📚'],
    stock: ['a', 'अ', '📚', 'B'],
    '-stock': ['B', '📚', 'अ', 'a'],
    chats: ['अ', 'a', '📚', 'B'],
    '-chats': ['B', '📚', 'a', 'अ'],
  }
  for (const sort of ownBookSorts) {
    const whole = await as(seller).call(listOwnBooks, { sort })
    expect([sort, whole.body.map(({ title }) => title)]).toEqual([sort, orders[sort]])
    const paged: string[] = []
    for (let cursor: string | undefined, hasMore = true; hasMore; hasMore = cursor !== undefined) {
      const page = await as(seller).call(listOwnBooks, { sort, limit: 1, cursor })
      paged.push(...page.body.map(({ title }) => title))
      cursor = /cursor=([^&>]+)/.exec(String(page.headers.link ?? ''))?.[1]
    }
    expect([sort, paged]).toEqual([sort, orders[sort]])
  }
  const [first] = (await as(seller).call(listOwnBooks, { sort: '-chats' })).body
  expect(first?.chats).toBe(1)
})

test('finds words, misspellings, other scripts, ISBNs and shelf codes in every state', async () => {
  const seller = await makeAccount('seller')
  const hidden = { hidden_at: new Date(), hidden_reason: 'A scam.' }
  await makeBook(seller, { title: 'Ramayana Darshanam', author: 'Kuvempu', available: 0 })
  await makeBook(seller, { title: 'गोदान', author: 'मुंशी प्रेमचंद', ...hidden })
  await makeBook(seller, { title: 'Optics', isbn: '9788173711466', shelf_code: 'B_2 ऊपर' })
  await sumUpSearchWords((await testApp()).context.db)
  const found: [string, string[]][] = [
    ['ramayana kuvempu', ['Ramayana Darshanam']],
    ['ramayanna', ['Ramayana Darshanam']],
    ['darshnam', ['Ramayana Darshanam']],
    ['godan', ['गोदान']],
    ['premchand', ['गोदान']],
    ['81-7371-146-1', ['Optics']],
    ['978-81737', ['Optics']],
    ['b_2', ['Optics']],
    ['ऊपर', ['Optics']],
    ['b%2', []],
    ['ramayana optics', []],
    ['\u0000📚', []],
  ]
  for (const [search, expected] of found)
    expect([search, await titles(seller, { search })]).toEqual([search, expected])
})

test('rejects unknown filters, sorts and forged cursors', async () => {
  const seller = await makeAccount('seller')
  await makeBook(seller)
  const cursorOf = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const wrong: [Record<string, unknown>, string][] = [
    [{ state: 'sold' }, 'state'],
    [{ sort: 'rank' }, 'sort'],
    [{ minDays: -1 }, 'minDays'],
    [{ maxDays: -1 }, 'maxDays'],
    [{ minDays: '1e99' }, 'minDays'],
    [{ withoutPhotos: 'maybe' }, 'withoutPhotos'],
    [{ cursor: cursorOf([null]) }, 'cursor'],
    [{ cursor: cursorOf(["'; drop table books"]) }, 'cursor'],
  ]
  for (const [input, field] of wrong) {
    const { status, error } = await as(seller).call(listOwnBooks, input as Input)
    expect([input, status, Object.keys(error.fields ?? {})]).toEqual([input, 400, [field]])
  }
})

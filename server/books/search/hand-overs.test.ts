// Lists filtered by how books are handed over.
import { expect, test } from 'vitest'
import { updateSellerProfile } from '#contract/accounts/accounts.ts'
import { listBooks } from '#contract/books/books.ts'
import { searchTitles } from '#contract/books/titles.ts'
import { uniqueLetters } from '#server/books/search/words/testing-words.ts'
import { as, followPages, makeAccount, makeBook } from '#server/testing.ts'

const ways = { meets: ['meet'], sends: ['post'], both: ['meet', 'post'], unsaid: [] } as const
type Name = keyof typeof ways

/**
 * Creates sellers of each kind, each with a book. `list` returns how many books there are, and
 * which sellers they belong to.
 */
async function makeMarket() {
  const word = uniqueLetters()
  const names = new Map<string, Name>()
  const sellers = new Map<Name, Awaited<ReturnType<typeof makeAccount>>>()
  for (const [at, name] of (Object.keys(ways) as Name[]).entries()) {
    const seller = await makeAccount('seller')
    sellers.set(name, seller)
    const pinCode = name === 'both' ? '400001' : '411038'
    await as(seller).call(updateSellerProfile, { pinCode, handOvers: [...ways[name]] })
    const book = { title: `${name} ${word} class 12`, branch: word, price: 10_000 * (at + 1) }
    names.set(await makeBook(seller, book), name)
  }
  const list = async (query: object) => {
    const { body, headers } = await as().call(listBooks, { limit: 9, ...query } as never)
    const found = body.flatMap(({ _id }) => names.get(_id) ?? [])
    return [Number(headers['x-total-count']), found]
  }
  return { word, names, sellers, list }
}

test('a list by hand-over has the books of sellers who offer it', async () => {
  const { word, names, list } = await makeMarket()
  expect(await list({ handOver: 'meet' })).toEqual([2, ['both', 'meets']])
  expect(await list({ handOver: 'post' })).toEqual([2, ['both', 'sends']])
  expect(await list({ handOver: 'meet', branch: word })).toEqual([2, ['both', 'meets']])
  expect(await list({ handOver: 'meet', branch: 'Nowhere' })).toEqual([0, []])
  expect(await list({ handOver: 'post', search: word })).toEqual([2, ['sends', 'both']])
  expect(await list({ handOver: 'post', search: 'meets' })).toEqual([0, []])
  expect(await list({ handOver: 'post', class: 12, sort: 'price' })).toEqual([2, ['sends', 'both']])
  expect(await list({ handOver: 'meet', maxPrice: 150 })).toEqual([1, ['meets']])
  expect(await list({ handOver: 'meet', city: 'Pune' })).toEqual([1, ['meets']])
  expect(await list({ handOver: 'meet', near: '411004', within: 5 })).toEqual([1, ['meets']])
  expect(await list({ handOver: 'post', near: '411004', sort: 'near' })).toEqual([
    2,
    ['sends', 'both'],
  ])
  // If no way is chosen, books whose seller hasn't chosen one are included.
  expect((await list({ handOver: '', branch: word }))[0]).toBe(4)
  const titles = await as().call(searchTitles, { search: word, handOver: 'post' })
  expect(titles.body.map(({ book }) => names.get(book._id))).toEqual(['sends', 'both'])
  const paged = await followPages<{ _id: string }>(
    `/books/buyer/books?handOver=meet&search=${word}&sort=-price&limit=1`,
  )
  expect(paged.map(({ _id }) => names.get(_id))).toEqual(['both', 'meets'])
})

test('a cached list is updated when a seller changes hand-overs', async () => {
  const { word, sellers, list } = await makeMarket()
  const say = (name: Name, handOvers: ('meet' | 'post')[]) =>
    as(sellers.get(name)).call(updateSellerProfile, { handOvers })
  const post = { handOver: 'post', branch: word }
  expect(await list(post)).toEqual([2, ['both', 'sends']])
  await say('unsaid', ['post'])
  expect(await list(post)).toEqual([3, ['unsaid', 'both', 'sends']])
  await say('sends', ['meet'])
  expect(await list(post)).toEqual([2, ['unsaid', 'both']])
  await as(sellers.get('both')).call(updateSellerProfile, { handOvers: '' })
  expect(await list(post)).toEqual([1, ['unsaid']])
})

test('rejects an unknown hand-over with a sentence', async () => {
  const { status, error } = await as().call(listBooks, { handOver: 'courier' } as never)
  expect([status, error.fields]).toEqual([
    400,
    { handOver: "The hand-over is in person ('meet') or by post ('post')." },
  ])
})

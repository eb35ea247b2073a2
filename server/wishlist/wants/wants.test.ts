// Wanted titles: each only once per person, with limits, in the order of a queue.

import { expect, test } from 'vitest'
import { updateSellerProfile } from '#contract/accounts/accounts.ts'
import { openSellerAccount } from '#contract/accounts/other-account.ts'
import { listTitleSets, suggestTitles } from '#contract/wishlist/titles.ts'
import { addWants, listWants, maxWants, removeWant, updateWant } from '#contract/wishlist/wants.ts'
import { uniqueLetters } from '#server/books/search/words/testing-words.ts'
import { as, makeAccount, makeBook } from '#server/testing.ts'
import { makePerson } from '#server/testing-exchanges.ts'
import { newIsbn } from '#server/testing-titles.ts'
import { newTitle, want, wantsOf } from './testing-wants.ts'

test('both accounts of a person have the same wants, each title once', async () => {
  const { buyer, seller } = await makePerson()
  const title = newTitle()
  expect((await want(buyer, title)).body).toEqual({ added: 1, kept: 0 })
  // The other account adds the same title in another spelling.
  const other = { title: title.title.toUpperCase(), author: 'Asha B Patil' }
  expect((await want(seller, other, { mostOnTop: 50 })).body).toEqual({ added: 0, kept: 1 })
  const wants = await wantsOf(seller)
  expect(wants).toEqual(await wantsOf(buyer))
  expect(wants).toMatchObject([
    { ...title, worstCondition: 'average', mostOnTop: 0, people: 1, copies: 0 },
  ])
  expect(wants[0]).not.toHaveProperty('withinKm')
  expect(await wantsOf(await makeAccount('buyer'))).toEqual([])
})

test('one ISBN is one title, with the name that the market or the catalogue knows', async () => {
  const buyer = await makeAccount('buyer')
  const seller = await makeAccount('seller')
  const title = newTitle()
  const isbn = newIsbn()
  await makeBook(seller, { ...title, isbn, branch: 'Law' })
  expect((await want(buyer, { isbn })).body.added).toBe(1)
  expect(await wantsOf(buyer)).toMatchObject([{ ...title, isbn, branch: 'Law' }])
  const again = { title: 'Called otherwise', author: 'Somebody', isbn }
  expect((await want(buyer, again)).body).toEqual({ added: 0, kept: 1 })
  const unknown = await want(buyer, { isbn: newIsbn() })
  expect([unknown.status, unknown.error.fields]).toEqual([
    400,
    { title: 'We don’t know this ISBN. Please add title and author.' },
  ])
  // The catalogue corrects the spelling and supplies the branch.
  await want(buyer, { title: 'indian  polity', author: 'm laxmikanth' })
  expect((await wantsOf(buyer))[0]).toMatchObject({
    title: 'Indian Polity',
    branch: 'Competitive Exams',
  })
})

test('a set adds several titles, which can be changed and removed separately', async () => {
  const buyer = await makeAccount('buyer')
  const { sets } = (await as(buyer).call(listTitleSets, {})).body
  const found = sets.find(({ key }) => key === '11-pcb')?.titles ?? []
  const titles = found.map(({ branch: _, ...title }) => title)
  const terms = { worstCondition: 'poor' as const, mostOnTop: 100 }
  const { body } = await as(buyer).call(addWants, { titles, ...terms })
  expect(body).toEqual({ added: titles.length, kept: 0 })
  const [first, ...others] = await wantsOf(buyer)
  expect(first).toMatchObject({ worstCondition: 'poor', mostOnTop: 100 })
  expect((await as(buyer).call(removeWant, { id: first?._id ?? '' })).status).toBe(200)
  expect(await wantsOf(buyer)).toEqual(others)
  const again = await as(buyer).call(removeWant, { id: first?._id ?? '' })
  expect([again.status, again.error.code]).toEqual([404, 'want_not_found'])
})

test('nobody can read, change or remove another person’s wants', async () => {
  const [buyer, stranger] = [await makeAccount('buyer'), await makeAccount('buyer')]
  await want(buyer, newTitle())
  const [{ _id: id = '' } = {}] = await wantsOf(buyer)
  for (const call of [
    await as(stranger).call(updateWant, { id, mostOnTop: 10 }),
    await as(stranger).call(removeWant, { id }),
  ])
    expect([call.status, call.error.code]).toEqual([404, 'want_not_found'])
  expect((await as().call(listWants, {})).status).toBe(401)
  expect((await as(await makeAccount('admin')).call(listWants, {})).status).toBe(403)
  expect(await wantsOf(buyer)).toMatchObject([{ mostOnTop: 0 }])
})

test('a want keeps its place in the queue when its limits change', async () => {
  const buyer = await makeAccount('buyer')
  await want(buyer, newTitle(), { pinCode: '411038', withinKm: 25, mostOnTop: 100 })
  const [{ _id: id = '', createdAt = '' } = {}] = await wantsOf(buyer)
  const change = async (limits: object) => {
    expect((await as(buyer).call(updateWant, { id, ...limits })).status).toBe(200)
    return (await wantsOf(buyer))[0]
  }
  const narrower = await change({ worstCondition: 'good', withinKm: '10', mostOnTop: '' })
  expect(narrower).toMatchObject({
    worstCondition: 'good',
    withinKm: 10,
    mostOnTop: 100,
    createdAt,
  })
  expect(await change({ mostOnTop: 0 })).toMatchObject({ createdAt, mostOnTop: 0 })
  const wider = await change({ withinKm: '' })
  expect(wider).toMatchObject({ createdAt })
  expect(wider).not.toHaveProperty('withinKm')
  expect(await change({ withinKm: 50, pinCode: '411004' })).toMatchObject({ createdAt })
})

test('a distance needs a PIN code, which is given once for all wants', async () => {
  const buyer = await makeAccount('buyer')
  const rejected = await want(buyer, newTitle(), { withinKm: 10 })
  expect([rejected.status, rejected.error.fields]).toEqual([
    400,
    { pinCode: 'Enter your PIN code: the distance is from there.' },
  ])
  await want(buyer, newTitle(), { withinKm: 10, pinCode: '411038' })
  expect((await want(buyer, newTitle(), { withinKm: 5 })).status).toBe(200)
  const { place } = (await as(buyer).call(listWants, {})).body
  expect(place).toMatchObject({ pinCode: '411038', city: 'Pune', isSellers: false })
  const wrong = await want(buyer, newTitle(), { withinKm: 7 })
  expect(wrong.error.fields).toEqual({ withinKm: 'A distance is 5, 10, 25, 50, 100 kilometres.' })
})

test('the wants of a person with a seller account are at its place', async () => {
  const { buyer, seller } = await makePerson()
  await want(buyer, newTitle(), { withinKm: 10, pinCode: '400001' })
  await want(buyer, newTitle())
  const before = await wantsOf(buyer)
  await as(seller).call(updateSellerProfile, { pinCode: '411038' })
  const { place, wants } = (await as(buyer).call(listWants, {})).body
  expect(place).toMatchObject({ pinCode: '411038', isSellers: true })
  expect(wants.map(({ createdAt }) => createdAt)).toEqual(before.map(({ createdAt }) => createdAt))
  const elsewhere = await want(buyer, newTitle(), { pinCode: '400001' })
  expect(elsewhere.error.fields).toEqual({
    pinCode: 'You are where your seller profile says. Change the PIN code there.',
  })
})

test('wants move to the place of a newly opened seller account', async () => {
  const buyer = await makeAccount('buyer')
  await want(buyer, newTitle(), { withinKm: 10, pinCode: '400001' })
  await as(buyer).call(openSellerAccount, {
    name: 'Asha',
    sellerType: 'student',
    pinCode: '411038',
  })
  expect((await as(buyer).call(listWants, {})).body.place).toMatchObject({
    pinCode: '411038',
    isSellers: true,
  })
})

test('limits the titles that a person wants, even with two concurrent requests', async () => {
  const { buyer, seller } = await makePerson()
  const word = uniqueLetters()
  const some = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => ({ title: `${word} ${from + n}`, author: 'A. B.' }))
  for (let from = 0; from < maxWants - 20; from += 40)
    await as(buyer).call(addWants, { titles: some(from, 40) })
  const both = await Promise.all(
    [buyer, seller].map((account, n) =>
      as(account).call(addWants, { titles: some(1000 + 15 * n, 15) }),
    ),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(both.map(({ error }) => error.code)).toContain('too_many_wants')
  expect(await wantsOf(buyer)).toHaveLength(maxWants - 5)
})

test('suggests titles on the market before those in the catalogue', async () => {
  const [buyer, seller] = [await makeAccount('buyer'), await makeAccount('seller')]
  const word = uniqueLetters()
  const isbn = '9788177091878'
  await makeBook(seller, { title: `Concepts of ${word}`, author: 'R. K. Singh', branch: 'Science' })
  await makeBook(seller, { title: `Physics of ${word}`, author: 'R. K. Singh', isbn })
  const suggest = async (typed: string) =>
    (await as(buyer).call(suggestTitles, { typed })).body.titles
  expect(await suggest(word.slice(0, -1))).toHaveLength(2)
  expect(await suggest(`concepts ${word}`)).toEqual([
    { title: `Concepts of ${word}`, author: 'R. K. Singh', branch: 'Science' },
  ])
  expect(await suggest(isbn)).toMatchObject([{ title: `Physics of ${word}`, isbn }])
  const physics = await suggest('concepts of physics')
  expect(physics[0]?.title).toBe('Concepts of Physics, Volume 1')
  expect(physics.length).toBeLessThanOrEqual(6)
  expect(await suggest('c')).toEqual([])
})

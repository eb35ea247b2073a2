import { expect, test } from 'vitest'
import { blockPerson } from '#contract/accounts/account-blocks.ts'
import { deleteBook } from '#contract/books/books.ts'
import { suggestSearches } from '#contract/books/suggestions.ts'
import { suggestions as limits } from '#server/books/limits.ts'
import { sumUpSearchWords } from '#server/books/search/words/terms.ts'
import { uniqueLetters } from '#server/books/search/words/testing-words.ts'
import { as, changeRow, makeAccount, makeBook, testApp } from '#server/testing.ts'
import { settleChanges } from '#server/testing-changes.ts'

const suggest = async (typed: string) =>
  (await as().call(suggestSearches, { typed })).body.suggestions
const textsOf = async (typed: string, kind: string) =>
  (await suggest(typed)).flatMap((one) => (one.kind === kind ? [one.text] : []))

test('suggests titles, authors and words by the beginnings of words', async () => {
  const word = uniqueLetters()
  const [first, second] = [await makeAccount('seller'), await makeAccount('seller')]
  const waves = { title: `Waves of ${word}`, author: 'H. C. Verma' }
  await makeBook(first, waves)
  await makeBook(second, waves)
  await makeBook(second, { ...waves, isbn: '9780306406157' })
  await makeBook(first, { title: `Textbook`, author: 'X' })
  await makeBook(first, { title: `Understanding ${word}`, author: `A. ${word}son` })
  const begun = word.slice(0, -2)
  const found = await suggest(begun)
  expect(found).toEqual([
    { kind: 'search', text: word },
    { kind: 'author', text: `A. ${word}son` },
    {
      kind: 'title',
      text: `Waves of ${word}`,
      author: 'H. C. Verma',
      title: expect.stringMatching(/^[0-9a-f]{16}$/),
    },
    expect.objectContaining({ kind: 'title', text: `Understanding ${word}` }),
  ])
  expect(await textsOf(`waves ${begun}`, 'title')).toEqual([`Waves of ${word}`])
  expect(await textsOf(`${begun} hc ver`, 'title')).toEqual([`Waves of ${word}`])
  expect(await textsOf(`WAVES ${begun.toUpperCase()}`, 'title')).toEqual([`Waves of ${word}`])
  expect(await textsOf(`waves ${word} textb`, 'title')).toEqual([`Waves of ${word}`])
  // A text matches inside words only if no word begins with it.
  expect(await textsOf(`nderstanding ${begun}`, 'title')).toEqual([`Understanding ${word}`])
  await makeBook(first, { title: `Avesta of ${word}` })
  expect(await textsOf(`aves ${begun}`, 'title')).toEqual([`Avesta of ${word}`])
  expect(await suggest('9780306406157')).toMatchObject([{ kind: 'title', text: waves.title }])
})

test('suggests an author by initials in any spelling, the most common author first', async () => {
  const name = uniqueLetters()
  const seller = await makeAccount('seller')
  await makeBook(seller, { title: 'Sets', author: `R. S. ${name}` })
  for (const title of ['Algebra', 'Calculus', 'Geometry'])
    await makeBook(seller, { title, author: `R. D. ${name}` })
  const begun = name.slice(0, -2)
  expect(await textsOf(begun, 'author')).toEqual([`R. D. ${name}`, `R. S. ${name}`])
  for (const typed of [`rs ${begun}`, `r s ${begun}`, `r.s. ${begun}`, `${begun} rs`])
    expect(await textsOf(typed, 'author'), typed).toEqual([`R. S. ${name}`])
  // No search is suggested, because the suggested author already has all words.
  expect(await textsOf(`rs ${begun}`, 'search')).toEqual([])
})

test('suggests for a word in the other script, and for a misspelled one', async () => {
  const word = uniqueLetters()
  const seller = await makeAccount('seller')
  await makeBook(seller, { title: `गोदान ${word}`, author: 'प्रेमचंद' })
  await makeBook(seller, { title: `Karmabhoomi ${word}`, author: 'प्रेमचंद' })
  expect(await textsOf(`${word} goda`, 'title')).toEqual([`गोदान ${word}`])
  expect(await textsOf(`${word} गोदा`, 'title')).toEqual([`गोदान ${word}`])
  expect(await textsOf(`${word} premch`, 'title')).toHaveLength(2)
  expect(await textsOf(`${word} karmabhumi`, 'title')).toEqual([`Karmabhoomi ${word}`])
})

test('completes words if one title or author has all of them', async () => {
  const [name, word] = [uniqueLetters(), uniqueLetters()]
  const seller = await makeAccount('seller')
  await makeBook(seller, { title: `${name} and ${word}ics, Volume 1`, author: 'X' })
  // Q, Z and V begin no other unique word.
  const initials = { title: `Waves, Volume ${word}`, author: `Q. Z. V${name}` }
  await makeBook(seller, initials)
  const kinds = async (typed: string) =>
    (await suggest(typed)).map(({ kind, text }) => `${kind} ${text}`)
  expect(await kinds(`${name} and ${word}`)).toEqual([
    `search ${name} and ${word}ics`,
    expect.stringMatching(/^title /),
  ])
  expect(await kinds(`v${name} ${word.slice(0, -2)}`)).toEqual([`title ${initials.title}`])
  expect((await kinds('qz v'))[0]).toMatch(/^author Q\. Z\. V/)
})

test('suggests a place as a filter if nothing else is typed', async () => {
  expect(await suggest('Pune')).toEqual([
    { kind: 'place', text: 'Books in Pune', city: 'Pune, Maharashtra', search: '' },
  ])
  expect(await suggest('books near 411038')).toEqual([
    { kind: 'place', text: 'Books near 411038', near: '411038', search: '' },
  ])
  const word = uniqueLetters()
  const seller = await makeAccount('seller')
  await makeBook(seller, { title: `Punic ${word}` })
  expect(await textsOf(`${word} pune`, 'place')).toEqual([])
  // 'Punic' isn't suggested, because only its beginning is similar.
  expect(await textsOf('pune', 'search')).toEqual([])
})

test('suggests classes and exams that books have, with the rest of the search', async () => {
  const word = uniqueLetters()
  const seller = await makeAccount('seller')
  await makeBook(seller, { title: `${word} for Class XII`, branch: 'Science' })
  await makeBook(seller, { title: `${word} for GMAT`, branch: 'Science' })
  const filters = async (typed: string) =>
    (await suggest(typed)).filter(({ kind }) => kind === 'class' || kind === 'exam')
  expect(await filters(`${word} class`)).toEqual([
    { kind: 'class', text: 'Class 12', class: 12, search: word },
  ])
  expect(await filters(`${word} gma`)).toEqual([
    { kind: 'exam', text: 'GMAT', exam: 'gmat', search: word },
  ])
  expect(await filters(`${word} class 11`)).toEqual([])
  expect(await filters(`${word} clat`)).toEqual([])
})

test('doesn’t suggest what has left the market', async () => {
  const { context } = await testApp()
  const word = uniqueLetters()
  const seller = await makeAccount('seller')
  const id = await makeBook(seller, { title: `Waves of ${word}` })
  await makeBook(seller, { title: `Hidden ${word}`, hidden_at: new Date(), hidden_reason: 'Spam' })
  await makeBook(seller, { title: `Sold ${word}`, available: 0 })
  const blocked = await makeAccount('seller')
  await makeBook(blocked, { title: `Blocked ${word}` })
  await changeRow('accounts', blocked.id, { status: 'blocked' })
  expect(await textsOf(word, 'title')).toEqual([`Waves of ${word}`])
  await as(seller).call(deleteBook, { id })
  await settleChanges(context)
  expect(await suggest(word)).toEqual([])
})

test('suggestions are the same for everybody, and reveal only titles and authors', async () => {
  const word = uniqueLetters()
  const [seller, buyer] = [await makeAccount('seller'), await makeAccount('buyer')]
  const title = `Waves of ${word}`
  await makeBook(seller, { title, author: 'B. Author' })
  await as(buyer).call(blockPerson, { id: seller.id })
  const { suggestions } = (await as(buyer).call(suggestSearches, { typed: word })).body
  expect(suggestions).toEqual(await suggest(word))
  const fields = suggestions.flatMap((one) => Object.keys(one))
  expect([...new Set(fields)].sort()).toEqual(['author', 'kind', 'text', 'title'])
})

test('limits suggestions, and puts words that many books have first', async () => {
  const { db } = (await testApp()).context
  const word = uniqueLetters()
  const seller = await makeAccount('seller')
  for (let n = 0; n < 3; n++)
    await makeBook(seller, { title: `${word}ology of ${n}x`, author: 'X' })
  for (let n = 0; n < 9; n++) await makeBook(seller, { title: `${word}ics of ${n}x`, author: 'X' })
  await sumUpSearchWords(db)
  expect(await textsOf(word, 'search')).toEqual([`${word}ics`, `${word}ology`])
  expect(await suggest(word)).toHaveLength(limits.max)
})

test.each([
  '',
  'x',
  '  ',
  '%',
  '_%',
  '%_\\%',
  '\u0000',
  '\\',
  "'; drop table books; --",
  '🦉'.repeat(60),
])('suggests nothing for %j', async (typed) => {
  expect(await suggest(typed)).toEqual([])
})

test('doesn’t suggest an author whose only book has left the market', async () => {
  const word = uniqueLetters()
  const seller = await makeAccount('seller')
  // The author is suggested, and other titles fill the list.
  for (let number = 0; number < limits.max; number++)
    await makeBook(seller, { title: `${word} ${number}` })
  const id = await makeBook(seller, {
    title: 'A long title that comes after all the others',
    author: `${word} Rao`,
  })
  expect(await textsOf(word, 'author')).toEqual([`${word} Rao`])
  expect(await textsOf(word, 'title')).not.toContain('A long title that comes after all the others')
  await as(seller).call(deleteBook, { id })
  expect(await textsOf(word, 'author')).toEqual([])
})

import { expect, test } from 'vitest'
import { type Book, listBooks, listOwnBooks } from '#contract/books/books.ts'
import { sumUpSearchWords } from '#server/books/search/words/terms.ts'
import { newId } from '#server/platform/database/ids.ts'
import { as, followPages, makeAccount, makeBook, testApp } from '#server/testing.ts'

const uniqueWord = () => `w${newId().replaceAll('-', '').slice(-12)}`
/** Returns a word without digits, because a word with digits counts as a number. */
const uniqueLetters = () =>
  uniqueWord().replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')
const titles = (books: Book[]) => books.map(({ title }) => title)
const followBooks = (query: Record<string, string | number>) => {
  const texts = Object.entries(query).map(([name, value]) => [name, String(value)])
  return followPages<Book>(`/books/buyer/books?${new URLSearchParams(texts)}`)
}

test('a search ignores case, accents and word order, and matches inside words', async () => {
  const word = uniqueWord()
  const seller = await makeAccount('seller')
  await makeBook(seller, { title: `Les Misérables ${word}`, author: 'Victor Hugo' })
  await makeBook(seller, {
    title: `Concepts ${word}`,
    author: 'H. C. Verma',
    isbn: '9780306406157',
  })
  await makeBook(seller, { title: `${word} रंगभूमि`, author: 'मुंशी प्रेमचंद' })
  await makeBook(seller, { title: `${word} كتاب 📚`, author: 'x' })
  const find = async (search: string) => titles((await as().call(listBooks, { search })).body)
  for (const search of ['MISERABLES', 'misérables', 'hugo les', 'iserabl'])
    expect(await find(`${search} ${word}`), search).toEqual([`Les Misérables ${word}`])
  for (const search of ['hc verma', 'h.c. verma', 'verma h c', 'H C Verma'])
    expect(await find(`${word} ${search}`), search).toEqual([`Concepts ${word}`])
  for (const search of ['978-0-306-40615-7', '0306406152', '0-306-40615-2'])
    expect(await find(search), search).toEqual([`Concepts ${word}`])
  expect(await find(`रंगभूमि ${word}`)).toEqual([`${word} रंगभूमि`])
  expect(await find(`📚 ${word}`)).toEqual([`${word} كتاب 📚`])
  expect(await find(`كتاب ${word}`)).toEqual([`${word} كتاب 📚`])
})

test('the start of a word in Devanagari finds words in Latin letters', async () => {
  const branch = uniqueWord()
  const seller = await makeAccount('seller')
  for (const title of ['The Guide', 'Godaan', 'Good Omens'])
    await makeBook(seller, {
      title,
      author: 'X',
      branch,
      price: title === 'Godaan' ? 90_00 : 10_00,
    })
  const find = async (search: string) =>
    titles((await as().call(listBooks, { search, branch })).body)
  expect(await find('गोद')).toEqual(['Godaan'])
  expect(await find('गोदान')).toEqual(['Godaan'])
})

test('characters that are special in LIKE and SQL are searched literally', async () => {
  const word = uniqueWord()
  const seller = await makeAccount('seller')
  await makeBook(seller, { title: `50% off_ ${word}` })
  await makeBook(seller, { title: `500 offer ${word}` })
  await makeBook(seller, { title: `back\\slash 'quoted' ${word}` })
  const find = async (search: string) => titles((await as().call(listBooks, { search })).body)
  expect(await find(`50% ${word}`)).toEqual([`50% off_ ${word}`])
  expect(await find(`f_ ${word}`)).toEqual([`50% off_ ${word}`])
  expect(await find(`back\\slash ${word}`)).toEqual([`back\\slash 'quoted' ${word}`])
  expect(await find(`'quoted' ${word}`)).toEqual([`back\\slash 'quoted' ${word}`])
  expect(await find(`%${word}%`)).toEqual([])
  for (const search of [
    "'; drop table books; --",
    '\u0000',
    '\\',
    '%',
    '_',
    '🦉'.repeat(60),
    '\ud800',
    ' '.repeat(500),
    'x'.repeat(5000),
  ])
    expect((await as().call(listBooks, { search, limit: 1 })).status, search).toBe(200)
})

test('letters before a name are an author’s initials, not words of a title', async () => {
  const branch = uniqueWord()
  const seller = await makeAccount('seller')
  const books = [
    ['Nights with Lewis', 'Clive Smith', 10_00],
    ['The Last Night', 'Clive Lewis', 20_00],
    ['Better English', 'Norman Lewis', 30_00],
    ['Nimble Lewis', 'Anna Noor; Clive Lewis', 40_00],
  ] as const
  for (const [title, author, price] of books)
    await makeBook(seller, { title, author, price, branch })
  const find = async (search: string) =>
    titles((await as().call(listBooks, { search, branch })).body)
  expect(await find('n lewis')).toEqual([
    'Better English',
    'Nimble Lewis',
    'Nights with Lewis',
    'The Last Night',
  ])
  expect((await find('c.lewis')).slice(0, 2)).toEqual(['Nimble Lewis', 'The Last Night'])
  // A title that has the letter as a word comes first.
  await makeBook(seller, { title: 'N Lewis', author: 'Clive Smith', price: 50_00, branch })
  expect((await find('N. Lewis'))[0]).toBe('N Lewis')
})

test('a letter before a word can also be a programming language', async () => {
  const branch = uniqueWord()
  const seller = await makeAccount('seller')
  for (const [title, author, price] of [
    ['Programming', 'Charles Petzold', 10_00],
    ['Programming with C++', 'A. Author', 20_00],
    ['Programming in C', 'A. Author', 30_00],
  ] as const)
    await makeBook(seller, { title, author, price, branch })
  const { body } = await as().call(listBooks, { search: 'c programming', branch })
  expect(titles(body)).toEqual(['Programming in C', 'Programming with C++', 'Programming'])
})

test('a misspelled word finds its most likely meaning first, titles before authors', async () => {
  const branch = uniqueWord()
  const seller = await makeAccount('seller')
  const books = [
    ['Silicon Valley', 'Anna Wiener', 10_00],
    ['On Writing', 'Maria Solid', 20_00],
    ['The Solid State', 'A. Author', 40_00],
  ] as const
  for (const [title, author, price] of books)
    await makeBook(seller, { title, author, price, branch })
  const { body } = await as().call(listBooks, { search: 'silid', branch })
  expect(titles(body)).toEqual(['The Solid State', 'On Writing', 'Silicon Valley'])
})

test('a misspelled word also finds similar words, after exact matches', async () => {
  const seller = await makeAccount('seller')
  const word = uniqueLetters()
  const similar = await makeBook(seller, { title: `Microbiology ${word}` })
  const exact = await makeBook(seller, { title: `Mikrobiology ${word}` })
  const newer = await makeBook(seller, { title: `Microbiology for All ${word}` })
  const findIds = async (search: string, more = {}) =>
    (await followBooks({ search, ...more })).map(({ _id }) => _id)
  const found = await findIds(`mikrobiology ${word}`)
  expect(found[0]).toBe(exact)
  expect(new Set(found)).toEqual(new Set([exact, similar, newer]))
  expect(await findIds(`mikrobiology ${word}`, { limit: 1 })).toEqual(found)
  expect(new Set(await findIds(`microbiologie ${word}`))).toEqual(new Set([similar, newer]))
})

test('a word with one typo finds what was meant, even a short word', async () => {
  const seller = await makeAccount('seller')
  const word = uniqueLetters()
  const id = await makeBook(seller, { title: `Thorax ${word}` })
  const find = async (search: string) => (await followBooks({ search })).map(({ _id }) => _id)
  for (const typed of ['thoarx', 'thorx', 'thoarax', 'thoeax', 'htorax'])
    expect(await find(typed), typed).toContain(id)
  expect(await find('thiran')).toEqual([])
  expect(await find(`thiran ${word}`)).toEqual([id])
})

test('if no book has all words, finds those with all but one, except numbers', async () => {
  const seller = await makeAccount('seller')
  const [word, unknown] = [uniqueLetters(), uniqueLetters()]
  const id = await makeBook(seller, { title: `Guitar ${word}` })
  const findIds = async (search: string) => (await followBooks({ search })).map(({ _id }) => _id)
  expect(await findIds(`${word} ${unknown}`)).toEqual([id])
  expect(await findIds(`${unknown} ${word}`)).toEqual([id])
  // The word that no book has is left out first, so the other word's books are found.
  await makeBook(seller, { title: 'Munshiram Stories', author: 'A. Author' })
  await sumUpSearchWords((await testApp()).context.db)
  expect(await findIds(`munshiramji ${word}`)).toEqual([id])
  // A misspelled word doesn't count as unknown.
  const [meant, tales] = [uniqueLetters(), uniqueLetters()]
  const wanted = await makeBook(seller, { title: `Meant ${meant}` })
  await makeBook(seller, { title: `Tales of ${tales}` })
  await sumUpSearchWords((await testApp()).context.db)
  for (const misspelt of [
    `${meant.slice(0, 4)}${meant.slice(5)}`,
    `${meant.slice(0, 6)}q${meant.slice(6)}`,
  ])
    expect(await findIds(`${misspelt} ${tales}`), misspelt).toEqual([wanted])
  for (const search of [unknown, `${word} 2023`, `${word} ${unknown} ${uniqueLetters()}`])
    expect(await findIds(search), search).toEqual([])
})

test('titles come before authors, and word beginnings before insides', async () => {
  const seller = await makeAccount('seller')
  const word = uniqueLetters()
  const inside = await makeBook(seller, { title: `Micro${word}`, price: 1000 })
  const author = await makeBook(seller, { title: 'Essays', author: `A. ${word}`, price: 1000 })
  const begins = await makeBook(seller, { title: `About ${word}s`, price: 1000 })
  const whole = await makeBook(seller, { title: `About ${word}`, price: 3000 })
  const cheaper = await makeBook(seller, { title: `About ${word}`, price: 2000 })
  const expected = [cheaper, whole, begins, author, inside]
  expect((await followBooks({ search: word })).map(({ _id }) => _id)).toEqual(expected)
  expect((await followBooks({ search: word, limit: 1 })).map(({ _id }) => _id)).toEqual(expected)
})

test('books by a named author come before books about them', async () => {
  const seller = await makeAccount('seller')
  const [first, last] = [uniqueLetters(), uniqueLetters()]
  const make = (title: string, author: string) => makeBook(seller, { title, author })
  const about = await make(`${first} ${last}: A Life`, 'A. Biographer')
  const novels = [await make('A Novel', `${first} ${last}`), await make('Two', `${first} ${last}`)]
  const other = await make('Poems', `Anna B. ${last}`)
  const findIds = async (search: string) => (await followBooks({ search })).map(({ _id }) => _id)
  for (const search of [`${first} ${last}`, `${last} ${first}`, `books by ${first} ${last}`]) {
    const found = await findIds(search)
    expect([found.slice(0, 2).sort(), found[2]], search).toEqual([novels.sort(), about])
  }
  const found = await findIds(last)
  expect([found.slice(0, 3).sort(), ...found.slice(3)]).toEqual([[...novels, other].sort(), about])
  // When more titles have the name, it counts as a subject rather than an author.
  for (const n of [1, 2, 3, 4]) await make(`${n} ${last}`, 'A. Author')
  const { body } = await as().call(listBooks, { search: last, limit: 9 })
  expect(
    body
      .slice(5, 8)
      .map(({ _id }) => _id)
      .sort(),
  ).toEqual([...novels, other].sort())
})

test('a name matches a sole author first, then one of many', async () => {
  const seller = await makeAccount('seller')
  const last = uniqueLetters()
  const make = (author: string, price: number) =>
    makeBook(seller, { title: 'Stories', author, price })
  const longer = await make(`D. P. Kothari, P. ${last}ish`, 1000)
  const many = await make(`Bela Editor; Paul K. ${last}`, 2000)
  const only = await make(`P. K. ${last}`, 3000)
  expect((await followBooks({ search: `p k ${last}` })).map(({ _id }) => _id)).toEqual([
    only,
    many,
    longer,
  ])
})

test('a name without its last letter finds the whole name', async () => {
  const seller = await makeAccount('seller')
  const name = uniqueLetters()
  const about = await makeBook(seller, { title: `${name}: The Biography`, price: 1000 })
  const plays: string[] = []
  for (const title of ['Othello', 'King Lear'])
    plays.push(await makeBook(seller, { title, author: `William ${name}`, price: 2000 }))
  await sumUpSearchWords((await testApp()).context.db)
  for (const search of [name, name.slice(0, -1)]) {
    const found = (await followBooks({ search })).map(({ _id }) => _id)
    expect(new Set(found.slice(0, 2)), search).toEqual(new Set(plays))
    expect(found[2]).toBe(about)
  }
})

test('a whole title comes first, including its small words, but without the article', async () => {
  const seller = await makeAccount('seller')
  const [crime, end] = [uniqueLetters(), uniqueLetters()]
  await makeBook(seller, { title: `Thoughts on ${crime}, ${end} and Law`, price: 1000 })
  const whole = await makeBook(seller, { title: `${crime} and ${end}`, price: 2000 })
  const alchemist = uniqueLetters()
  await makeBook(seller, { title: `${alchemist} Returns`, price: 1000 })
  const novel = await makeBook(seller, { title: `The ${alchemist}`, price: 2000 })
  for (const [search, first] of [
    [`${crime} and ${end}`, whole],
    [`the ${crime} and ${end}`, whole],
    [alchemist, novel],
  ] as const) {
    const { body } = await as().call(listBooks, { search, limit: 1 })
    expect(
      body.map(({ _id }) => _id),
      search,
    ).toEqual([first])
  }
})

test('a typo that happens to be part of another word finds first what was meant', async () => {
  const branch = uniqueWord()
  const seller = await makeAccount('seller')
  await makeBook(seller, { title: 'Discrete Mathematics', branch, price: 1000 })
  await makeBook(seller, { title: 'The Secret', branch, price: 2000 })
  const { body } = await as().call(listBooks, { search: 'scret', branch })
  expect(titles(body)).toEqual(['The Secret', 'Discrete Mathematics'])
})

test('a word that no book has finds the word that sounds like it before longer ones', async () => {
  const branch = uniqueWord()
  const seller = await makeAccount('seller')
  for (let n = 1; n < 25; n++)
    await makeBook(seller, { title: `Historical Romance ${n}`, branch, price: 1000 })
  await makeBook(seller, { title: 'World History', branch, price: 2000 })
  const { body } = await as().call(listBooks, { search: 'histori', branch, limit: 1 })
  expect(titles(body)).toEqual(['World History'])
})

test('a search for an exam finds its study books first', async () => {
  const seller = await makeAccount('seller')
  const word = uniqueLetters()
  await makeBook(seller, { title: `The IAS: A History ${word}`, branch: 'Fiction', price: 1000 })
  await makeBook(seller, {
    title: `Modern India ${word}`,
    author: 'Rajiv Ahir',
    description: 'History for UPSC.',
    branch: 'Competitive Exams',
    price: 2000,
  })
  const { body } = await as().call(listBooks, { search: `upsc history ${word}` })
  expect(titles(body)[0]).toBe(`Modern India ${word}`)
})

test('finds classes, exams and subjects under all their names', async () => {
  const seller = await makeAccount('seller')
  const author = uniqueLetters()
  const make = (title: string, more: object = {}) => makeBook(seller, { title, author, ...more })
  const [physics, maths, novel] = [
    await make('Physics: Textbook for Class XII, Part I', { branch: 'Class 11-12' }),
    await make('Mathematics for Class 11', { branch: 'Class 11-12', description: 'For JEE Main.' }),
    await make('Chemistry and Other Stories', { branch: 'Fiction' }),
  ]
  const chemistry = await make('A Chemistry Primer', { branch: 'Science' })
  const findIds = async (search: string) =>
    (await followBooks({ search: `${search} ${author}` })).map(({ _id }) => _id)
  for (const search of ['class 12 physics', 'phy for 12th', 'physics std xii', 'बारहवीं भौतिकी'])
    expect(await findIds(search), search).toEqual([physics])
  for (const search of ['maths', 'class xi', 'iit jee maths', 'jee advanced', 'गणित 11'])
    expect(await findIds(search), search).toEqual([maths])
  for (const search of ['chem', 'kemistry'])
    expect(await findIds(search), search).toEqual([chemistry, novel])
  const ledgers = await make('Bookkeeping for Class 9', { branch: 'Commerce' })
  await sumUpSearchWords((await testApp()).context.db)
  for (const search of ['accountancy', 'accounatncy', 'acountancy 9', 'class 9 accountncy'])
    expect(await findIds(search), search).toEqual([ledgers])
})

test('if many books contain the words, only those are listed', async () => {
  const word = uniqueLetters()
  const seller = await makeAccount('seller')
  for (let n = 0; n < 24; n++) await makeBook(seller, { title: `Chemistry ${n} ${word}` })
  await makeBook(seller, { title: `Chenistry ${word}` })
  const { body, headers } = await as().call(listBooks, { search: `chemistry ${word}`, limit: 5 })
  expect([body.length, headers['x-total-count']]).toEqual([5, '24'])
  expect(await followBooks({ search: `chemistry ${word}`, limit: 7 })).toHaveLength(24)
  expect(await followBooks({ search: `chemistry ${word}`, limit: 7, sort: 'price' })).toHaveLength(
    24,
  )
})

test('only a whole ISBN finds a book, parts of it find nothing', async () => {
  const seller = await makeAccount('seller')
  const author = uniqueLetters()
  const book = await makeBook(seller, { title: 'Concepts', author, isbn: '9789812345677' })
  await makeBook(seller, { title: 'Class 12', author })
  const find = async (search: string) => titles((await as().call(listBooks, { search })).body)
  expect(await find(`12 ${author}`)).toEqual(['Class 12'])
  for (const part of ['9789812345', '23456', '978981234567'])
    expect(await find(`${part} ${author}`), part).toEqual([])
  const { body } = await as(seller).call(listOwnBooks, { search: '978 981 234567 7' })
  expect(body.map(({ _id }) => _id)).toEqual([book])
  expect((await followBooks({ search: '9789812345677', limit: 1 })).map(({ _id }) => _id)).toEqual([
    book,
  ])
})

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deleteBook } from '#contract/books/books.ts'
import { findByIsbn } from '#contract/books/titles.ts'
import { as, makeAccount, makeBook, testApp } from '#server/testing.ts'
import { newIsbn } from '#server/testing-titles.ts'
import { importTitles } from './import-titles.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'dobara-titles-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function importText(name: string, content: string | Buffer) {
  const file = path.join(folder, name)
  await writeFile(file, content)
  return importTitles((await testApp()).context.db, file)
}

const find = async (isbn: string) => as(await makeAccount('seller')).call(findByIsbn, { isbn })

const listing = {
  author: 'R. K. Narayan',
  branch: 'Fiction',
  publication_year: 2016,
  pages: 220,
  original_price: 29_900,
}

test('an ISBN in any spelling finds what most listings say, also a deleted one', async () => {
  const [seller, isbn] = [await makeAccount('seller'), newIsbn()]
  await makeBook(seller, { ...listing, isbn, title: 'The Guide' })
  await makeBook(seller, { ...listing, isbn, title: 'Guide (wrong)', pages: null })
  const last = await makeBook(seller, { ...listing, isbn, title: 'The Guide' })
  await as(seller).call(deleteBook, { id: last })
  const { body } = await find(`ISBN-13: ${isbn.slice(0, 3)}-${isbn.slice(3)}`)
  expect(body).toEqual({
    isbn,
    title: 'The Guide',
    author: 'R. K. Narayan',
    branch: 'Fiction',
    publication_year: 2016,
    pages: 220,
    original_price: 299,
  })
})

test('what admins hid and what blocked sellers list isn’t suggested', async () => {
  const [seller, isbn] = [await makeAccount('seller'), newIsbn()]
  const hidden = { hidden_at: new Date(), hidden_reason: 'A scam.' }
  await makeBook(seller, { ...listing, isbn, title: 'Call 98…', ...hidden })
  const { status, error } = await find(isbn)
  expect([status, error.code]).toEqual([404, 'isbn_unknown'])
})

test('the catalogue that comes with Dobara is known', async () => {
  expect((await find('9788121925242')).body).toEqual({
    isbn: '9788121925242',
    title: 'Theory of Machines',
    author: 'R. S. Khurmi, J. K. Gupta',
    branch: 'Mechanical',
  })
  expect((await find('9780743264730')).body).toEqual({
    isbn: '9780743264730',
    title: 'Einstein: His Life and Universe',
    author: 'Walter Isaacson',
    publication_year: 2007,
    pages: 675,
  })
})

test('a wrong check digit and a number that isn’t a book’s are refused at the field', async () => {
  expect((await find('9788177091879')).error.fields).toEqual({
    isbn: 'A digit of this ISBN is wrong. Compare it with the book.',
  })
  expect((await find('0000000000')).error.fields).toEqual({
    isbn: 'This is not the ISBN of a book. Leave it empty if the book has none.',
  })
})

test('a CSV file is imported, with headers as people write them', async () => {
  const [isbn, second] = [newIsbn(), newIsbn()]
  const csv = `\ufeffISBN-13,Name,Author,MRP,Year,Pages,Subject,Shelf
${isbn},"Physics, Part 1",H. C. Verma,₹450/-,2019,462,science,A4
,No ISBN,Somebody,100,2000,10,Law,A5
${second},Odd values,Somebody,free,20,0,Hardback,`
  expect(await importText('titles.csv', csv)).toEqual({ lines: 3, titles: 2 })
  expect((await find(isbn)).body).toEqual({
    isbn,
    title: 'Physics, Part 1',
    author: 'H. C. Verma',
    branch: 'Science',
    publication_year: 2019,
    pages: 462,
    original_price: 450,
  })
  expect((await find(second)).body).toEqual({
    isbn: second,
    title: 'Odd values',
    author: 'Somebody',
  })
})

test('editions and authors of an Open Library dump are imported, and again without harm', async () => {
  const [isbn, named, ...unnamed] = [newIsbn(), newIsbn(), newIsbn()]
  const key = `/authors/OL${isbn}A`
  const line = (type: string, content: object, ofKey = key) =>
    [`/type/${type}`, ofKey, '3', '2020-01-01T00:00:00', JSON.stringify(content)].join('\t')
  const dump = [
    line('edition', {
      title: 'Swami and Friends',
      authors: [{ key }],
      isbn_13: [isbn],
      publish_date: 'March 2008',
      number_of_pages: 184,
    }),
    line('edition', {
      title: 'By statement',
      by_statement: 'R. K. Narayan',
      isbn_10: [],
      isbn_13: [named],
    }),
    line('edition', { title: 'Nobody’s', isbn_13: unnamed }),
    line('work', { title: 'A work' }),
    line('author', { name: 'R. K. Narayan' }),
    ...['A\0B', 'x'.repeat(1000), 7].map((name, n) => line('author', { name }, `${key}${n}`)),
  ].join('\n')
  for (const _ of [1, 2])
    expect(await importText('dump.txt.gz', gzipSync(dump))).toEqual({ lines: 8, titles: 2 })
  expect((await find(isbn)).body).toEqual({
    isbn,
    title: 'Swami and Friends',
    author: 'R. K. Narayan',
    publication_year: 2008,
    pages: 184,
  })
  expect((await find(named)).body).toMatchObject({ author: 'R. K. Narayan' })
  expect((await find(unnamed[0] ?? '')).status).toBe(404)
})

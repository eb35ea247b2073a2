import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { previewImport } from '#contract/books/manage/csv.ts'
import { importLimits } from '#contract/common/limits.ts'
import { as, makeAccount, makeBook } from '#server/testing.ts'
import { newIsbn } from '#server/testing-titles.ts'
import { csvFile, csvOf, header, preview, rowOf } from './testing-csv.ts'

const shop = () => makeAccount('seller', { shop: true })

test('the template has no errors', async () => {
  const file = path.resolve(import.meta.dirname, '../../../web/public/books-template.csv')
  const { body } = await preview(await shop(), Buffer.from(await readFile(file)))
  expect(body).toMatchObject({ errors: [], wrongRows: 0, ignoredColumns: [] })
  expect(body.books.map(({ row, title, photos }) => ({ row, title, photos }))).toEqual([
    { row: 2, title: 'The Guide', photos: ['guide-1.jpg', 'guide-2.jpg'] },
    { row: 3, title: 'Concepts of Physics 1', photos: ['physics-1.jpg', 'physics-2.jpg'] },
  ])
})

test.each([
  [
    'Amazon',
    'item-name\tauthor\titem-condition\titem-price\tmaximum-retail-price\tquantity\tcategory\tseller-sku\nThe Guide\tR. K. Narayan\t11\t₹ 1,250\tRs. 1,299/-\t3\tFiction\tA-3',
  ],
  [
    'Shopify',
    'Handle,Title,Body (HTML),Vendor,Product Category,Book Condition,Variant SKU,Variant Inventory Qty,Variant Price,Variant Compare At Price,Image Src\nguide,The Guide,"<p>Clean &amp; tight</p>",R. K. Narayan,Media > Books > Fiction,New,A-3,3,1250,1299,https://cdn.example.com/a%20%E0%A4%95.jpg?v=1\nguide,,,,,,,,,,https://cdn.example.com/b%.jpg',
  ],
  [
    'Hindi',
    'पुस्तक का नाम;लेखक;हालत;कीमत;अंकित मूल्य (₹);प्रतियाँ;श्रेणी;शेल्फ कोड\nThe Guide;R. K. Narayan;नई;१,२५०;१,२९९;३;Fiction;A-3',
  ],
  [
    'a shop',
    'Book Name,Author,I.S.B.N.,Condition,Price,M.R.P. (Rs.),Qty.,Category,S.K.U.\nThe Guide,R. K. Narayan,978-0143414988,New,1250,1299,3,Fiction,A-3',
  ],
])('headers and values as %s writes them', async (_, text) => {
  const { body } = await preview(await shop(), text)
  expect(body.errors).toEqual([])
  expect(body.ignoredColumns).toEqual(text.startsWith('Handle') ? ['Handle'] : [])
  expect(body.books).toHaveLength(1)
  expect(body.books[0]).toMatchObject({
    ...{ title: 'The Guide', author: 'R. K. Narayan', condition: 'new', price: 1250, copies: 3 },
  })
  if (text.startsWith('Handle')) expect(body.books[0]?.photos).toEqual(['a क.jpg', 'b%.jpg'])
})

test.each(['Used - Like New', 'UsedLikeNew', 'like new'])(
  '%j is an old book',
  async (condition) => {
    const text = `title,author,condition,price,mrp,branch\nA,B,${condition},100,300,Fiction`
    const { body } = await preview(await shop(), text)
    expect(body.books[0]).toMatchObject({ condition: 'new', price: 100, hasErrors: false })
  },
)

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
test.each([
  ['UTF-8 with a byte order mark', `\ufeff${csvOf('मालगुडी')}`, 'मालगुडी'],
  ['UTF-16 with tabs', utf16(csvOf('मालगुडी').replaceAll(',', '\t')), 'मालगुडी'],
  ['UTF-16, the other order', utf16(csvOf('मालगुडी')).swap16(), 'मालगुडी'],
  ['a Windows code page', Buffer.from(csvOf('Les Misérables'), 'latin1'), 'Les Misérables'],
  ['semicolons', csvOf('A').replaceAll(',', ';'), 'A'],
  ['a line that names the separator', `sep=|\r\n${csvOf('A').replaceAll(',', '|')}`, 'A'],
  [
    'quoted line breaks',
    `${header}\n"Swami\n and ""friends""",${rowOf('').slice(1)}`,
    'Swami and "friends"',
  ],
  ['emoji and markup', csvOf('<b>📚</b>'), '<b>📚</b>'],
  ['a protected formula', csvOf("'=1+1"), '=1+1'],
])('%s', async (_, content, title) => {
  const { status, body } = await preview(await shop(), content)
  expect([status, body.errors]).toEqual([200, []])
  expect(body.books).toEqual([expect.objectContaining({ row: 2, title })])
})

const wrongFiles: [string, string | Buffer<ArrayBuffer>, string, string][] = [
  ['empty', '', 'csv_unreadable', 'This file is empty.'],
  ['blank', ' \r\n\r\n ', 'csv_unreadable', 'This file is empty.'],
  ['only headers', header, 'csv_unreadable', 'no books'],
  ['only headers and empty rows', `${header}\n,,,,,,\n,,,,,,\n`, 'csv_unreadable', 'no books'],
  ['no headers', rowOf('A'), 'csv_unreadable', 'The first row must have the names'],
  ['a workbook', Buffer.from('PK\u0003\u0004 and more'), 'csv_is_workbook', 'Save it as CSV'],
  [
    'an old workbook',
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1]),
    'csv_is_workbook',
    'Save it as CSV',
  ],
  [
    'a picture',
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xd, 0, 0, 0, 0xd]),
    'csv_unreadable',
    'isn’t CSV',
  ],
  ['an open quotation mark', `${csvOf('A')}"B,x\n${rowOf('C')}`, 'csv_unreadable', 'never closed'],
  [
    'an endless row',
    `${csvOf('A')}"${'x'.repeat(70_000)}",x`,
    'csv_unreadable',
    'too long for one row',
  ],
  [
    'too many rows',
    csvOf(...Array(importLimits.rows + 1).fill('A')),
    'csv_too_large',
    '1,000 books',
  ],
  ['too many bytes', csvOf('A'.repeat(importLimits.bytes)), 'csv_too_large', '2 MB'],
  [
    'all sold out',
    'title,author,condition,price,mrp,qty,branch\nA,B,good,100,300,०,Fiction',
    'csv_unreadable',
    'nothing to import',
  ],
  ['a line of commas', `Title${','.repeat(1_900_000)}`, 'csv_too_large', '2 MB'],
  [
    'one of very many columns',
    `${'x,'.repeat(9000)}Title\nA`,
    'csv_unreadable',
    'names of the columns',
  ],
  [
    'one with a column of an endless name',
    `Title,"${'z'.repeat(50_000)} Price"\nA,1`,
    'csv_unreadable',
    'names of the columns',
  ],
  ['very many empty rows', `${csvOf('A')}${',\n'.repeat(200_000)}`, 'csv_too_large', '1,000 books'],
]
test.each(wrongFiles)('a file that is %s', async (_, content, code, text) => {
  const { status, error } = await preview(await shop(), content)
  expect([status < 500, error.code]).toEqual([true, code])
  expect(error.message).toContain(text)
})

/** A column, its text in an otherwise right row, what is wrong, and the column that is wrong. */
const wrongCells: [string, string, string, string?][] = [
  ['Title', '', 'Title is missing.'],
  ['Title', 'x'.repeat(201), 'Title can have at most 200 characters.'],
  ['Author', '', 'Author is missing.'],
  ['Branch', '', 'Branch is missing.'],
  ['Branch', 'All Branches', 'Please select a valid branch.'],
  ['List Price', '', 'List Price is missing.'],
  ['List Price', 'free', 'List price must be a number.'],
  ['List Price', '2,00', 'List price must be a number.'],
  ['Price', '5000000', 'Price can be at most ₹1,00,000.'],
  ['Price', '400', "An old book's price can be at most its original price."],
  ['Price', '12,34,5', 'Price must be a number.'],
  ['Condition', '', 'Condition is missing: new, good, average or poor.'],
  ['Condition', 'torn', 'Choose a condition: new, good, average or poor.'],
  ['Book Type', 'hardcover', 'Choose a new or an old book.'],
  ['Publication Year', '20210', 'Publication year can be at most'],
  ['Publication Year', 'MMX', 'Publication year must be a number.'],
  ['Publication Date', '31/02/2010', 'Enter a date as YYYY-MM-DD.'],
  ['ISBN', '9.78E+12', 'Excel shortened this ISBN to 9.78E+12.'],
  ['ISBN', '9780000000000', 'Excel shortened this ISBN'],
  ['ISBN', '978-0143414989', 'A digit of this ISBN is wrong.'],
  ['Pages', '-3', 'Pages must be at least 1.'],
  ['Quantity', '-1', 'Copies must be at least 1.'],
  ['Quantity', '1e9', 'Copies must be a number.'],
  ['Rent Per Day', 'ten', 'Rent price per day must be a number.'],
  ['Rentable', 'yes', 'Rent price per day is required.', 'Rent Per Day'],
  ['Rentable', 'maybe', 'Rentable must be yes or no.'],
  ['Shelf Code', 'x'.repeat(31), 'Shelf code can have at most 30 characters.'],
  ['Photos', '1;2;3;4;5;6', 'Name at most 5 photos.'],
]
test.each(wrongCells)('%s %j', async (column, text, message, named = column) => {
  const right = {
    ...{ Title: 'The Guide', Author: 'R. K. Narayan', Condition: 'good', Price: '120' },
    ...{ 'List Price': '299', 'Publication Year': '2010', Branch: 'Fiction' },
  }
  const rows = [
    { ...right, [column]: text },
    { ...right, [column]: right[column as 'Title'] ?? '' },
  ]
  const lines = rows.map((row) =>
    Object.values(row)
      .map((cell) => `"${cell}"`)
      .join(','),
  )
  const { body } = await preview(
    await shop(),
    `${Object.keys(rows[0] ?? {})}\n${lines.join('\n\n')}`,
  )
  expect(body.errors).toHaveLength(1)
  expect(body.errors[0]).toMatchObject({ row: 2, column: named })
  expect(body.errors[0]?.message).toContain(message)
  expect(body.books.map(({ row, hasErrors }) => [row, hasErrors])).toEqual([
    [2, true],
    [4, false],
  ])
})

test('texts that are far too long are refused before they are read', async () => {
  const long = {
    Price: '₹'.repeat(19_000),
    ISBN: '9'.repeat(50_000),
    Pages: '₹'.repeat(19_000),
    Photos: 'a;'.repeat(25_000),
    Description: '<a'.repeat(25_000),
  }
  const names = Object.keys(long)
  const others: Record<string, string> = { Price: '120' }
  const rows = Object.entries(long).map(([column, text]) =>
    [
      'A,B,good,299,Fiction,',
      ...names.map((name) => (name === column ? text : others[name])),
    ].join(),
  )
  const headers = `Title,Author,Condition,List Price,Branch,Handle,${names},${'('.repeat(200)}`
  const { body } = await preview(await shop(), [headers, ...Array(7).fill(rows).flat()].join('\n'))
  expect(body.wrongRows).toBe(rows.length * 7)
  const messages = new Map(body.errors.map(({ column, message }) => [column, message]))
  expect(Object.fromEntries(messages)).toMatchObject({
    Price: 'Price can have at most 300 characters.',
    ISBN: 'ISBN can have at most 300 characters.',
    Pages: 'Pages can have at most 300 characters.',
    Photos: 'Photos can have at most 1,500 characters.',
    Description: 'Description can have at most 5,000 characters.',
  })
})

test('a row with more cells than columns', async () => {
  const { body } = await preview(await shop(), `${header}\n${rowOf('Swami, and Friends')}`)
  expect(body.errors[0]).toMatchObject({ row: 2, column: '' })
  expect(body.errors[0]?.message).toContain('more cells than columns')
})

test('a sold-out row is left out with its photos, even if it has errors', async () => {
  const text = `title,author,condition,price,mrp,qty,branch,images
A,B,good,100,300,1,Fiction,a.jpg
C,,torn,100,300,0.00,Fiction,c.jpg
,,,,,,,c2.jpg
D,B,good,100,300,2,Fiction,d.jpg`
  const { body } = await preview(await shop(), text)
  expect(body).toMatchObject({ errors: [], wrongRows: 0, soldOut: 1 })
  expect(body.books.map(({ row, title, photos }) => [row, title, photos])).toEqual([
    [2, 'A', ['a.jpg']],
    [5, 'D', ['d.jpg']],
  ])
})

test('a student can’t list several copies of a new book', async () => {
  const text = 'title,author,condition,price,qty,branch\nA,B,new,300,2,Fiction'
  const { body } = await preview(await makeAccount('seller'), text)
  expect(body.errors).toEqual([
    { row: 2, column: 'qty', message: 'Only shop owners can list several copies of a new book.' },
  ])
})

test('more copies than a file may have', async () => {
  const text = `title,author,condition,price,qty,branch\n${'A,B,new,300,999,Fiction\n'.repeat(21)}`
  const { body } = await preview(await shop(), text)
  expect(body.errors).toEqual([
    { row: 22, column: 'qty', message: 'A file can have at most 20,000 copies in all.' },
  ])
})

test('what is known about an ISBN fills the cells that are empty', async () => {
  const isbn = newIsbn()
  const known = { title: 'The Guide', author: 'R. K. Narayan', branch: 'Fiction', pages: 220 }
  await makeBook(await shop(), { ...known, isbn, publication_year: 2016, original_price: 29_900 })
  const text = `isbn,condition,pages\nISBN ${isbn},good,\n${isbn},poor,210\n978-0143414988,good,`
  const { body } = await preview(await makeAccount('seller'), text)
  expect(body.books.slice(0, 2)).toMatchObject([
    { title: 'The Guide', author: 'R. K. Narayan', condition: 'good', hasErrors: false },
    { title: 'The Guide', condition: 'poor', hasErrors: false },
  ])
  expect(body.books[0]?.price).toBeGreaterThan(body.books[1]?.price ?? 0)
  expect(body.errors.filter(({ row }) => row === 4).map(({ message }) => message)).toContain(
    'Author is missing.',
  )
})

test('an old book without a price gets the predicted one, and otherwise says what is needed', async () => {
  const text = `${header}\nA,B,good,,299,2010,Fiction\nA,B,good,,299,,Fiction`
  const { body } = await preview(await shop(), text)
  expect(body.books[0]?.price).toBeGreaterThan(20)
  expect(body.errors).toEqual([
    { row: 3, column: 'Price', message: expect.stringContaining('Price is missing.') },
  ])
})

test('optional amounts of 0 are empty', async () => {
  const text = `title,author,condition,price,mrp,branch,rent,deposit,late fee
A,B,new,300,0,Fiction,0,0.00,₹0
A,B,good,100,0.00,Fiction,5,0,०`
  const { body } = await preview(await shop(), text)
  expect(body.books[0]).toMatchObject({ price: 300, hasErrors: false })
  expect(body.errors).toEqual([{ row: 3, column: 'mrp', message: 'List Price is missing.' }])
})

test('repeated rows, books listed already, and new branches are warnings', async () => {
  const seller = await shop()
  const isbn = newIsbn()
  await makeBook(seller, { isbn, title: 'A', condition: 'good' })
  const text = `isbn,title,author,condition,price,mrp,branch
${isbn},A,B,good,100,300,Fiction
${isbn},A,B,poor,100,300,Fiction
,C,D,good,100,300,Fikshun
,C ,d,good,90,300,Fiction`
  const { body } = await preview(seller, text)
  expect(body).toMatchObject({ wrongRows: 0, repeated: 1, alreadyListed: 1 })
  expect(body.books.map(({ warning }) => warning)).toEqual([
    'You already list this book in this condition.',
    undefined,
    '“Fikshun” isn’t in our list of branches.',
    'Same book and condition as row 4.',
  ])
})

test('the errors can be downloaded as the same file with a column for them', async () => {
  const seller = await shop()
  const text = `Error,Note,${header}\nold,=1,${rowOf('A')}\nold,,${rowOf('')}`
  const download = async (content: string) =>
    (await as(seller).call(previewImport, { file: csvFile(content), withErrors: 'true' })).body
      .csvWithErrors
  expect(await download(text)).toBe(
    `\ufeffError,Note,${header}\r\n,'=1,${rowOf('A')}\r\nTitle is missing.,,${rowOf('')}\r\n`,
  )
  const many = await preview(seller, `${header}\n${`${rowOf('')}\n`.repeat(400)}`)
  expect([many.body.wrongRows, many.body.errors.length]).toEqual([400, importLimits.errors])
})

test('a file must be sent', async () => {
  const { status, error } = await as(await shop()).call(previewImport, {})
  expect([status, error.code]).toEqual([400, 'one_csv'])
})

import { expect, test } from 'vitest'
import { exportBooks } from '#contract/books/manage/csv.ts'
import { as, makeAccount } from '#server/testing.ts'
import { newIsbn } from '#server/testing-titles.ts'
import { csvOf, importCsv, preview } from './testing-csv.ts'

const shop = () => makeAccount('seller', { shop: true })

test('more books than a page are exported once each', async () => {
  const seller = await shop()
  const titles = Array.from({ length: 600 }, (_, index) => `Book ${index}`)
  await importCsv(seller, csvOf(...titles))
  await importCsv(seller, csvOf(...titles.map((title) => `Other ${title}`)))
  const first = (await as(seller).call(exportBooks, {})).body
  const second = (await as(seller).call(exportBooks, { cursor: first.next })).body
  const rows = `${first.csv}${second.csv}`.trimEnd().split('\r\n').slice(1)
  expect([new Set(rows.map((row) => row.split(',')[0])).size, rows.length]).toEqual([1200, 1200])
  expect(second.next).toBeUndefined()
})

test('many books are previewed and imported quickly', async () => {
  const seller = await shop()
  const row = (isbn: string) => `Book ${isbn},An Author,${isbn},good,,299,2010,Fiction`
  const rows = Array.from({ length: 500 }, () => row(newIsbn()))
  const file = [
    'Title,Author,ISBN,Condition,Price,List Price,Publication Year,Branch',
    ...rows,
  ].join('\n')
  const startedAt = performance.now()
  expect((await preview(seller, file)).body.wrongRows).toBe(0)
  const previewedAt = performance.now()
  expect((await importCsv(seller, file)).status).toBe(201)
  expect(previewedAt - startedAt).toBeLessThan(3000)
  expect(performance.now() - previewedAt).toBeLessThan(30_000)
})

import { importBooks, previewImport } from '#contract/books/manage/csv.ts'
import { as, type TestAccount } from '#server/testing.ts'

export const csvFile = (content: string | Buffer<ArrayBuffer>) =>
  new File([content], 'books.csv', { type: 'text/csv' })

export const preview = (seller: TestAccount, content: string | Buffer<ArrayBuffer>) =>
  as(seller).call(previewImport, { file: csvFile(content) })

export const importCsv = (seller: TestAccount, content: string, key?: string) =>
  as(seller).call(
    importBooks,
    { file: csvFile(content) },
    key === undefined ? {} : { headers: { 'idempotency-key': key } },
  )

export const header = 'Title,Author,Condition,Price,List Price,Publication Year,Branch'
export const rowOf = (title: string) => `${title},R. K. Narayan,good,120,299,2010,Fiction`
/** A file with a book per title. */
export const csvOf = (...titles: string[]) => [header, ...titles.map(rowOf), ''].join('\r\n')

// Books as CSV files: what a seller imports and exports.
import { z } from 'zod'
import { conditions } from '#contract/books/conditions.ts'
import { endpoint } from '#contract/common/endpoint.ts'
import { importLimits } from '#contract/common/limits.ts'
import { formatNumber } from '#contract/common/numbers.ts'
import { imageLimits } from '#contract/common/photos.ts'
import { blankAsAbsent, booleanInput, Id, Money, pagingFields } from '#contract/common/schemas.ts'

const csvFile = {
  fields: ['file'],
  maxCount: 1,
  maxBytes: importLimits.bytes,
  tooMany: 'one_csv',
  tooLarge: 'csv_too_large',
} as const
const file = z.custom<File>().optional()

/** `row` is the number that spreadsheets show beside it: the row with the headers is 1. */
const Row = z.object({ row: z.number() })

export const ImportError = Row.extend({ column: z.string(), message: z.string() })
export type ImportError = z.output<typeof ImportError>

export const importErrorText = ({ column, message }: ImportError): string =>
  message.startsWith(column) ? message : `${column}: ${message}`

/** A book that the import would add. With errors, only what could be read. */
export const ImportedBook = Row.extend({
  title: z.string().optional(),
  author: z.string().optional(),
  condition: z.enum(conditions).optional(),
  price: Money.optional(),
  copies: z.number(),
  /** The names of its photos' files. */
  photos: z.array(z.string()),
  /** What the seller should look at, although it doesn't stop the import. */
  warning: z.string().optional(),
  hasErrors: z.boolean(),
})
export type ImportedBook = z.output<typeof ImportedBook>

export const ImportPreview = z.object({
  /** Why the file can’t be imported, although its rows may be right. */
  problem: z.string().optional(),
  books: z.array(ImportedBook),
  /** The first errors, by row. */
  errors: z.array(ImportError),
  wrongRows: z.number(),
  /** Rows with the quantity 0, which are left out. `books` doesn't have them either. */
  soldOut: z.number(),
  /** Headers of columns that aren't used. */
  ignoredColumns: z.array(z.string()),
  /** Rows with the title and condition of an earlier row. */
  repeated: z.number(),
  /** Rows with the title and condition of a book that the seller already lists. */
  alreadyListed: z.number(),
  /** The file with a column of errors, if that was asked for. */
  csvWithErrors: z.string().optional(),
})
export type ImportPreview = z.output<typeof ImportPreview>

export const previewImport = endpoint({
  method: 'POST',
  path: '/books/seller/import/preview',
  summary: `Reads a CSV file with up to ${formatNumber(importLimits.rows)} books and says what its import would add. Adds nothing.`,
  access: ['seller'],
  input: z.object({ file, withErrors: blankAsAbsent(booleanInput('The choice of errors')) }),
  response: ImportPreview,
  files: csvFile,
  expensive: true,
})

export const importBooks = endpoint({
  method: 'POST',
  path: '/books/seller/import',
  summary: `Adds the books of a CSV file as drafts, which are published once they have ${imageLimits.min} photos. Adds all of them or, if a row has an error, none.`,
  access: ['seller'],
  input: z.object({ file }),
  response: z.object({
    message: z.string(),
    /** In the order of the file's rows. */
    books: z.array(z.object({ _id: Id })),
  }),
  files: csvFile,
  status: 201,
  expensive: true,
  creates: true,
  changes: ['books', 'reports'],
})

export const exportBooks = endpoint({
  method: 'GET',
  path: '/books/seller/export',
  summary:
    'Returns the seller’s own books as CSV, with the columns that can be imported. The file consists of the pages from the first to the one without `next`.',
  access: ['seller'],
  apiTokens: true,
  input: z.object({ cursor: pagingFields.cursor }),
  response: z.object({ csv: z.string(), next: z.string().optional() }),
  expensive: true,
})

// Makes the request for a predicted price from the valid fields of a draft.
import { PriceRequest, type predictPrice } from '#contract/books/pricing.ts'
import type { EndpointInput } from '#contract/common/endpoint.ts'
import type { BookDraft } from '#web/features/listing/book-draft.ts'
import { realSchema } from '#web/forms/real-schema.ts'

/** The fields that a prediction requires, and the pages. Other fields improve it. */
type PriceFields = Pick<BookDraft, 'condition' | 'publication_year' | 'original_price' | 'pages'>
export const priceFieldsKey = ({
  condition,
  publication_year,
  original_price,
  pages,
}: PriceFields): string => [condition, publication_year, original_price, pages].join('|')

type TitleFields = Pick<BookDraft, 'title' | 'author' | 'isbn'>

/** Returns the field as the server would read it, or undefined while it is empty or incomplete. */
const validField = <N extends keyof PriceFields | keyof TitleFields>(
  name: N,
  draft: Pick<BookDraft, N>,
): PriceRequest[N] | undefined =>
  realSchema(PriceRequest.shape[name]).safeParse(draft[name]).data as PriceRequest[N] | undefined

/** Converts the fields to numbers. Invalid ones are sent as typed: the server reports them. */
const numberFields = (draft: PriceFields) => ({
  publication_year: validField('publication_year', draft) ?? draft.publication_year,
  original_price: validField('original_price', draft) ?? draft.original_price,
  pages: validField('pages', draft) ?? draft.pages,
})

/** Returns the fields that identify the title: title and author, the ISBN, or all of them. */
function titleFields(draft: TitleFields): Partial<TitleFields> {
  const [title, author, isbn] = (['title', 'author', 'isbn'] as const).map((name) =>
    validField(name, draft),
  )
  return { ...(title && author && { title, author }), ...(isbn && { isbn }) }
}

/** Returns the fields that identify the title as one text, or undefined if there are none. */
export function namedTitle(draft: TitleFields): string | undefined {
  const fields = titleFields(draft)
  return Object.keys(fields).length > 0 ? JSON.stringify(fields) : undefined
}

export const priceRequest = (
  draft: PriceFields & TitleFields,
): EndpointInput<typeof predictPrice> => ({
  condition: draft.condition,
  ...numberFields(draft),
  ...titleFields(draft),
})

// The request for a predicted price, made of those fields of a draft that are valid.
import { PriceRequest, type predictPrice } from '#contract/books/pricing.ts'
import type { EndpointInput } from '#contract/common/endpoint.ts'
import type { BookDraft } from '#web/features/listing/book-draft.ts'
import { realSchema } from '#web/forms/real-schema.ts'

/** The fields without which no price is predicted, and the pages; the rest sharpens it. */
export type PriceFields = Pick<
  BookDraft,
  'condition' | 'publication_year' | 'original_price' | 'pages'
>
export const priceFieldsKey = ({
  condition,
  publication_year,
  original_price,
  pages,
}: PriceFields): string => [condition, publication_year, original_price, pages].join('|')

type TitleFields = Pick<BookDraft, 'title' | 'author' | 'isbn'>

/** As the server would read the field; undefined while it is empty or half typed. */
const validField = <N extends keyof PriceFields | keyof TitleFields>(
  name: N,
  draft: Pick<BookDraft, N>,
): PriceRequest[N] | undefined =>
  realSchema(PriceRequest.shape[name]).safeParse(draft[name]).data as PriceRequest[N] | undefined

/** As numbers; what is none is sent as it was typed, for the server to say so. */
const numberFields = (draft: PriceFields) => ({
  publication_year: validField('publication_year', draft) ?? draft.publication_year,
  original_price: validField('original_price', draft) ?? draft.original_price,
  pages: validField('pages', draft) ?? draft.pages,
})

/** What the title is known by: title and author, an ISBN, or all of them. */
function titleFields(draft: TitleFields): Partial<TitleFields> {
  const [title, author, isbn] = (['title', 'author', 'isbn'] as const).map((name) =>
    validField(name, draft),
  )
  return { ...(title && author && { title, author }), ...(isbn && { isbn }) }
}

/** The same as a text that tells titles apart; undefined where the draft names none. */
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

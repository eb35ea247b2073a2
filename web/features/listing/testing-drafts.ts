import { toPredictedPrice } from '#web/features/listing/price/predicted-price.ts'
import { type BookDraft, emptyDraft } from './book-draft.ts'

export const oldDraft: BookDraft = {
  ...emptyDraft,
  bookType: 'old',
  condition: 'good',
  publication_year: '2021',
  pages: '300',
  original_price: '500',
}
/** A response of the server, with amounts in rupees. */
export const response = { predicted_price: 250, low: 210, high: 280, reasons: [], comparables: [] }
export const prediction = toPredictedPrice(response, oldDraft)
export const validDraft: BookDraft = {
  ...emptyDraft,
  title: 'Optics',
  author: 'Ajoy Ghatak',
  branch: 'Science',
  original_price: '695',
}

import { type BookDraft, emptyDraft } from './book-draft.ts'

export const oldDraft: BookDraft = {
  ...emptyDraft,
  bookType: 'old',
  condition: 'good',
  publication_year: '2021',
  pages: '300',
  original_price: '500',
}
export const validDraft: BookDraft = {
  ...emptyDraft,
  title: 'Optics',
  author: 'Ajoy Ghatak',
  branch: 'Science',
  price: '695',
}

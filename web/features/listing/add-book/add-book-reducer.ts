// The state of the Add Book dialog, except for its form fields.

import type { BookDraft } from '#web/features/listing/book-draft.ts'
import type { FormAlert } from '#web/features/listing/book-form-errors.ts'
import type { PickedImage } from '#web/ui/inputs/use-image-list.ts'

export type AddBookStep = 'choosingType' | 'newBook' | 'oldBookCondition' | 'oldBookDetails'

export type AddBookState = {
  step: AddBookStep
  images: PickedImage[]
  /** Whether Predict Price was pressed. */
  isPriceAsked: boolean
  alert: FormAlert | undefined
  /** Counts checks and submissions of the form. Each of them announces the alert again. */
  checks: number
  uploadProgress: number | undefined
}

export type AddBookAction =
  | { type: 'typeChosen'; bookType: BookDraft['bookType'] }
  | { type: 'priceStepCompleted' }
  | { type: 'wentBack' }
  | { type: 'imagesChanged'; images: PickedImage[] }
  | { type: 'photosRestored'; bookType: BookDraft['bookType']; images: PickedImage[] }
  | { type: 'priceAsked' }
  | { type: 'fieldChanged' }
  | { type: 'validated'; alert: FormAlert | undefined }
  | { type: 'uploadProgressed'; progress: number }
  | { type: 'uploadFailed'; alert: FormAlert }

export const initialAddBookState: AddBookState = {
  step: 'choosingType',
  images: [],
  isPriceAsked: false,
  alert: undefined,
  checks: 0,
  uploadProgress: undefined,
}

const firstStepOf = (bookType: BookDraft['bookType']): AddBookStep =>
  bookType === 'new' ? 'newBook' : 'oldBookCondition'

type SavedDraft = Readonly<Record<string, unknown>> | undefined

export const hasTyped = (saved: SavedDraft): boolean =>
  Object.keys(saved ?? {}).some((field) => field !== 'bookType')

/** Restores a draft at the step that asks for photos and price. */
export function stateOfDraft(saved: SavedDraft): AddBookState {
  if (!hasTyped(saved)) return initialAddBookState
  return { ...initialAddBookState, step: firstStepOf(saved?.bookType === 'old' ? 'old' : 'new') }
}

const previousStep = {
  choosingType: 'choosingType',
  newBook: 'choosingType',
  oldBookCondition: 'choosingType',
  oldBookDetails: 'oldBookCondition',
} as const

const withoutAlert = (state: AddBookState, code: FormAlert['code']): AddBookState =>
  state.alert?.code === code ? { ...state, alert: undefined } : state

const afterCheck = (state: AddBookState, alert: FormAlert | undefined): AddBookState => ({
  ...state,
  alert,
  checks: state.checks + 1,
})

export function addBookReducer(state: AddBookState, action: AddBookAction): AddBookState {
  switch (action.type) {
    case 'typeChosen':
      return { ...state, step: firstStepOf(action.bookType), alert: undefined }
    case 'priceStepCompleted':
      return { ...state, step: 'oldBookDetails', alert: undefined }
    case 'wentBack':
      return { ...state, step: previousStep[state.step], alert: undefined }
    case 'imagesChanged':
      return { ...state, images: action.images, alert: undefined }
    case 'photosRestored': {
      const step = state.step === 'choosingType' ? firstStepOf(action.bookType) : state.step
      return { ...state, step, images: action.images }
    }
    case 'priceAsked':
      return withoutAlert({ ...state, isPriceAsked: true }, 'prediction_missing')
    case 'fieldChanged':
      return withoutAlert(state, 'price_not_agreed')
    case 'validated':
      return afterCheck(state, action.alert)
    case 'uploadProgressed':
      return { ...state, uploadProgress: action.progress }
    case 'uploadFailed':
      return { ...afterCheck(state, action.alert), uploadProgress: undefined }
  }
}

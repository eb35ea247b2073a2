// The state of the Add Book dialog, except for its form fields.

import type { BookDraft } from '#web/features/listing/book-draft.ts'
import type { FormAlert } from '#web/features/listing/book-form-errors.ts'
import type { PredictedPrice } from '#web/features/listing/price/predicted-price.ts'
import type { PickedImage } from '#web/ui/inputs/use-image-list.ts'

export type AddBookStep = 'choosingType' | 'newBook' | 'oldBookCondition' | 'oldBookDetails'

export type AddBookState = {
  step: AddBookStep
  images: PickedImage[]
  prediction: PredictedPrice | undefined
  alert: FormAlert | undefined
  /** Counts checks and submissions of the form. Each of them announces the alert again. */
  checks: number
  /** The price that the seller has agreed to: in the previous step, or when an alert named it. */
  acceptedPrice: number | undefined
  /** The price at which Submit was pressed, while the form waits for the current one. */
  priceAtSubmit: number | undefined
  uploadProgress: number | undefined
}

export type AddBookAction =
  | { type: 'typeChosen'; bookType: BookDraft['bookType'] }
  | { type: 'priceStepCompleted' }
  /** `price` is the price predicted in the step that the seller went back from. */
  | { type: 'wentBack'; price?: PredictedPrice | undefined }
  | { type: 'imagesChanged'; images: PickedImage[] }
  | { type: 'pricePredicted'; prediction: PredictedPrice }
  | { type: 'fieldChanged' }
  | { type: 'priceAwaited'; accepted: number }
  | { type: 'priceChanged'; price: number; alert: FormAlert }
  | { type: 'validated'; alert: FormAlert | undefined }
  | { type: 'uploadProgressed'; progress: number }
  | { type: 'uploadFailed'; alert: FormAlert }

export const initialAddBookState: AddBookState = {
  step: 'choosingType',
  images: [],
  prediction: undefined,
  alert: undefined,
  checks: 0,
  acceptedPrice: undefined,
  priceAtSubmit: undefined,
  uploadProgress: undefined,
}

type SavedDraft = Readonly<Record<string, unknown>> | undefined

export const hasTyped = (saved: SavedDraft): boolean =>
  Object.keys(saved ?? {}).some((field) => field !== 'bookType')

/** Restores a draft at the step that asks for photos and price. */
export function stateOfDraft(saved: SavedDraft): AddBookState {
  if (!hasTyped(saved)) return initialAddBookState
  return {
    ...initialAddBookState,
    step: saved?.bookType === 'old' ? 'oldBookCondition' : 'newBook',
  }
}

const previousStep = {
  choosingType: 'choosingType',
  newBook: 'choosingType',
  oldBookCondition: 'choosingType',
  oldBookDetails: 'oldBookCondition',
} as const

const withoutAlert = (state: AddBookState, ...codes: FormAlert['code'][]): AddBookState =>
  state.alert && codes.includes(state.alert.code) ? { ...state, alert: undefined } : state

const afterCheck = (state: AddBookState, alert: FormAlert | undefined): AddBookState => ({
  ...state,
  alert,
  checks: state.checks + 1,
  priceAtSubmit: undefined,
})

export function addBookReducer(state: AddBookState, action: AddBookAction): AddBookState {
  switch (action.type) {
    case 'typeChosen': {
      const step = action.bookType === 'new' ? 'newBook' : 'oldBookCondition'
      return { ...state, step, alert: undefined }
    }
    case 'priceStepCompleted':
      return {
        ...state,
        step: 'oldBookDetails',
        alert: undefined,
        acceptedPrice: state.prediction?.predicted_price,
      }
    case 'wentBack':
      return {
        ...state,
        step: previousStep[state.step],
        alert: undefined,
        priceAtSubmit: undefined,
        prediction: state.prediction && (action.price ?? state.prediction),
      }
    case 'imagesChanged':
      return { ...state, images: action.images, alert: undefined }
    case 'pricePredicted':
      return withoutAlert({ ...state, prediction: action.prediction }, 'prediction_missing')
    case 'fieldChanged':
      return withoutAlert(state, 'price_failed', 'price_changed')
    case 'priceAwaited':
      return { ...state, alert: undefined, priceAtSubmit: action.accepted }
    case 'priceChanged':
      return { ...afterCheck(state, action.alert), acceptedPrice: action.price }
    case 'validated':
      return afterCheck(state, action.alert)
    case 'uploadProgressed':
      return { ...state, uploadProgress: action.progress }
    case 'uploadFailed':
      return { ...afterCheck(state, action.alert), uploadProgress: undefined }
  }
}

// The state of the Add Book dialog besides its form fields.

import type {
  BookDraft,
  PredictedPrice,
  ShownPrediction,
} from '#web/features/listing/book-draft.ts'
import type { FormAlert } from '#web/features/listing/book-form-errors.ts'
import type { PickedImage } from '#web/ui/inputs/use-image-list.ts'

export type AddBookStep = 'choosingType' | 'newBook' | 'oldBookCondition' | 'oldBookDetails'

export type AddBookState = {
  step: AddBookStep
  images: PickedImage[]
  prediction: ShownPrediction | undefined
  alert: FormAlert | undefined
  uploadProgress: number | undefined
}

export type AddBookAction =
  | { type: 'typeChosen'; bookType: BookDraft['bookType'] }
  | { type: 'priceStepCompleted' }
  /** `price`: what the chosen branch has made of the predicted price. */
  | { type: 'wentBack'; price?: PredictedPrice | undefined }
  | { type: 'imagesChanged'; images: PickedImage[] }
  | { type: 'pricePredicted'; prediction: ShownPrediction }
  | { type: 'fieldChanged' }
  | { type: 'validated'; alert: FormAlert | undefined }
  | { type: 'uploadProgressed'; progress: number }
  | { type: 'uploadFailed'; alert: FormAlert }

export const initialAddBookState: AddBookState = {
  step: 'choosingType',
  images: [],
  prediction: undefined,
  alert: undefined,
  uploadProgress: undefined,
}

const previousStep = {
  choosingType: 'choosingType',
  newBook: 'choosingType',
  oldBookCondition: 'choosingType',
  oldBookDetails: 'oldBookCondition',
} as const

const withoutAlert = (state: AddBookState, code: FormAlert['code']): AddBookState =>
  state.alert?.code === code ? { ...state, alert: undefined } : state

export function addBookReducer(state: AddBookState, action: AddBookAction): AddBookState {
  switch (action.type) {
    case 'typeChosen': {
      const step = action.bookType === 'new' ? 'newBook' : 'oldBookCondition'
      return { ...state, step, alert: undefined }
    }
    case 'priceStepCompleted':
      return { ...state, step: 'oldBookDetails', alert: undefined }
    case 'wentBack': {
      const { prediction } = state
      return {
        ...state,
        step: previousStep[state.step],
        alert: undefined,
        prediction:
          prediction && action.price
            ? { ...action.price, firstShown: prediction.firstShown }
            : prediction,
      }
    }
    case 'imagesChanged':
      return { ...state, images: action.images, alert: undefined }
    case 'pricePredicted':
      return withoutAlert({ ...state, prediction: action.prediction }, 'prediction_missing')
    case 'fieldChanged':
      return withoutAlert(state, 'price_pending')
    case 'validated':
      return { ...state, alert: action.alert }
    case 'uploadProgressed':
      return { ...state, uploadProgress: action.progress }
    case 'uploadFailed':
      return { ...state, uploadProgress: undefined, alert: action.alert }
  }
}

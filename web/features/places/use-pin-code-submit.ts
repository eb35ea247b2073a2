import { useEffect, useState } from 'react'
import { type OwnPlace, readPinCode } from '#contract/places.ts'
import { usePlace } from './use-place.ts'

const tooShort = 'Enter a PIN code of 6 digits.'
const failed = 'This PIN code could not be looked up. Please try again.'

/**
 * Submits what is typed once its place is known, which may be after the press. An unknown PIN code
 * isn't submitted; its field says so itself.
 */
export function usePinCodeSubmit(typed: string, onPlace: (place: OwnPlace) => void) {
  const { isWhole, place, error, isFailed, askAgain } = usePlace(typed)
  /** What was typed when it was submitted. */
  const [submitted, setSubmitted] = useState<string>()
  const isSubmitted = submitted !== undefined && submitted === readPinCode(typed)
  useEffect(() => {
    if (!isSubmitted || !place) return
    setSubmitted(undefined)
    onPlace(place)
  })
  const submit = () => {
    setSubmitted(readPinCode(typed))
    if (isFailed) askAgain()
  }
  const isWaiting = isSubmitted && isWhole && !error && !isFailed
  const failure = isWhole ? isFailed && failed : tooShort
  return { submit, isWaiting, error: (isSubmitted && failure) || undefined }
}

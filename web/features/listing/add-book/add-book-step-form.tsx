import {
  type ChangeEvent,
  type Dispatch,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useState,
} from 'react'
import { useFormContext } from 'react-hook-form'
import type { BookDraft } from '#web/features/listing/book-draft.ts'
import type { PredictedPriceQuery } from '#web/features/listing/price/predicted-price.ts'
import { ErrorSummary } from '#web/forms/error-summary.tsx'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/inputs/field.tsx'
import { ProgressBar } from '#web/ui/loading/progress-bar.tsx'
import type { AddBookAction, AddBookState } from './add-book-reducer.ts'

export type AddBookStepProps = {
  state: AddBookState
  dispatch: Dispatch<AddBookAction>
  /** The price that the book would get, if the seller accepts the predicted one. */
  acceptedPrice: PredictedPriceQuery | undefined
  /** `seenPrice` is the accepted price, in rupees, that was shown when the button was pressed. */
  onSubmit: (seenPrice: number | undefined) => void
  onChange: (event: ChangeEvent<HTMLFormElement>) => void
}

type Props = AddBookStepProps & {
  submitLabel: string
  children: ReactNode
}

/** A press of its button takes effect once the price is known. */
export function AddBookStepForm({
  state: { step, alert, checks, uploadProgress },
  dispatch,
  acceptedPrice,
  onSubmit,
  onChange,
  submitLabel,
  children,
}: Props) {
  const form = useFormContext<BookDraft>()
  const isUploading = uploadProgress !== undefined
  const [pressed, setPressed] = useState<{ seenPrice: number | undefined }>()
  const isReady = pressed !== undefined && acceptedPrice?.isPending !== true
  const submit = useEffectEvent(() => {
    setPressed(undefined)
    onSubmit(pressed?.seenPrice)
  })
  useEffect(() => {
    if (isReady) submit()
  }, [isReady])
  const press = () => {
    if (step === 'oldBookCondition') dispatch({ type: 'priceAsked' })
    setPressed({ seenPrice: acceptedPrice?.predicted?.predicted_price })
  }
  return (
    <form
      method="post"
      noValidate
      className="flex flex-col gap-4"
      onChange={(event) => {
        setPressed(undefined)
        onChange(event)
      }}
      onSubmit={(event) => {
        event.preventDefault()
        press()
      }}
    >
      {children}
      {isUploading && <ProgressBar share={uploadProgress} label="Uploading" />}
      <div key={checks} ref={showAlert} className="scroll-mt-4 scroll-mb-20">
        <FormError>{alert?.text}</FormError>
      </div>
      <ErrorSummary form={form} />
      <div className="flex justify-end gap-2">
        <Button
          variant="plain"
          onClick={() => dispatch({ type: 'wentBack' })}
          disabled={isUploading}
        >
          Back
        </Button>
        <Button type="submit" pending={isUploading || pressed !== undefined}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}

/** A `ref` that scrolls to an alert, unless a field with an error has the focus. */
function showAlert(alert: HTMLElement | null): void {
  if (!alert?.textContent || document.activeElement?.matches('[aria-invalid=true]')) return
  alert.scrollIntoView({ block: 'nearest' })
}

import { type ChangeEvent, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import type { BookDraft } from '#web/features/listing/book-draft.ts'
import type { PredictedPriceQuery } from '#web/features/listing/price/predicted-price.ts'
import { ContractForm } from '#web/forms/contract-form.tsx'
import type { useSubmit } from '#web/forms/use-contract-form.ts'

export type AddBookStepProps = {
  submission: Omit<ReturnType<typeof useSubmit>, 'submit'>
  /** The prediction that sets the book's price. Undefined if the seller chose another price. */
  acceptedPrice: PredictedPriceQuery | undefined
  onPress?: () => void
  /** `seenPrice` is the predicted price, in rupees, that was shown when the button was pressed. */
  onSubmit: (seenPrice: number | undefined) => void
  onBack: () => void
}

type Props = AddBookStepProps & { submitLabel: string; children: ReactNode }

/** The form of a step. A press of its button takes effect when the predicted price is known. */
export function AddBookStepForm({
  submission,
  acceptedPrice,
  onPress,
  onSubmit,
  onBack,
  submitLabel,
  children,
}: Props) {
  const form = useFormContext<BookDraft>()
  const [pressed, setPressed] = useState<{ seenPrice: number | undefined }>()
  const isReady = pressed !== undefined && acceptedPrice?.isPending !== true
  const submit = useEffectEvent(() => {
    setPressed(undefined)
    onSubmit(pressed?.seenPrice)
  })
  useEffect(() => {
    if (isReady) submit()
  }, [isReady])
  return (
    <ContractForm
      form={form}
      {...submission}
      pending={submission.pending || pressed !== undefined}
      submit={() => {
        onPress?.()
        setPressed({ seenPrice: acceptedPrice?.predicted?.predicted_price })
      }}
      submitLabel={submitLabel}
      cancelLabel="Back"
      onCancel={onBack}
      onChange={({ target }: ChangeEvent<HTMLFormElement>) => {
        setPressed(undefined)
        form.clearErrors(target.name as keyof BookDraft)
        submission.clearFailure()
      }}
    >
      {children}
    </ContractForm>
  )
}

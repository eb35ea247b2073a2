import type { ChangeEvent, Dispatch, ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import type { BookDraft } from '#web/features/listing/book-draft.ts'
import { ErrorSummary } from '#web/forms/error-summary.tsx'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/inputs/field.tsx'
import { ProgressBar } from '#web/ui/loading/progress-bar.tsx'
import type { AddBookAction, AddBookState } from './add-book-reducer.ts'

export type AddBookStepProps = {
  state: AddBookState
  dispatch: Dispatch<AddBookAction>
  /** Whether the price that the book would get is being computed. */
  isPricePending: boolean
  onSubmit: () => void
  onChange: (event: ChangeEvent<HTMLFormElement>) => void
}

type Props = AddBookStepProps & {
  submitLabel: string
  children: ReactNode
}

export function AddBookStepForm({
  state: { alert, checks, uploadProgress },
  dispatch,
  isPricePending,
  onSubmit,
  onChange,
  submitLabel,
  children,
}: Props) {
  const form = useFormContext<BookDraft>()
  const isUploading = uploadProgress !== undefined
  return (
    <form
      method="post"
      noValidate
      className="flex flex-col gap-4"
      onChange={onChange}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPricePending) onSubmit()
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
        <Button type="submit" pending={isUploading} aria-disabled={isPricePending}>
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

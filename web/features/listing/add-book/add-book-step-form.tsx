import {
  type ChangeEvent,
  type Dispatch,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
} from 'react'
import { useFormContext } from 'react-hook-form'
import type { BookDraft } from '#web/features/listing/book-draft.ts'
import type { MissingDetailsPrompt } from '#web/features/listing/use-missing-details.ts'
import { ErrorSummary } from '#web/forms/error-summary.tsx'
import { Button } from '#web/ui/button.tsx'
import { useDebounced } from '#web/ui/hooks/use-debounced.ts'
import { FormError } from '#web/ui/inputs/field.tsx'
import { ProgressBar } from '#web/ui/loading/progress-bar.tsx'
import type { AddBookAction, AddBookState } from './add-book-reducer.ts'

/** After waiting for a price for this long, Submit says that it is waiting. */
const longWaitMs = 5000

export type AddBookStepProps = {
  state: AddBookState
  dispatch: Dispatch<AddBookAction>
  questions: MissingDetailsPrompt
  onSubmit: () => void
  onChange: (event: ChangeEvent<HTMLFormElement>) => void
}

type Props = AddBookStepProps & {
  submitLabel: string
  onBack?: () => void
  children: ReactNode
}

export function AddBookStepForm({
  state: { alert, checks, priceAtSubmit, uploadProgress },
  dispatch,
  onSubmit,
  onChange,
  submitLabel,
  onBack = () => dispatch({ type: 'wentBack' }),
  children,
}: Props) {
  const form = useFormContext<BookDraft>()
  const isUploading = uploadProgress !== undefined
  const isWaiting = priceAtSubmit !== undefined
  const isWaitLong = useDebounced(isWaiting, longWaitMs) && isWaiting
  const end = useEndInView<HTMLDivElement>(`${checks} ${isWaitLong}`, {
    hasText: alert !== undefined || isWaitLong,
    isFieldFocused: Object.keys(form.formState.errors).length > 0,
  })
  return (
    <form
      method="post"
      noValidate
      className="flex flex-col gap-4"
      onChange={onChange}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
      {isUploading && <ProgressBar share={uploadProgress} label="Uploading" />}
      <div ref={end} className="flex scroll-my-4 flex-col gap-4">
        <FormError key={checks}>{alert?.text}</FormError>
        <ErrorSummary form={form} />
        <div className="flex flex-wrap items-center justify-end gap-2">
          <p role="status" className="text-muted text-sm">
            {isWaitLong && 'The price is taking long. You can go back and enter your own.'}
          </p>
          <Button variant="plain" onClick={onBack} disabled={isUploading}>
            Back
          </Button>
          <Button type="submit" pending={isUploading || isWaiting}>
            {submitLabel}
          </Button>
        </div>
      </div>
    </form>
  )
}

/**
 * Scrolls the end of the form into view whenever `key` changes, if there is text to read there. If
 * a field has an error, that field is focused and stays in view.
 */
function useEndInView<E extends HTMLElement>(
  key: string,
  { hasText, isFieldFocused }: { hasText: boolean; isFieldFocused: boolean },
): RefObject<E | null> {
  const end = useRef<E>(null)
  const show = useEffectEvent(() => {
    if (hasText && !isFieldFocused) end.current?.scrollIntoView({ block: 'nearest' })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `key` shows the alert again
  useEffect(() => show(), [key])
  return end
}

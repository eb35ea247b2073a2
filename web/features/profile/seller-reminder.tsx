import { X } from 'lucide-react'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { AppError } from '#contract/common/error-catalog.ts'
import { useProfile } from '#web/features/account/use-profile.ts'
import type { BookDraft } from '#web/features/listing/book-draft.ts'
import {
  MissingDetailsPrompt,
  useSaveMissingDetails,
} from '#web/features/listing/missing-details-prompt.tsx'
import { showFormError } from '#web/forms/use-contract-form.ts'
import { createStoredValue } from '#web/session/stored-text.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/inputs/field.tsx'
import { useToast } from '#web/ui/overlays/toasts.tsx'

const dismissal = createStoredValue('dobara:seller-reminder', (json) => json === true)

/** Asks a seller for missing facts that buyers look for, until they are known or it is dismissed. */
export function SellerReminder() {
  const { data: profile } = useProfile('seller')
  const isDismissed = dismissal.use()
  if (!profile || isDismissed || (profile.place && profile.handOvers)) return null
  return <Reminder />
}

function Reminder() {
  const form = useForm<BookDraft>()
  const { save, isSaving } = useSaveMissingDetails(form)
  const [failure, setFailure] = useState<string>()
  const toast = useToast()
  const submit = async () => {
    setFailure(undefined)
    try {
      if (!(await save())) return setFailure('Enter a PIN code, or tick at least one.')
      toast({ text: 'Profile updated successfully!', kind: 'success' })
    } catch (error) {
      const isShownAtField = error instanceof AppError && error.fields?.pinCode !== undefined
      const text = showFormError(form, error, 'Failed to update profile.')
      if (!isShownAtField) setFailure(text)
    }
  }
  return (
    <aside
      aria-label="How buyers get your books"
      className="relative rounded-box border border-border bg-surface p-4"
    >
      <form
        method="post"
        noValidate
        className="flex flex-col items-start gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <p className="pr-8">Buyers look for books near them, and for how they can get them.</p>
        <FormProvider {...form}>
          <MissingDetailsPrompt />
        </FormProvider>
        <FormError>{failure}</FormError>
        <Button type="submit" size="sm" pending={isSaving}>
          Save
        </Button>
      </form>
      <IconButton
        label="Dismiss"
        className="absolute top-2 right-2"
        onClick={() => dismissal.set(true)}
      >
        <X />
      </IconButton>
    </aside>
  )
}

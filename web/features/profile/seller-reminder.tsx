import { X } from 'lucide-react'
import { useState } from 'react'
import { AppError } from '#contract/common/error-catalog.ts'
import { errorMessage } from '#web/api/client.ts'
import { useProfile } from '#web/features/account/use-profile.ts'
import { MissingDetailsPrompt } from '#web/features/listing/missing-details-prompt.tsx'
import { useMissingDetails } from '#web/features/listing/use-missing-details.ts'
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
  const { questions, hasChanges, isSaving, save } = useMissingDetails()
  const [failure, setFailure] = useState<string>()
  const toast = useToast()
  const submit = async () => {
    if (!hasChanges) return setFailure('Enter a PIN code, or tick at least one.')
    setFailure(undefined)
    try {
      await save()
      toast({ text: 'Profile updated successfully!', kind: 'success' })
    } catch (error) {
      const isShownAtField = error instanceof AppError && error.fields?.pinCode !== undefined
      if (!isShownAtField) setFailure(errorMessage(error, 'Failed to update profile.'))
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
        <MissingDetailsPrompt {...questions} />
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

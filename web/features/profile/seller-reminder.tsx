import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { updateSellerProfile } from '#contract/accounts/accounts.ts'
import { useProfile } from '#web/features/account/use-profile.ts'
import type { BookDraft } from '#web/features/listing/book-draft.ts'
import {
  MissingDetailsPrompt,
  useMissingDetails,
} from '#web/features/listing/missing-details-prompt.tsx'
import { ContractForm } from '#web/forms/contract-form.tsx'
import { useSubmit } from '#web/forms/use-contract-form.ts'
import { createStoredValue } from '#web/session/stored-text.ts'
import { Button, IconButton } from '#web/ui/button.tsx'

const dismissal = createStoredValue('dobara:seller-reminder', (json) => json === true)

/**
 * Asks a seller for facts that buyers look for, until the seller has given them or closes the
 * reminder.
 */
export function SellerReminder() {
  const { data: profile } = useProfile('seller')
  const isDismissed = dismissal.use()
  if (!profile || profile.helper || isDismissed || (profile.place && profile.handOvers)) return null
  return <Reminder />
}

function Reminder() {
  const [isOpen, setOpen] = useState(false)
  const text = <p>Buyers look for books near them, and for how they can get them.</p>
  return (
    <aside
      aria-label="How buyers get your books"
      className="relative rounded-box border border-border bg-surface py-2 pr-12 pl-4"
    >
      {isOpen ? (
        <Questions>{text}</Questions>
      ) : (
        <div className="flex flex-wrap items-center gap-x-4">
          {text}
          <Button variant="ghost" size="sm" onClick={() => setOpen(true)}>
            Answer now
          </Button>
        </div>
      )}
      <IconButton
        label="Dismiss"
        className="absolute top-1 right-1"
        onClick={() => dismissal.set(true)}
      >
        <X />
      </IconButton>
    </aside>
  )
}

function Questions({ children }: { children: ReactNode }) {
  const form = useForm<BookDraft>()
  const { changes, finish } = useMissingDetails(form)
  const submission = useSubmit(form, updateSellerProfile, {
    validate: () => ({
      fields: {},
      ...(!changes() && { alert: { text: 'Enter a PIN code, or tick at least one.' } }),
    }),
    toInput: () => changes() ?? {},
    fallback: 'Failed to update profile.',
    done: 'Profile updated successfully!',
    onDone: finish,
  })
  return (
    <ContractForm form={form} {...submission} submitLabel="Save" narrow>
      {children}
      <MissingDetailsPrompt />
    </ContractForm>
  )
}

import { Handshake, type LucideIcon, MapPin, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { updateSellerProfile } from '#contract/accounts/accounts.ts'
import type { EndpointInput } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { type HandOver, handOvers } from '#contract/common/hand-overs.ts'
import { isPinCode, readPinCode } from '#contract/places.ts'
import { errorMessage } from '#web/api/client.ts'
import { useWrite } from '#web/api/hooks.ts'
import { useProfile, useUpdateCachedProfile } from '#web/features/account/use-profile.ts'
import { HandOversField } from '#web/features/hand-over/hand-overs-field.tsx'
import { PinCodeField } from '#web/features/places/pin-code-field.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { focusOnMount } from '#web/ui/hooks/focus.ts'
import { FormError } from '#web/ui/inputs/field.tsx'
import { useToast } from '#web/ui/overlays/toasts.tsx'

/**
 * Asks a seller for missing facts that buyers look for, one at a time, until each is answered or
 * dismissed.
 */
export function SellerReminder() {
  const { data: profile } = useProfile('seller')
  const place = useDismissed('dobara:place-reminder')
  const handOver = useDismissed('dobara:hand-over-reminder')
  const [isAnswering, setAnswering] = useState(false)
  if (!profile) return null
  if (!profile.place && !place.isDismissed)
    return <PlaceReminder onDismiss={place.dismiss} onAnswered={() => setAnswering(true)} />
  if (!profile.handOvers && !handOver.isDismissed)
    return <HandOverReminder onDismiss={handOver.dismiss} isNext={isAnswering} />
  return null
}

type PlaceProps = { onDismiss: () => void; onAnswered: () => void }

function PlaceReminder({ onDismiss, onAnswered }: PlaceProps) {
  const [typed, setTyped] = useState('')
  const answer = useSellerAnswer('pinCode')
  const pinCode = readPinCode(typed)
  const save = async () => {
    if (!isPinCode(pinCode)) return answer.refuse('Enter a PIN code of 6 digits.')
    if (await answer.save({ pinCode })) onAnswered()
  }
  return (
    <Reminder
      label="Where your books are"
      icon={MapPin}
      why="Buyers look for books near them."
      answer={answer}
      onSave={save}
      onDismiss={onDismiss}
    >
      <PinCodeField
        typed={typed}
        hint="Where your books are. Buyers see the area, never your address."
        error={answer.error}
        input={{
          value: typed,
          onChange: (event) => {
            setTyped(event.target.value)
            answer.refuse(undefined)
          },
        }}
      />
    </Reminder>
  )
}

type HandOverProps = { onDismiss: () => void; isNext: boolean }

function HandOverReminder({ onDismiss, isNext }: HandOverProps) {
  const [ticked, setTicked] = useState<readonly HandOver[]>([])
  const answer = useSellerAnswer('handOvers')
  const save = async () => {
    if (ticked.length === 0) return answer.refuse('Tick at least one.')
    await answer.save({ handOvers: handOvers.filter((way) => ticked.includes(way)) })
  }
  return (
    <Reminder
      label="How you hand books over"
      icon={Handshake}
      why="Buyers choose books that they can collect, or have sent."
      answer={answer}
      onSave={save}
      onDismiss={onDismiss}
      isFocused={isNext}
    >
      <HandOversField
        optional={false}
        error={answer.error}
        inputOf={(way) => ({
          checked: ticked.includes(way),
          onChange: ({ target }) => {
            setTicked(target.checked ? [...ticked, way] : ticked.filter((one) => one !== way))
            answer.refuse(undefined)
          },
        })}
      />
    </Reminder>
  )
}

type Props = {
  label: string
  icon: LucideIcon
  why: string
  answer: ReturnType<typeof useSellerAnswer>
  onSave: () => Promise<void>
  onDismiss: () => void
  /** Focuses the first field. Set if the seller has just answered the question before. */
  isFocused?: boolean
  children: ReactNode
}

const Reminder = ({
  label,
  icon: Icon,
  why,
  answer,
  onSave,
  onDismiss,
  isFocused,
  children,
}: Props) => (
  <aside
    aria-label={label}
    className="relative flex items-start gap-3 rounded-box border border-border bg-surface px-4 py-2"
  >
    <Icon className="mt-3 shrink-0 text-primary" />
    <form
      method="post"
      ref={isFocused ? focusOnMount : undefined}
      noValidate
      className="flex min-w-0 flex-1 flex-col items-start gap-2 pt-2.5 pb-2"
      onSubmit={(event) => {
        event.preventDefault()
        void onSave()
      }}
    >
      <p className="pr-8">{why}</p>
      {children}
      <FormError>{answer.failure}</FormError>
      <Button type="submit" size="sm" pending={answer.pending}>
        Save
      </Button>
    </form>
    <IconButton label="Dismiss" className="absolute top-2 right-2" onClick={onDismiss}>
      <X />
    </IconButton>
  </aside>
)

/**
 * Saves one field of the seller's profile. `error` is the error of the field, and `failure` any
 * other. `save` resolves to whether it was saved.
 */
function useSellerAnswer(field: 'pinCode' | 'handOvers') {
  const updateCachedProfile = useUpdateCachedProfile('seller')
  const update = useWrite(updateSellerProfile)
  const toast = useToast()
  const [error, setError] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const refuse = (text: string | undefined) => {
    setError(text)
    setFailure(undefined)
  }
  const save = async (answer: EndpointInput<typeof updateSellerProfile>): Promise<boolean> => {
    refuse(undefined)
    try {
      const saved = await update.run(answer)
      if (!saved) return false
      updateCachedProfile(saved)
      toast({ text: saved.message, kind: 'success' })
      return true
    } catch (thrown) {
      const ofField = thrown instanceof AppError ? thrown.fields?.[field] : undefined
      if (ofField) setError(ofField)
      else setFailure(errorMessage(thrown, 'Failed to update profile.'))
      return false
    }
  }
  return { error, failure, pending: update.pending, refuse, save }
}

function useDismissed(key: string): { isDismissed: boolean; dismiss: () => void } {
  const [isDismissed, setDismissed] = useState(() => {
    try {
      return localStorage.getItem(key) !== null
    } catch {
      return false
    }
  })
  const dismiss = () => {
    setDismissed(true)
    try {
      localStorage.setItem(key, 'dismissed')
    } catch {
      // Without storage, the notice stays dismissed until the person leaves the page.
    }
  }
  return { isDismissed, dismiss }
}

import { Handshake, type LucideIcon, MapPin } from 'lucide-react'
import { type UseFormReturn, useFormContext } from 'react-hook-form'
import type { updateSellerProfile } from '#contract/accounts/accounts.ts'
import type { EndpointInput } from '#contract/common/endpoint.ts'
import { type HandOver, handOvers, handOversText } from '#contract/common/hand-overs.ts'
import { readPinCode } from '#contract/places.ts'
import { useProfile, useUpdateCachedProfile } from '#web/features/account/use-profile.ts'
import { HandOversField } from '#web/features/hand-over/hand-overs-field.tsx'
import { PinCodeField } from '#web/features/places/pin-code-field.tsx'
import { fullPlaceName } from '#web/features/places/place-text.ts'
import { Button } from '#web/ui/button.tsx'
import type { BookDraft } from './book-draft.ts'

const hint = 'Where your books are, for buyers near you. They see the area, never your address.'

const readWays = (text: string): HandOver[] =>
  handOvers.filter((way) => text.split(',').includes(way))

/** Asks where the book is and how it is handed over, or shows the seller's earlier answers. */
export function MissingDetailsPrompt() {
  const { watch, setValue, clearErrors, formState } = useFormContext<BookDraft>()
  const [pinCode, handOverText] = watch(['pinCode', 'handOvers'])
  const profile = useProfile('seller').data
  // Only the owner of a shop changes these.
  if (!profile || profile.helper) return null
  const { place, handOvers: saved } = profile
  const typed = pinCode ?? (place ? undefined : '')
  const ticked = handOverText ?? (saved ? undefined : '')
  const tick = (way: HandOver, isTicked: boolean) => {
    const others = readWays(ticked ?? '').filter((other) => other !== way)
    setValue('handOvers', `${isTicked ? [...others, way] : others}`, { shouldDirty: true })
  }
  return (
    <>
      {typed !== undefined ? (
        <PinCodeField
          typed={typed}
          optional
          hint={hint}
          error={formState.errors.pinCode?.message}
          input={{
            name: 'pinCode',
            value: typed,
            onChange: (event) => {
              setValue('pinCode', event.target.value, { shouldDirty: true })
              clearErrors('pinCode')
            },
          }}
        />
      ) : (
        <SavedAnswer
          icon={MapPin}
          name="Place"
          answer={place && fullPlaceName(place)}
          label="Change the place"
          onChange={() => setValue('pinCode', place?.pinCode ?? '')}
        />
      )}
      {ticked !== undefined ? (
        <HandOversField
          inputOf={(way) => ({
            name: 'handOvers',
            checked: readWays(ticked).includes(way),
            onChange: (event) => tick(way, event.target.checked),
          })}
        />
      ) : (
        <SavedAnswer
          icon={Handshake}
          name="Hand-over"
          answer={handOversText(saved)}
          label="Change the hand-over"
          onChange={() => setValue('handOvers', `${saved ?? ''}`)}
        />
      )}
    </>
  )
}

/**
 * `changes` returns the answers that differ from the seller's profile, or undefined if none does.
 * `finish` updates the profile on the page after the answers were saved.
 */
export function useMissingDetails(form: UseFormReturn<BookDraft>) {
  const profile = useProfile('seller').data
  const updateCachedProfile = useUpdateCachedProfile('seller')
  const changes = (): EndpointInput<typeof updateSellerProfile> | undefined => {
    const [typed = '', ticked] = form.getValues(['pinCode', 'handOvers'])
    const pinCode = readPinCode(typed)
    const ways = ticked === undefined ? undefined : readWays(ticked)
    const changed = {
      ...(pinCode !== '' && pinCode !== profile?.place?.pinCode && { pinCode }),
      ...(ways && `${ways}` !== `${profile?.handOvers ?? ''}` && { handOvers: ways }),
    }
    return Object.keys(changed).length > 0 ? changed : undefined
  }
  const finish = (saved: Parameters<typeof updateCachedProfile>[0]) => {
    updateCachedProfile(saved)
    form.setValue('pinCode', undefined)
    form.setValue('handOvers', undefined)
  }
  return { changes, finish }
}

type SavedAnswerProps = {
  icon: LucideIcon
  name: string
  answer: string | undefined
  label: string
  onChange: () => void
}

const SavedAnswer = ({ icon: Icon, name, answer, label, onChange }: SavedAnswerProps) => (
  <div className="flex items-center justify-between gap-3 text-sm">
    <p className="flex min-w-0 items-center gap-1.5">
      <Icon size={18} className="shrink-0 text-muted" />
      <span className="wrap-anywhere">
        <span className="text-muted">{name}: </span>
        {answer}
      </span>
    </p>
    <Button variant="ghost" size="sm" className="shrink-0" aria-label={label} onClick={onChange}>
      Change
    </Button>
  </div>
)

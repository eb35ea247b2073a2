import { Handshake, type LucideIcon, MapPin } from 'lucide-react'
import { handOversText } from '#contract/common/hand-overs.ts'
import { HandOversField } from '#web/features/hand-over/hand-overs-field.tsx'
import { PinCodeField } from '#web/features/places/pin-code-field.tsx'
import { fullPlaceName } from '#web/features/places/place-text.ts'
import { Button } from '#web/ui/button.tsx'
import type { MissingDetailsPrompt as Questions } from './use-missing-details.ts'

const hint = 'Where your books are, for buyers near you. They see the area, never your address.'

/** Asks where and how the book is handed over, or shows the seller's earlier answers. */
export function MissingDetailsPrompt(questions: Questions) {
  const { isLoaded, place, typed, error, setTyped, handOvers, ticked, setTicked } = questions
  if (!isLoaded) return null
  return (
    <>
      {typed !== undefined ? (
        <PinCodeField
          typed={typed}
          optional
          hint={hint}
          error={error}
          input={{
            name: 'pinCode',
            value: typed,
            onChange: (event) => setTyped(event.target.value),
          }}
        />
      ) : (
        <SavedAnswer
          icon={MapPin}
          name="Place"
          answer={place && fullPlaceName(place)}
          label="Change the place"
          onChange={() => setTyped(place?.pinCode ?? '')}
        />
      )}
      {ticked !== undefined ? (
        <HandOversField
          inputOf={(way) => ({
            name: 'handOvers',
            checked: ticked.includes(way),
            onChange: ({ target }) =>
              setTicked(target.checked ? [...ticked, way] : ticked.filter((one) => one !== way)),
          })}
        />
      ) : (
        <SavedAnswer
          icon={Handshake}
          name="Hand-over"
          answer={handOversText(handOvers)}
          label="Change the hand-over"
          onChange={() => setTicked(handOvers ?? [])}
        />
      )}
    </>
  )
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
      <Icon size={18} className="shrink-0 text-muted" aria-hidden />
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

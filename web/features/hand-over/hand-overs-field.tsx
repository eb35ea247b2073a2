import { type ComponentProps, useId } from 'react'
import { type HandOver, handOverLabels, handOvers } from '#contract/common/hand-overs.ts'
import { Checkbox, FieldError } from '#web/ui/inputs/field.tsx'

type Props = {
  optional?: boolean
  error?: string | undefined
  inputOf: (way: HandOver) => ComponentProps<'input'>
}

/** Asks how a seller hands books over: in person, by post, or both. */
export function HandOversField({ optional = true, error, inputOf }: Props) {
  const id = useId()
  return (
    <fieldset aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}>
      <legend className="font-medium text-sm">
        Hand-over{optional && <span className="font-normal text-muted"> (optional)</span>}
      </legend>
      <div className="flex flex-wrap gap-x-6">
        {handOvers.map((way) => (
          <Checkbox key={way} {...inputOf(way)} value={way} label={handOverLabels[way]} />
        ))}
      </div>
      <p id={`${id}-hint`} className="text-muted text-sm">
        How buyers can get your books. Tick both if you offer both.
      </p>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}

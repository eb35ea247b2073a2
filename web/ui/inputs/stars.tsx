import { Star } from 'lucide-react'
import { type Ref, useId } from 'react'
import { FieldError } from './field.tsx'

const words = ['Bad', 'Poor', 'Fair', 'Good', 'Very good'] as const

type Props = {
  label: string
  value: number | undefined
  onChange: (stars: number) => void
  error?: string | undefined
  /** Gets the first star, to be focused when something is wrong. */
  ref?: Ref<HTMLInputElement>
}

/** One to five stars: a group of radio buttons, so that arrow keys and screen readers know what to do. */
export function StarField({ label, value, onChange, error, ref }: Props) {
  const id = useId()
  return (
    <fieldset className="flex flex-col gap-1" aria-describedby={error && `${id}-error`}>
      <legend className="font-medium text-sm">{label}</legend>
      <div className="flex items-center gap-1">
        {words.map((word, place) => {
          const stars = place + 1
          return (
            <label
              key={word}
              className="relative inline-flex size-11 cursor-pointer items-center justify-center rounded-box has-focus-visible:outline-2 has-focus-visible:outline-primary"
            >
              <input
                ref={place === 0 ? ref : undefined}
                type="radio"
                name={id}
                value={stars}
                checked={value === stars}
                onChange={() => onChange(stars)}
                aria-invalid={error !== undefined || undefined}
                className="sr-only"
                aria-label={`${stars} of 5: ${word}`}
              />
              <Star
                size={28}
                aria-hidden
                className={
                  value !== undefined && stars <= value ? 'fill-accent text-accent' : 'text-input'
                }
              />
            </label>
          )
        })}
        <span aria-hidden className="pl-2 text-muted text-sm">
          {value !== undefined && words[value - 1]}
        </span>
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}

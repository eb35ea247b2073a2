import { Star } from 'lucide-react'
import { type Ref, useId } from 'react'
import { FieldError } from './field.tsx'

const labels = ['Bad', 'Poor', 'Fair', 'Good', 'Very good'] as const

type Props = {
  label: string
  value: number | undefined
  onChange: (stars: number) => void
  error?: string | undefined
  /** The first star, which gets the focus after an error. */
  ref?: Ref<HTMLInputElement>
}

export function StarField({ label, value, onChange, error, ref }: Props) {
  const id = useId()
  return (
    <fieldset className="flex flex-col gap-1" aria-describedby={error && `${id}-error`}>
      <legend className="font-medium text-sm">{label}</legend>
      <div className="flex items-center gap-1">
        {labels.map((name, index) => {
          const stars = index + 1
          return (
            <label
              key={name}
              className="relative inline-flex size-11 cursor-pointer items-center justify-center
                rounded-box has-focus-visible:outline-2 has-focus-visible:outline-primary"
            >
              <input
                ref={index === 0 ? ref : undefined}
                type="radio"
                name={id}
                value={stars}
                checked={value === stars}
                onChange={() => onChange(stars)}
                aria-invalid={error !== undefined || undefined}
                className="sr-only"
                aria-label={`${stars} of 5: ${name}`}
              />
              <Star
                size={28}
                className={
                  value !== undefined && stars <= value ? 'fill-accent text-accent' : 'text-input'
                }
              />
            </label>
          )
        })}
        <span aria-hidden className="pl-2 text-muted text-sm">
          {value !== undefined && labels[value - 1]}
        </span>
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}

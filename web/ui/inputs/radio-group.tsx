import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldError } from './field.tsx'

type Props = {
  label: string
  error?: string | undefined
  isColumn?: boolean
  options: readonly { value: string; label: ReactNode }[]
} & Omit<ComponentProps<'input'>, 'type' | 'value'>

export function RadioGroup({ label, error, isColumn = false, options, ...input }: Props) {
  const id = useId()
  return (
    <fieldset aria-describedby={error && `${id}-error`} className="flex flex-col gap-1">
      <legend className="mb-1 font-medium text-sm">{label}</legend>
      <div className={`flex gap-2 ${isColumn ? 'flex-col' : 'flex-wrap'}`}>
        {options.map((option) => (
          <label
            key={option.value}
            className={`flex min-h-11 flex-1 items-center gap-2 rounded-box border border-input
              bg-surface px-3 has-checked:border-primary has-checked:bg-primary-soft
              ${isColumn ? '' : 'whitespace-nowrap'}`}
          >
            <input {...input} type="radio" value={option.value} className="size-5 accent-primary" />
            {option.label}
          </label>
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}

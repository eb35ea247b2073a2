// Fields of the surrounding form. `name` is the field's name in the form's schema.
import type { ComponentProps, ComponentType, ReactNode } from 'react'
import { get, useFormContext } from 'react-hook-form'
import { Field, Input, Select, TextArea } from '#web/ui/inputs/field.tsx'
import { NumberInput } from './number-input.tsx'

type Named = {
  name: string
  label: ReactNode
  hint?: ReactNode
  optional?: boolean
}

function useNamed<Rest extends { onChange?: unknown }>({
  name,
  label,
  hint,
  optional = false,
  ...rest
}: Named & Rest) {
  const { register, formState } = useFormContext()
  const failed: { message?: string } | undefined = get(formState.errors, name)
  const onChange = rest.onChange as ((event: unknown) => void) | undefined
  return {
    field: { label, hint, optional, error: failed?.message },
    control: { ...rest, ...register(name, onChange && { onChange }) },
  }
}

const fieldOf = <Props extends { onChange?: unknown }>(Control: ComponentType<Props>) =>
  function NamedField(props: Named & Props) {
    const { field, control } = useNamed<Props>(props)
    return (
      <Field {...field}>
        <Control {...(control as unknown as Props)} />
      </Field>
    )
  }

export const TextField = fieldOf(Input)
export const TextAreaField = fieldOf(TextArea)
export const NumberField = fieldOf(NumberInput)

type Options = { options: readonly (readonly [value: string, label: string])[] }

/** A select. With `asks`, no option is chosen at first. */
export function SelectField({
  options,
  asks = false,
  ...props
}: Named & Options & { asks?: boolean; onChange?: () => void; 'aria-busy'?: boolean }) {
  const { field, control } = useNamed(props)
  return (
    <Field {...field}>
      <Select {...control}>
        {asks && (
          <option value="" disabled>
            Choose…
          </option>
        )}
        {options.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </Field>
  )
}

type Usual = Partial<Named & ComponentProps<typeof Input>>

export const EmailField = (props: Usual) => (
  <TextField
    name="email"
    label="Email"
    type="email"
    inputMode="email"
    autoComplete="username"
    {...props}
  />
)

export const ReadOnlyEmail = ({ email, hint }: { email: string; hint: string }) => (
  <Field label="Email" hint={hint}>
    <Input type="email" autoComplete="username" readOnly value={email} />
  </Field>
)

export const PhoneField = (props: Usual) => (
  <TextField name="phone" label="Phone" type="tel" inputMode="tel" autoComplete="tel" {...props} />
)

export const PasswordField = (props: Usual) => (
  <TextField
    name="password"
    label="Password"
    type="password"
    autoComplete="current-password"
    {...props}
  />
)

/** A field for a code from an authenticator app. */
export const CodeField = (props: Usual) => (
  <TextField
    name="code"
    label="Code"
    hint="The six digits from your authenticator app."
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    {...props}
  />
)

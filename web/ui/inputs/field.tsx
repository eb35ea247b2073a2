// Form fields with a label and an error, both linked to the control for screen readers.
import { AlertCircle } from 'lucide-react'
import { type ComponentProps, createContext, type ReactNode, use, useId } from 'react'

type FieldState = { id: string; describedBy: string | undefined; isInvalid: boolean }
const FieldContext = createContext<FieldState | undefined>(undefined)

const useControlProps = () => {
  const field = use(FieldContext)
  return (
    field && {
      id: field.id,
      'aria-describedby': field.describedBy,
      'aria-invalid': field.isInvalid || undefined,
    }
  )
}

type FieldProps = {
  label: ReactNode
  error?: string | undefined
  hint?: ReactNode
  optional?: boolean
  className?: string
  children: ReactNode
}

export function Field({ label, error, hint, optional, className = '', children }: FieldProps) {
  const id = useId()
  const describedBy =
    [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined
  return (
    <div className={`flex flex-col gap-1 ${className}`}>
      <label htmlFor={id} className="font-medium text-sm">
        {label}
        {optional && <span className="font-normal text-muted"> (optional)</span>}
      </label>
      <FieldContext value={{ id, describedBy, isInvalid: error !== undefined }}>
        {children}
      </FieldContext>
      {hint && (
        <p id={`${id}-hint`} className="text-muted text-sm">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-danger text-sm">
      <AlertCircle size={16} className="mt-0.5 shrink-0" />
      <span>{children}</span>
    </p>
  )
}

/** The scroll margin keeps a control's label and error in view, too. */
export const controlClass = `
  w-full scroll-my-12 rounded-box border border-input bg-surface px-3 py-2 text-base text-foreground
  placeholder:text-muted aria-invalid:border-danger disabled:opacity-60 aria-disabled:opacity-60
`

export function Input({ className = '', ...rest }: ComponentProps<'input'>) {
  return (
    <input
      {...useControlProps()}
      {...rest}
      className={`${controlClass} min-h-11 read-only:bg-sunken ${className}`}
    />
  )
}

export function TextArea({ className = '', ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      {...useControlProps()}
      {...rest}
      className={`${controlClass} min-h-24 ${className}`}
    />
  )
}

export function Select({ className = '', ...rest }: ComponentProps<'select'>) {
  return (
    <select
      {...useControlProps()}
      {...rest}
      className={`${controlClass} min-h-11 pr-8 ${className}`}
    />
  )
}

export function Checkbox({
  label,
  className = '',
  ...rest
}: ComponentProps<'input'> & { label: ReactNode }) {
  return (
    <label className={`flex min-h-11 items-center gap-3 ${className}`}>
      <input {...rest} type="checkbox" className="size-5 shrink-0 accent-primary" />
      <span>{label}</span>
    </label>
  )
}

export function FormError({ id, children }: { id?: string | undefined; children: ReactNode }) {
  if (!children) return null
  return (
    <p
      id={id}
      role="alert"
      className="rounded-box border border-danger bg-danger-soft px-3 py-2 text-danger text-sm"
    >
      {children}
    </p>
  )
}

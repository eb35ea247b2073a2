import { type ReactNode, useEffect, useRef } from 'react'

/** The description of a step. It takes the focus, so that screen readers read it. */
export function StepText({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLParagraphElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return (
    <p ref={ref} tabIndex={-1} className="outline-none">
      {children}
    </p>
  )
}

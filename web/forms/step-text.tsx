import { type ReactNode, useEffect, useRef } from 'react'

/** What a step is about, read out when the step before it is done. */
export function StepText({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLParagraphElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return (
    <p ref={ref} tabIndex={-1} className="outline-none">
      {children}
    </p>
  )
}

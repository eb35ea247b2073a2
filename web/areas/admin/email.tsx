import { orNone } from '#web/parts/format.ts'

/** An email in a table, which breaks at its @ before it breaks anywhere else. */
export function Email({ children }: { children: string | undefined }) {
  const email = orNone(children)
  const at = email.lastIndexOf('@')
  return (
    <span className="md:inline-block md:min-w-36">
      {email.slice(0, Math.max(at, 0))}
      <wbr />
      {email.slice(Math.max(at, 0))}
    </span>
  )
}

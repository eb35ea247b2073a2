import type { ReactNode } from 'react'

type Props<Row> = {
  rows: readonly Row[]
  emptyText?: string
  children: (row: Row) => ReactNode
}

/** A list whose rows have something to press at the end. */
export function Rows<Row extends { _id: string }>({ rows, emptyText, children }: Props<Row>) {
  if (rows.length === 0) return emptyText && <p className="text-muted">{emptyText}</p>
  return (
    <ul className="flex flex-col divide-y divide-border">
      {rows.map((row) => (
        <li
          key={row._id}
          className="flex items-center justify-between gap-3 py-3 first:pt-0 last:pb-0"
        >
          {children(row)}
        </li>
      ))}
    </ul>
  )
}

// A table that becomes cards on phones: each cell then carries its column's name.
import type { ReactNode } from 'react'

export type Column<Row> = {
  head: string
  cell: (row: Row) => ReactNode
  /** Figures stand at the right. */
  figure?: boolean
  /** A text that people write: breaks anywhere rather than pushing the other columns out of sight. */
  free?: boolean
  /** Stays in sight while the others scroll sideways. */
  pinned?: boolean
}

const pin = 'md:sticky md:right-0 md:bg-card md:shadow-[-8px_0_8px_-8px_var(--line)]'

type Props<Row> = { caption: string; columns: Column<Row>[]; rows: Row[]; rowKey: (row: Row) => string }

export function DataTable<Row>({ caption, columns, rows, rowKey }: Props<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard
    <section aria-label={caption} tabIndex={0} className="overflow-x-auto rounded-box md:border md:border-line md:bg-card">
      {/* biome-ignore-start lint/a11y/noRedundantRoles: the roles are lost where the display changes to blocks */}
      {/* biome-ignore-start lint/a11y/useSemanticElements: likewise */}
      <table role="table" className="block w-full text-left text-sm md:table">
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className="sr-only md:not-sr-only md:table-header-group">
          <tr role="row" className="md:border-line md:border-b">
            {columns.map(({ head, figure, pinned }) => (
              <th
                key={head}
                role="columnheader"
                scope="col"
                className={`px-2 py-3 align-bottom font-semibold text-quiet ${figure ? 'md:text-right' : ''} ${pinned ? pin : ''}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="flex flex-col gap-4 md:table-row-group">
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              role="row"
              className="block rounded-box border border-line bg-card p-3 md:table-row md:rounded-none md:border-x-0 md:border-t-0 md:last:border-b-0"
            >
              {columns.map(({ head, cell, figure, pinned, free }) => (
                <td
                  key={head}
                  role="cell"
                  data-label={head}
                  className={`flex items-center justify-between gap-4 border-line border-b py-2 text-right before:shrink-0 before:text-quiet before:content-[attr(data-label)] last:border-b-0 md:table-cell md:border-b-0 md:px-2 md:py-3 md:before:content-none ${figure ? 'tabular-nums md:text-right' : 'md:text-left'} ${pinned ? pin : ''} ${free ? 'md:min-w-28 [overflow-wrap:anywhere]' : ''}`}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {/* biome-ignore-end lint/a11y/useSemanticElements: likewise */}
      {/* biome-ignore-end lint/a11y/noRedundantRoles: the roles are lost where the display changes to blocks */}
    </section>
  )
}

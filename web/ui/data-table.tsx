// A table that becomes cards where it hasn't the room for its columns: each cell then carries its column's name.
// biome-ignore-all lint/a11y/noRedundantRoles: the roles are lost where the display changes to blocks
// biome-ignore-all lint/a11y/useSemanticElements: likewise
// biome-ignore-all lint/a11y/useFocusableInteractive: a column's head is not pressed
// biome-ignore-all lint/a11y/noInteractiveElementToNoninteractiveRole: where two cells stand in one place, they are the cells
import type { ReactNode } from 'react'

type Cell<Row> = { head: string; cell: (row: Row) => ReactNode }
export type Column<Row> = Cell<Row> & {
  /** Figures stand at the right. */
  figure?: boolean
  /** A text that people write: it wraps, and breaks in a word only where that alone is wider than the column may be. */
  free?: boolean
  /** A column of its own that stands beneath this one, to save width. */
  under?: Cell<Row>
}

const roomy =
  '[--free:9rem] [--gap:0.375rem] [--text:0.875rem] lg:[--free:15rem] lg:[--gap:0.75rem] 2xl:[--free:24rem]'
const dense =
  '[--free:7rem] [--gap:0.375rem] [--text:0.8125rem] min-[1400px]:[--free:10rem] 2xl:[--free:16rem] 2xl:[--gap:0.75rem] 2xl:[--text:0.875rem]'

/** How much room so many columns want: styles.css says from which width on they stand side by side. */
function sizeOf(columns: number): string {
  if (columns <= 3) return '@container/few [--free:24rem] [--gap:0.75rem] [--text:0.875rem]'
  if (columns <= 5) return `@container/some ${roomy}`
  return columns <= 7 ? `@container/several ${roomy}` : `@container/many ${dense}`
}

const place =
  'tabular:table-cell tabular:px-(--gap) tabular:py-3 tabular:first:pl-3 tabular:last:pr-3'
const line =
  'flex items-center justify-between gap-4 border-border border-b py-2 text-right before:shrink-0 before:text-muted before:content-[attr(data-label)] tabular:border-b-0 tabular:text-left tabular:before:content-none'

type Props<Row> = {
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
}

export function DataTable<Row>({ caption, columns, rows, rowKey }: Props<Row>) {
  return (
    <div className={sizeOf(columns.length)}>
      {/* No landmark: it would be one more of the name of the part of the page that it stands in. */}
      <div
        role="group"
        aria-label={caption}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-box tabular:border tabular:border-border tabular:bg-surface"
      >
        <table
          role="table"
          className="block w-full text-left text-sm tabular:table tabular:text-(length:--text)"
        >
          <caption className="sr-only">{caption}</caption>
          <thead role="rowgroup" className="sr-only tabular:not-sr-only tabular:table-header-group">
            <tr role="row" className="tabular:border-border tabular:border-b">
              {columns.map((column) => (
                <Head key={column.head} column={column} />
              ))}
            </tr>
          </thead>
          <tbody
            role="rowgroup"
            className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] gap-4 tabular:table-row-group"
          >
            {rows.map((row) => (
              <tr
                key={rowKey(row)}
                role="row"
                className="block rounded-box border border-border bg-surface p-3 tabular:table-row tabular:rounded-none tabular:border-x-0 tabular:border-t-0 tabular:last:border-b-0"
              >
                {columns.map((column) => (
                  <Place key={column.head} column={column} row={row} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

function Head<Row>({ column: { head, figure, under } }: { column: Column<Row> }) {
  const look = `px-(--gap) py-3 first:pl-3 last:pr-3 align-bottom font-semibold text-muted ${figure ? 'tabular:text-right' : ''}`
  if (!under)
    return (
      <th role="columnheader" scope="col" className={look}>
        {head}
      </th>
    )
  return (
    <th role="none" className={look}>
      <div role="columnheader">{head}</div>
      <div role="columnheader" className="font-normal">
        {under.head}
      </div>
    </th>
  )
}

function Place<Row>({
  column: { head, cell, figure, free, under },
  row,
}: {
  column: Column<Row>
  row: Row
}) {
  const text = (content: ReactNode) =>
    free ? <div className="min-w-0 break-words tabular:max-w-(--free)">{content}</div> : content
  const align = figure ? 'tabular-nums tabular:text-right' : ''
  if (!under)
    return (
      <td role="cell" data-label={head} className={`${line} ${place} last:border-b-0 ${align}`}>
        {text(cell(row))}
      </td>
    )
  return (
    <td role="none" className={`block ${place}`}>
      <div role="cell" data-label={head} className={`${line} tabular:py-0`}>
        {text(cell(row))}
      </div>
      <div
        role="cell"
        data-label={under.head}
        className={`${line} tabular:py-0 tabular:text-muted`}
      >
        {text(under.cell(row))}
      </div>
    </td>
  )
}

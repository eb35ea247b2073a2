// A table that becomes a list of cards if it is too narrow for its columns.
// biome-ignore-all lint/a11y/noRedundantRoles: `display: block`, for the cards, removes the roles
// biome-ignore-all lint/a11y/useSemanticElements: one td can hold two cells, as divs with roles
// biome-ignore-all lint/a11y/noInteractiveElementToNoninteractiveRole: such a td isn't itself a cell
// biome-ignore-all lint/a11y/useFocusableInteractive: buttons in the headers sort the columns
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { ScrollBox } from './scroll-box.tsx'

/** How a list is sorted by a column. The first direction is the one of the first press. */
export type ColumnSort = Partial<Record<'ascending' | 'descending', string>>
type Cell<Row> = {
  header: string
  /** Shown instead of the header's text. */
  headerContent?: ReactNode
  cell: (row: Row) => ReactNode
  sort?: ColumnSort
}
export type Column<Row> = Cell<Row> & {
  isNumeric?: boolean
  /** True for free text, which wraps at a maximum width. */
  wraps?: boolean
  /** The classes of the cell in a card. If they are missing, the cell is a line with its header. */
  card?: string | ((row: Row) => string)
  /** A second column that is shown below this one to save width. */
  below?: Cell<Row>
}

const normalSizes = `
  [--free:9rem] [--gap:0.375rem] [--text:0.875rem] lg:[--free:15rem] lg:[--gap:0.75rem]
  2xl:[--free:24rem]
`
const compactSizes = `
  [--free:7rem] [--gap:0.375rem] [--text:0.8125rem] min-[1400px]:[--free:10rem] 2xl:[--free:16rem]
  2xl:[--gap:0.75rem] 2xl:[--text:0.875rem]
`

/**
 * Returns the container's class. In styles.css, this class defines the width from which the columns
 * fit side by side.
 */
function containerClass(columns: number): string {
  if (columns <= 3) return '@container/few [--free:24rem] [--gap:0.75rem] [--text:0.875rem]'
  if (columns <= 5) return `@container/some ${normalSizes}`
  return columns <= 7 ? `@container/several ${normalSizes}` : `@container/many ${compactSizes}`
}

const headerClass =
  'px-(--gap) py-(--gap-y) first:pl-3 last:pr-3 align-bottom font-semibold text-muted'
const cellClass =
  'tabular:table-cell tabular:px-(--gap) tabular:py-(--gap-y) tabular:first:pl-3 tabular:last:pr-3'
const cardLineClass = `
  flex items-center justify-between gap-4 border-border border-b py-2 text-right before:shrink-0
  before:text-muted before:content-[attr(data-label)] tabular:border-b-0 tabular:text-left
  tabular:before:content-none
`

/** Cells with card classes look like all others in a table. */
const plainCellClass = `
  tabular:w-auto tabular:font-normal tabular:text-foreground tabular:text-(length:--text)
`

/** On phones, the cards of joined rows touch each other. */
const joinedClass = 'max-sm:-mt-6 max-sm:rounded-t-none max-sm:border-t-0 max-sm:pt-5'

type Props<Row> = {
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
  cardClass?: string
  /** The current order, which the headers of columns with `sort` change. */
  sorting?: Sorting
  /** Rows are lower, for long lists. */
  isDense?: boolean
  /** Whether a row belongs to the one above it, so that no line separates them. */
  isJoined?: (row: Row) => boolean
}
type Sorting = { sort: string; onSort: (sort: string) => void }

export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  cardClass = 'block',
  sorting,
  isDense = false,
  isJoined = () => false,
}: Props<Row>) {
  return (
    <div
      className={`${containerClass(columns.length)} ${isDense ? '[--gap-y:0.375rem]' : '[--gap-y:0.75rem]'}`}
    >
      <ScrollBox
        role="group"
        aria-label={caption}
        className="overflow-x-auto rounded-box tabular:border tabular:border-border
          tabular:bg-surface"
      >
        <table
          role="table"
          className="block w-full text-left text-sm tabular:table tabular:text-(length:--text)"
        >
          <caption className="sr-only">{caption}</caption>
          <thead role="rowgroup" className="sr-only tabular:not-sr-only tabular:table-header-group">
            <tr role="row" className="tabular:border-border tabular:border-b">
              {columns.map((column) => (
                <HeaderCell key={column.header} column={column} sorting={sorting} />
              ))}
            </tr>
          </thead>
          <tbody
            role="rowgroup"
            className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] gap-4
              tabular:table-row-group"
          >
            {rows.map((row) => (
              <tr
                key={rowKey(row)}
                role="row"
                className={`relative rounded-box border border-border bg-surface p-3 ${cardClass}
                  tabular:static tabular:table-row tabular:rounded-none tabular:border-0
                  ${isJoined(row) ? joinedClass : 'tabular:border-t tabular:first:border-t-0'}`}
              >
                {columns.map((column) => (
                  <BodyCell key={column.header} column={column} row={row} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </div>
  )
}

function HeaderCell<Row>({
  column,
  sorting,
}: {
  column: Column<Row>
  sorting: Sorting | undefined
}) {
  const { isNumeric, below } = column
  const align = isNumeric ? 'tabular:text-right' : ''
  const className = `${headerClass} ${align}`
  if (!below)
    return (
      <th
        role="columnheader"
        scope="col"
        className={className}
        aria-sort={ariaSort(column, sorting)}
      >
        <Header of={column} sorting={sorting} />
      </th>
    )
  return (
    <th role="none" className={className}>
      <div role="columnheader" aria-sort={ariaSort(column, sorting)}>
        <Header of={column} sorting={sorting} />
      </div>
      <div role="columnheader" className="font-normal" aria-sort={ariaSort(below, sorting)}>
        <Header of={below} sorting={sorting} />
      </div>
    </th>
  )
}

type Sortable = Pick<Cell<never>, 'header' | 'headerContent' | 'sort'>

/** The direction in which a column is sorted now. */
const directionOf = ({ sort }: Sortable, { sort: current }: Sorting) =>
  (['ascending', 'descending'] as const).find((direction) => sort?.[direction] === current)

const ariaSort = (column: Sortable, sorting: Sorting | undefined) =>
  column.sort && sorting ? (directionOf(column, sorting) ?? 'none') : undefined

function Header({ of: column, sorting }: { of: Sortable; sorting: Sorting | undefined }) {
  const { header, headerContent = header, sort } = column
  if (!sorting) return headerContent
  if (!sort) return <span className="inline-flex min-h-6 items-center">{headerContent}</span>
  const direction = directionOf(column, sorting)
  const [first = '', second = first] = Object.values(sort)
  const Icon = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown }[
    direction ?? 'none'
  ]
  return (
    <button
      type="button"
      onClick={() => sorting.onSort(sorting.sort === first ? second : first)}
      className="inline-flex min-h-6 items-center gap-0.5 whitespace-nowrap text-left
        hover:text-foreground"
    >
      {headerContent}
      <Icon size={14} className={direction ? 'text-primary' : 'opacity-50'} aria-hidden />
    </button>
  )
}

function BodyCell<Row>({
  column: { header, cell, isNumeric, wraps, card, below },
  row,
}: {
  column: Column<Row>
  row: Row
}) {
  const wrapText = (content: ReactNode) =>
    wraps ? <div className="min-w-0 wrap-anywhere tabular:max-w-(--free)">{content}</div> : content
  const align = isNumeric ? 'tabular-nums tabular:text-right' : ''
  const ownClass = typeof card === 'function' ? card(row) : card
  const lineClass =
    ownClass === undefined ? `${cardLineClass} last:border-b-0` : `${ownClass} ${plainCellClass}`
  if (!below)
    return (
      <td role="cell" data-label={header} className={`${lineClass} ${cellClass} ${align}`}>
        {wrapText(cell(row))}
      </td>
    )
  return (
    <td role="none" className={`block ${cellClass}`}>
      <div role="cell" data-label={header} className={`${cardLineClass} tabular:py-0`}>
        {wrapText(cell(row))}
      </div>
      <div
        role="cell"
        data-label={below.header}
        className={`${cardLineClass} tabular:py-0 tabular:text-muted`}
      >
        {wrapText(below.cell(row))}
      </div>
    </td>
  )
}

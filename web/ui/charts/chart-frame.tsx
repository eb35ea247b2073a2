// What all charts share: their colours, their axes, and the table that says the same to screen readers.

export const chartColours = {
  sales: '#d14a3e',
  orders: '#3f7fc4',
  completed: '#3f9d6b',
  pending: '#d9a821',
  cancelled: '#d14a3e',
} as const
export const axis = {
  stroke: 'var(--muted)',
  tick: { fill: 'var(--muted)', fontSize: 12 },
} as const
export const tooltipStyle = {
  cursor: { fill: 'var(--sunken)', stroke: 'var(--border)' },
  contentStyle: {
    background: 'var(--surface)',
    border: '1px solid var(--border)',
    borderRadius: 10,
    color: 'var(--foreground)',
  },
  itemStyle: { color: 'var(--foreground)' },
} as const

/** The figures of a chart, for those who can't see it. */
export function FigureTable({
  caption,
  rows,
}: {
  caption: string
  rows: (readonly [name: string, figure: string])[]
}) {
  return (
    // Around the table, which would be as wide as its words all the same.
    <div className="sr-only">
      <table>
        <caption>{caption}</caption>
        <tbody>
          {rows.map(([name, figure]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{figure}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

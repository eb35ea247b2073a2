// What all charts share: colours, axes, and a table with the same data for screen readers.

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

export function FigureTable({
  caption,
  rows,
}: {
  caption: string
  rows: (readonly [name: string, value: string])[]
}) {
  return (
    // Not on the table itself, which would still be as wide as its content.
    <div className="sr-only">
      <table>
        <caption>{caption}</caption>
        <tbody>
          {rows.map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export const chartColours = {
  sales: '#d14a3e',
  orders: '#3f7fc4',
  completed: '#3f9d6b',
  pending: '#d9a821',
  cancelled: '#d14a3e',
} as const
export const axisStyle = {
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

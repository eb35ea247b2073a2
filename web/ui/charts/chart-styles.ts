export const chartColours = {
  sales: '#d14a3e',
  orders: '#3f7fc4',
  completed: '#3f9d6b',
  pending: '#d9a821',
  cancelled: '#d14a3e',
} as const
export const axisStyle = {
  stroke: 'var(--color-muted)',
  tick: { fill: 'var(--color-muted)', fontSize: 12 },
} as const
export const tooltipStyle = {
  cursor: { fill: 'var(--color-sunken)', stroke: 'var(--color-border)' },
  contentStyle: {
    background: 'var(--color-surface)',
    border: '1px solid var(--color-border)',
    borderRadius: 10,
    color: 'var(--color-foreground)',
  },
  itemStyle: { color: 'var(--color-foreground)' },
} as const

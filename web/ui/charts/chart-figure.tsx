import type { ComponentProps } from 'react'
import { ResponsiveContainer } from 'recharts'

type Props = {
  caption: string
  rows: (readonly [name: string, value: string])[]
  height: number
  children: ComponentProps<typeof ResponsiveContainer>['children']
}

/** A chart, with a table of its data for screen readers. */
export const ChartFigure = ({ caption, rows, height, children }: Props) => (
  <figure aria-label={caption}>
    {/* The class is on a div, because a table with it would still be as wide as its content. */}
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
    {/* When the screen gets narrower, the chart shrinks with a delay, and would overflow in the
        meantime. */}
    <div aria-hidden className="overflow-hidden">
      <ResponsiveContainer height={height}>{children}</ResponsiveContainer>
    </div>
  </figure>
)

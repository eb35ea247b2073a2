export function ChartDataTable({
  caption,
  rows,
}: {
  caption: string
  rows: (readonly [name: string, value: string])[]
}) {
  return (
    // On a div, because a table with this class would still be as wide as its content.
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

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Report, reportCsv } from './report-csv.ts'

const report: Report = {
  range: 'monthly',
  sales: { labels: ['Oct 2026', 'Nov 2026'], salesData: [0, 1250.5] },
  summary: { completed: 3, pending: 1, cancelled: 0 },
  best: [{ title: 'Gitanjali, "Song Offerings"', sales: 2, revenue: 500 }],
}

test('the file has the data of the screen and starts with a byte order mark', () => {
  expect(reportCsv(report)).toBe(
    [
      '\uFEFFSales report,monthly',
      'Period,Sales (₹)',
      'Oct 2026,0',
      'Nov 2026,1250.5',
      '',
      'Order summary,monthly',
      'Completed,3',
      'Pending,1',
      'Cancelled,0',
      '',
      'Best sellers,all time',
      'Title,Sales,Revenue (₹)',
      '"Gitanjali, ""Song Offerings""",2,500',
      '',
    ].join('\r\n'),
  )
})

const titleCell = (title: string) => {
  const bestSellers =
    reportCsv({ ...report, best: [{ title, sales: 1, revenue: 1 }] }).split('Revenue (₹)\r\n')[1] ??
    ''
  return bestSellers.slice(0, bestSellers.lastIndexOf(',1,1'))
}

test.each(['=HYPERLINK("http://x")', '+1', '-1', '@SUM(A1)', '\t=1', ' =1'])(
  '%j is not a formula in the file',
  (title) => {
    expect(titleCell(title).replace(/^"/, '')[0]).toBe("'")
  },
)

test('a reader of RFC 4180 gets any title back unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (title) => {
      const cell = titleCell(title)
      const parsed = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
      expect([title, `'${title}`]).toContain(parsed)
    }),
  )
})

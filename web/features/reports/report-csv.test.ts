import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Report, reportCsv } from './report-csv.ts'

const report: Report = {
  range: 'monthly',
  sales: { labels: ['Oct 2026', 'Nov 2026'], salesData: [0, 1250.5] },
  summary: { completed: 3, pending: 1, cancelled: 0 },
  best: [{ title: 'Gitanjali, "Song Offerings"', sales: 2, revenue: 500 }],
}

test('the file holds what the screen shows, under the mark that Excel asks for', () => {
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

const titleIn = (title: string) => {
  const last =
    reportCsv({ ...report, best: [{ title, sales: 1, revenue: 1 }] }).split('Revenue (₹)\r\n')[1] ??
    ''
  return last.slice(0, last.lastIndexOf(',1,1'))
}

test.each(['=HYPERLINK("http://x")', '+1', '-1', '@SUM(A1)', '\t=1', ' =1'])(
  '%j is no formula',
  (title) => {
    expect(titleIn(title).replace(/^"/, '')[0]).toBe("'")
  },
)

test('any title comes back whole from a reader of RFC 4180', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (title) => {
      const written = titleIn(title)
      const read = written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written
      expect([title, `'${title}`]).toContain(read)
    }),
  )
})

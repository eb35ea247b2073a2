import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Report, reportCsv } from './report-csv.ts'

const line = (amount: number, orders: number) => ({ amount, orders })
const report: Report = {
  sales: { labels: ['Oct 2026', 'Nov 2026'], salesData: [0, 1250.5] },
  summary: {
    completed: 3,
    pending: 1,
    cancelled: 0,
    money: { total: 1250.5, received: line(1000, 3), agreed: line(250.5, 1), waiting: line(0, 0) },
    unsold: [{ minDays: 90, books: 2, copies: 3, value: 400 }],
  },
  best: [{ title: 'Gitanjali, "Song Offerings"', sales: 2, revenue: 500 }],
}

test('the file is one table with the data of the screen, after a byte order mark', () => {
  expect(reportCsv(report)).toBe(
    [
      '\uFEFFPart,Name,Count,Amount (₹)',
      'Money,Received,3,1000',
      'Money,"Confirmed, unpaid",1,250.5',
      'Money,Waiting for the buyer,0,0',
      'Unsold books,Older than 90 days,2,400',
      'Sales,Oct 2026,,0',
      'Sales,Nov 2026,,1250.5',
      'Orders,Completed,3,',
      'Orders,Pending,1,',
      'Orders,Cancelled,0,',
      'Best sellers,"Gitanjali, ""Song Offerings""",2,500',
      '',
    ].join('\r\n'),
  )
})

const titleCell = (title: string) => {
  const csv = reportCsv({ ...report, best: [{ title, sales: 1, revenue: 1 }] })
  const bestSellers = csv.split('\nBest sellers,')[1] ?? ''
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

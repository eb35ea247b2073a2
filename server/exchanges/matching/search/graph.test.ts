import { expect, test } from 'vitest'
import type { ExchangeMarket, OpenCopy, Person, Want } from '#server/exchanges/matching/market.ts'
import { buildGraph } from './graph.ts'

const people: Person[] = [
  { id: 'giver', point: { x: 0, y: 0 } },
  { id: 'receiver', point: { x: 3, y: 4 } },
  { id: 'somewhere' },
]
const copy: OpenCopy = {
  ...{ id: 'copy', person: 'giver', title: 't', condition: 'good', valuePaise: 20_000 },
}
const own: OpenCopy = { ...copy, id: 'own', person: 'receiver', title: 'u', valuePaise: 15_000 }
const want: Want = {
  ...{ id: 'want', person: 'receiver', titles: ['s', 't'], worstCondition: 'good' },
  ...{ mostOnTopPaise: 5_000, maxKm: 5 },
}
const market: ExchangeMarket = { people, copies: [copy, own], wants: [want], blocks: [] }

const legsOf = (some: Partial<ExchangeMarket>) => {
  const { people, from, to, copies, wants } = buildGraph({ ...market, ...some })
  return copies.map(({ id }, leg) =>
    [people[from[leg] ?? -1]?.id, id, wants[leg]?.id, people[to[leg] ?? -1]?.id].join(' '),
  )
}
const theLeg = ['giver copy want receiver']

test.each<[string, Partial<ExchangeMarket>, string[]]>([
  ['a copy goes to who wants it', {}, theLeg],
  ['another title does not', { wants: [{ ...want, titles: ['s'] }] }, []],
  ['a worse condition does not', { copies: [{ ...copy, condition: 'average' }, own] }, []],
  ['a better one does', { copies: [{ ...copy, condition: 'new' }, own] }, theLeg],
  ['farther away than wanted does not', { wants: [{ ...want, maxKm: 4.9 }] }, []],
  [
    'from somewhere does not, where a distance is wanted',
    { copies: [{ ...copy, person: 'somewhere' }, own] },
    [],
  ],
  [
    'dearer than they pay on top of theirs does not',
    { wants: [{ ...want, mostOnTopPaise: 4_999 }] },
    [],
  ],
  [
    'people with a block between them give each other nothing',
    { blocks: [['receiver', 'giver']] },
    [],
  ],
  ['a block with somebody else changes nothing', { blocks: [['giver', 'stranger']] }, theLeg],
  ['nobody gets their own copy', { copies: [{ ...copy, person: 'receiver' }, own] }, []],
  ['who has no copy gets none', { copies: [copy] }, []],
  [
    'of two wants the one that allows more rupees counts',
    { wants: [want, { ...want, id: 'more', mostOnTopPaise: 6_000 }] },
    ['giver copy more receiver'],
  ],
])('%s', (_, some, expected) => {
  expect(legsOf(some)).toEqual(expected)
})

test('a distance that is not known is left out of a leg and counts as assumed', () => {
  const { maxKm: _, ...anywhere } = want
  const graph = buildGraph({
    ...market,
    copies: [{ ...copy, person: 'somewhere' }, own],
    wants: [anywhere],
  })
  expect([...graph.km]).toEqual([500])
  expect([...graph.isKmKnown]).toEqual([0])
})

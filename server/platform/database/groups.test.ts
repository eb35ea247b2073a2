import { expect, test } from 'vitest'
import { createGroups } from './groups.ts'

type Input = { name: string; keys: string[] }

/** Groups, and those that run alone, until they are told to end. */
function makeGroups(max = 10) {
  const started: string[][] = []
  const ends: ((error?: Error) => void)[] = []
  const alone = new Map<string, (error?: Error) => void>()
  const send = createGroups<Input, string>({
    max,
    keysOf: ({ keys }) => keys,
    run: (inputs) =>
      new Promise((resolve, reject) => {
        const names = inputs.map(({ name }) => name)
        started.push(names)
        const outputs = names.map((name) => (name.startsWith('busy') ? undefined : `${name}!`))
        ends.push((error) => (error ? reject(error) : resolve(outputs)))
      }),
    runAlone: ({ name }) =>
      new Promise((resolve, reject) => {
        alone.set(name, (error) => (error ? reject(error) : resolve(`${name} alone!`)))
      }),
  })
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  const end = async (error?: Error) => {
    ends.shift()?.(error)
    await settle()
  }
  const endAlone = async (name: string, error?: Error) => {
    alone.get(name)?.(error)
    await settle()
  }
  return { send: (name: string, ...keys: string[]) => send({ name, keys }), started, end, endAlone }
}

test('what comes while a group runs goes together in the next one', async () => {
  const { send, started, end } = makeGroups(3)
  const outputs = Promise.all([send('a'), send('b'), send('c'), send('d'), send('e')])
  expect(started).toEqual([['a']])
  for (let group = 0; group < 3; group++) await end()
  expect(started).toEqual([['a'], ['b', 'c', 'd'], ['e']])
  expect(await outputs).toEqual(['a!', 'b!', 'c!', 'd!', 'e!'])
})

test('two with a key in common are never in one group, and keep their order', async () => {
  const { send, started, end } = makeGroups()
  const outputs = Promise.all([
    send('first'),
    send('a', 'chat 1', 'asha'),
    send('b', 'chat 1', 'ravi'),
    // Must not overtake b, who is the same person.
    send('c', 'chat 2', 'ravi'),
    send('d', 'chat 3', 'meera'),
  ])
  for (let group = 0; group < 4; group++) await end()
  expect(started).toEqual([['first'], ['a', 'd'], ['b'], ['c']])
  expect(await outputs).toEqual(['first!', 'a!', 'b!', 'c!', 'd!'])
})

test('a group that fails rejects its own only', async () => {
  const { send, end } = makeGroups()
  const outputs = Promise.allSettled([send('a'), send('b'), send('c')])
  await end()
  await end(new Error('no'))
  const later = send('d')
  await end()
  expect((await outputs).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  expect(await later).toBe('d!')
})

test.each([[undefined], [new Error('no')]])(
  'one that runs alone keeps only those with a key of it waiting, however it ends: %o',
  async (error) => {
    const { send, started, end, endAlone } = makeGroups()
    const outputs = Promise.allSettled([
      send('busy a', 'chat 1', 'asha'),
      send('b', 'chat 1', 'ravi'),
      send('c', 'chat 2', 'meera'),
    ])
    for (let group = 0; group < 2; group++) await end()
    const later = send('d', 'chat 3', 'asha')
    expect(started).toEqual([['busy a'], ['c']])
    await endAlone('busy a', error)
    await end()
    expect(started).toEqual([['busy a'], ['c'], ['b', 'd']])
    expect([(await outputs)[0]?.status, await later]).toEqual([
      error ? 'rejected' : 'fulfilled',
      'd!',
    ])
  },
)

// Work that is done for many at once, because a transaction of many takes little longer than one.
import { withoutLogFields } from '#server/platform/operations/log-fields.ts'

type GroupOptions<Input, Output> = {
  max: number
  /** Two inputs with a key in common never share a group, and keep their order. */
  keysOf: (input: Input) => readonly string[]
  /** Returns the outputs in the order of the inputs, undefined for those to run alone. */
  run: (inputs: Input[]) => Promise<(Output | undefined)[]>
  /** Runs beside the groups; those with a key of this one wait for it. */
  runAlone: (input: Input) => Promise<Output>
}

type Waiting<Input, Output> = {
  input: Input
  resolve: (output: Output) => void
  reject: (error: unknown) => void
}

export function createGroups<Input, Output>({
  max,
  keysOf,
  run,
  runAlone,
}: GroupOptions<Input, Output>): (input: Input) => Promise<Output> {
  let waiting: Waiting<Input, Output>[] = []
  let isRunning = false
  const held = new Set<string>()

  function takeGroup(): Waiting<Input, Output>[] {
    const group: Waiting<Input, Output>[] = []
    const later: Waiting<Input, Output>[] = []
    const taken = new Set(held)
    for (const one of waiting) {
      const keys = keysOf(one.input)
      const isFree = group.length < max && !keys.some((key) => taken.has(key))
      const place = isFree ? group : later
      place.push(one)
      for (const key of keys) taken.add(key)
    }
    waiting = later
    return group
  }

  async function finishAlone({ input, resolve, reject }: Waiting<Input, Output>): Promise<void> {
    const keys = keysOf(input)
    for (const key of keys) held.add(key)
    await runAlone(input).then(resolve, reject)
    for (const key of keys) held.delete(key)
    if (!isRunning) withoutLogFields(() => void runAll())
  }

  async function runAll(): Promise<void> {
    isRunning = true
    for (let group = takeGroup(); group.length > 0; group = takeGroup()) {
      try {
        const outputs = await run(group.map(({ input }) => input))
        for (const [place, one] of group.entries()) {
          const output = outputs[place]
          if (output === undefined) void finishAlone(one)
          else one.resolve(output)
        }
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    isRunning = false
  }

  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject })
      // A group is of many, and the next one of others.
      if (!isRunning) withoutLogFields(() => void runAll())
    })
}

// Short forms of what is lost most easily: a storm, chats and races; the long ones are
// `npm run torture`.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { root } from '#bench/machine/processes.ts'
import { stormEmbedded } from '#torture/cases/storm.ts'
import { type StartedTorture, startTorture } from '#torture/machine/start-torture.ts'

const settings = {
  ...{ seed: 'short', rounds: 1, rate: 50, pairs: 10, messages: 200, racers: 20, races: 1 },
}
const isBuilt = existsSync(path.join(root, 'build/server'))

describe.skipIf(!isBuilt)(isBuilt ? 'torture' : 'torture (skipped: no build/)', () => {
  let torture: StartedTorture
  const said: string[] = []
  beforeAll(async () => {
    torture = await startTorture(settings, (line) => said.push(line), inject('dataDir'))
  })
  afterAll(() => torture.close())

  test('a storm: what was acknowledged before and after a kill is there once', async () => {
    const [outcome] = await stormEmbedded.run(torture)
    expect(outcome?.tried).toBeGreaterThan(0)
    expect({ lost: outcome?.lost, said }).toMatchObject({ lost: 0 })
  })
})

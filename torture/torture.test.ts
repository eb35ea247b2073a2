// Short forms of what is lost most easily: a storm, chats and races; the long ones are
// `npm run torture`.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { findPostgres } from '#bench/machine/postgres.ts'
import { root } from '#bench/machine/processes.ts'
import { chat } from '#torture/cases/chat.ts'
import { raceCases } from '#torture/cases/races.ts'
import { stormEmbedded } from '#torture/cases/storm.ts'
import { type StartedTorture, startTorture } from '#torture/machine/start-torture.ts'
import type { TortureCase } from './torture-case.ts'

const settings = {
  ...{ seed: 'short', rounds: 1, rate: 50, pairs: 10, messages: 200, racers: 20, races: 1 },
}
const hasPostgres = findPostgres() !== undefined
const isBuilt = existsSync(path.join(root, 'build/server'))

describe.skipIf(!isBuilt)(isBuilt ? 'torture' : 'torture (skipped: no build/)', () => {
  let torture: StartedTorture
  const said: string[] = []
  async function expectNothingLost(one: TortureCase | undefined): Promise<void> {
    said.length = 0
    const [outcome] = (await one?.run(torture)) ?? []
    expect(outcome?.tried).toBeGreaterThan(0)
    expect({ lost: outcome?.lost, said }).toMatchObject({ lost: 0 })
  }
  beforeAll(async () => {
    torture = await startTorture(settings, (line) => said.push(line), inject('dataDir'))
  })
  afterAll(() => torture.close())

  test('a storm: what was acknowledged before and after a kill is there once', async () => {
    await expectNothingLost(stormEmbedded)
  })

  test('chats: each acknowledged message is there once, in one order for both', async () => {
    await expectNothingLost(chat)
  })

  test.runIf(hasPostgres).each(raceCases.map(({ name }) => name))('%s', async (name) => {
    await expectNothingLost(raceCases.find((one) => one.name === name))
  })
})

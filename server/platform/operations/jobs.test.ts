import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { createMetrics } from '#server/platform/metrics/metrics.ts'
import { createJobs, jobTimes } from './jobs.ts'
import { createLog } from './log.ts'

const make = () =>
  createJobs({ log: createLog('silent'), metrics: createMetrics(), isTimed: false })

const usualTimes = { ...jobTimes }
afterEach(() => void Object.assign(jobTimes, usualTimes))

function makeSlowJob(done: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const work = async () => {
    done.push(`${name} begins`)
    await promise
    done.push(`${name} ends`)
  }
  return { work, end: resolve }
}

test('jobs run one after the other, in order', async () => {
  const jobs = make()
  const done: string[] = []
  for (const name of ['one', 'two', 'three'])
    jobs.soon(name, async () => {
      done.push(`${name} begins`)
      await wait(5)
      done.push(`${name} ends`)
    })
  await jobs.idle()
  expect(done.map((line) => line.split(' ')[0])).toEqual('one one two two three three'.split(' '))
})

test('a slow job, such as with a silent mail server, delays others briefly', async () => {
  jobTimes.patienceMs = 10
  const jobs = make()
  const done: string[] = []
  const slow = makeSlowJob(done, 'mail')
  // Jobs whose names differ only in the id are of one kind.
  const mail = (digit: string) => `mail ${digit.repeat(8)}-0000-7000-8000-000000000000`
  jobs.soon(mail('1'), slow.work)
  jobs.soon('other', async () => void done.push('other'))
  await expect.poll(() => done).toEqual(['mail begins', 'other'])
  jobs.soon(mail('2'), async () => void done.push('next mail'))
  await wait(50)
  expect(done).toEqual(['mail begins', 'other'])
  slow.end()
  await jobs.idle()
  expect(done).toEqual(['mail begins', 'other', 'mail ends', 'next mail'])
})

test('a job that runs for too long counts as stuck, even if others start and finish', async () => {
  Object.assign(jobTimes, { patienceMs: 10, stuckMs: 60 })
  const jobs = make()
  const slow = makeSlowJob([], 'mail')
  jobs.soon('mail', slow.work)
  for (let count = 0; count < 5; count++) {
    jobs.soon('other', async () => {})
    await wait(20)
  }
  expect(jobs.findStuck()).toBe('mail')
  slow.end()
  await jobs.idle()
  expect(jobs.findStuck()).toBeUndefined()
})

test('closing waits for slow jobs too', async () => {
  jobTimes.patienceMs = 10
  const jobs = make()
  const done: string[] = []
  const slow = makeSlowJob(done, 'slow')
  jobs.soon('slow', slow.work)
  await wait(30)
  const closing = jobs.close()
  slow.end()
  await closing
  expect(done).toEqual(['slow begins', 'slow ends'])
})

import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createMetrics } from '#server/platform/metrics/metrics.ts'
import { createJobs, jobTimes } from './jobs.ts'
import { createLog } from './log.ts'

const make = () =>
  createJobs({ log: createLog('silent'), metrics: createMetrics(), isTimed: false })

function makeSlowJob(done: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const work = async () => {
    done.push(`${name} begins`)
    await promise
    done.push(`${name} ends`)
  }
  return { work, end: resolve }
}

test('jobs of one kind run one after the other, each name once', async () => {
  const jobs = make()
  const done: string[] = []
  // Jobs whose names differ only in an id are of the same kind.
  for (const digit of ['1', '2', '2', '3'])
    jobs.soon(`mail ${digit.repeat(8)}-0000-7000-8000-000000000000`, async () => {
      done.push(`${digit} begins`)
      await wait(5)
      done.push(`${digit} ends`)
    })
  await jobs.idle()
  expect(done.map((line) => line.split(' ')[0])).toEqual(['1', '1', '2', '2', '3', '3'])
})

test('a slow job, such as with a silent mail server, delays no others', async () => {
  const jobs = make()
  const done: string[] = []
  const slow = makeSlowJob(done, 'mail')
  jobs.soon('mail', slow.work)
  jobs.soon('other', async () => void done.push('other'))
  await expect.poll(() => done).toEqual(['mail begins', 'other'])
  jobs.soon('mail', async () => void done.push('next mail'))
  jobs.soon('other', async () => void done.push('other'))
  await expect.poll(() => done).toEqual(['mail begins', 'other', 'other'])
  slow.end()
  await jobs.idle()
  expect(done).toEqual(['mail begins', 'other', 'other', 'mail ends', 'next mail'])
})

test('a job that runs for too long counts as stuck, even if others start and finish', async () => {
  const usual = { ...jobTimes }
  onTestFinished(() => void Object.assign(jobTimes, usual))
  jobTimes.stuckMs = 60
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

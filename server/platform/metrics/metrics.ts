// What is counted and measured of one app, for Prometheus. Labels have few values: patterns of
// paths, codes and names of ours, never what a request says.
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { secondsBuckets } from './policy.ts'

type Labels = Record<string, string | number>
/** One number, or one for each value of the labels. */
type Reading = number | readonly (readonly [labels: Labels, value: number])[]
type Metric = { name: string; help: string; labelNames?: string[] }

const valuesOf = (reading: Reading) =>
  typeof reading === 'number' ? [[{}, reading] as const] : reading

export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name: `dobara_${name}`, help, labelNames, registers })
  const seconds = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Histogram({
      name: `dobara_${name}`,
      help,
      labelNames,
      buckets: secondsBuckets,
      registers,
    })
  return {
    registry,
    requests: counter(
      'http_requests_total',
      'Requests that the router answered',
      'method',
      'route',
      'status',
    ),
    requestSeconds: seconds('http_request_seconds', 'Until the answer was sent', 'route'),
    errors: counter('errors_total', 'Answers that are errors, by code', 'code'),
    refusals: counter('refused_total', 'Refused by a limit of this process', 'limit'),
    liveEvents: counter(
      'live_events_total',
      'Events of live connections; the result is ok or a code',
      'event',
      'result',
    ),
    handshakes: counter('live_handshakes_total', 'Live connections that were tried', 'result'),
    linkErrors: counter(
      'link_errors_total',
      'What this process could not tell the others, or hear of them',
    ),
    jobRuns: counter('job_runs_total', 'Runs of background jobs', 'job', 'result'),
    jobSeconds: seconds('job_seconds', 'How long a run takes', 'job'),
    jobSuccess: new Gauge({
      name: 'dobara_job_last_success_timestamp_seconds',
      help: 'When a background job last ended well',
      labelNames: ['job'],
      registers,
    }),
    mails: counter('mails_total', 'Mails handed to the mail server', 'result'),
    pushes: counter('push_messages_total', 'Messages handed to push services', 'result'),
    /** Shows a number that is counted elsewhere; it is read when somebody asks. */
    showTotal: ({ name, help, labelNames = [] }: Metric, read: () => Reading): void => {
      new Counter({
        name: `dobara_${name}`,
        help,
        labelNames,
        registers,
        collect() {
          this.reset()
          for (const [labels, value] of valuesOf(read())) this.inc(labels, value)
        },
      })
    },
    showNow: (
      { name, help, labelNames = [] }: Metric,
      read: () => Reading | Promise<Reading>,
    ): void => {
      new Gauge({
        name: `dobara_${name}`,
        help,
        labelNames,
        registers,
        async collect() {
          const values = valuesOf(await read())
          this.reset()
          for (const [labels, value] of values) this.set(labels, value)
        },
      })
    },
  }
}

export type Metrics = ReturnType<typeof createMetrics>

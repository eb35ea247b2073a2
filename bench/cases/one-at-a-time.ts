import { fetchAnswer } from '#bench/load/bare.ts'
import { percentile } from '#bench/load/http-load.ts'
import { inThousands, type Market, type Measured } from './bench-case.ts'

/** Requests one after the other; the figure is the 95th of 100 in milliseconds. */
export async function measureOneAtATime(
  of: string,
  { port, sizes }: Pick<Market, 'port' | 'sizes'>,
  urls: readonly string[],
  maxMs: number,
): Promise<Measured> {
  const times: { url: string; time: number }[] = []
  for (const url of urls) {
    const begun = performance.now()
    const { status } = await fetchAnswer(port, url)
    if (status !== 200) throw new Error(`${url} was answered with ${status}.`)
    times.push({ url, time: performance.now() - begun })
  }
  times.sort((a, b) => a.time - b.time)
  const values = times.map(({ time }) => time)
  const slowest = times.at(-1)
  return {
    of: `${of}, ${inThousands(sizes.books)}, the 95th of 100`,
    figure: percentile(values, 0.95),
    unit: 'ms',
    p50: percentile(values, 0.5),
    p99: percentile(values, 0.99),
    bars: [{ atMost: maxMs }],
    note: `the slowest, ${Math.round(slowest?.time ?? 0)} ms: ${slowest?.url}`,
  }
}

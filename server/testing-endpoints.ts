// All endpoints of the contract. They are found in its files, so that none is forgotten.
import { globSync } from 'node:fs'
import path from 'node:path'
import type { Endpoint } from '#contract/common/endpoint.ts'

const contract = path.resolve(import.meta.dirname, '../contract')

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'response' in value

async function readEndpoints(): Promise<Endpoint[]> {
  const files = globSync('**/*.ts', { cwd: contract, exclude: ['**/*.test.ts'] }).sort()
  const modules = await Promise.all(
    files.map((file) => import(path.join(contract, file)) as Promise<Record<string, unknown>>),
  )
  return [...new Set(modules.flatMap((exported) => Object.values(exported).filter(isEndpoint)))]
}

export const endpoints: readonly Endpoint[] = await readEndpoints()

/** Returns, for example, 'PUT /orders/{orderId}/cancel'. */
export const endpointName = ({ method, path }: Endpoint): string => `${method} ${path}`

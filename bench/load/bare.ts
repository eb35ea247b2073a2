import { rm, writeFile } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { type Program, startProgram } from '#bench/machine/processes.ts'

export type Answer = { status: number; headers: Record<string, string>; body: Buffer }
/** `body` in Base64. */
export type RecordedResponse = { address: string; headers: Record<string, string>; body: string }

const agent = new Agent({ keepAlive: true, maxSockets: 4 })

export function fetchAnswer(port: number, address: string, token?: string): Promise<Answer> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: address, agent, headers }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(
            Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
          ),
          body: Buffer.concat(parts),
        }),
      )
    }).on('error', reject)
  })
}

export async function fetchJson<T>(port: number, address: string, token?: string): Promise<T> {
  const { status, body } = await fetchAnswer(port, address, token)
  if (status !== 200) throw new Error(`${address} was answered with ${status}: ${body}`)
  return JSON.parse(body.toString()) as T
}

/** Each body is sent whole, with its length: as the fastest server would. */
const record = (address: string, { headers, body }: Answer): RecordedResponse => {
  const { 'transfer-encoding': _, date: __, connection: ___, ...lasting } = headers
  delete lasting['keep-alive']
  const length = String(body.length)
  return {
    address,
    headers: { ...lasting, 'content-length': length },
    body: body.toString('base64'),
  }
}

/** A bare server with the answers that the server at `port` gives to these addresses. */
export async function startBare(port: number, addresses: readonly string[]): Promise<Program> {
  const answers: RecordedResponse[] = []
  for (const address of new Set(addresses)) {
    const answer = await fetchAnswer(port, address)
    if (answer.status !== 200) throw new Error(`${address} was answered with ${answer.status}.`)
    answers.push(record(address, answer))
  }
  const file = path.join(os.tmpdir(), `dobara-bare-${process.pid}.json`)
  await writeFile(file, JSON.stringify(answers))
  const program = await startProgram(['bench/load/bare-server.ts', file])
  await rm(file)
  return program
}

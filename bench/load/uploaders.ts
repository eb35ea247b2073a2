// A process whose people upload five photos of 8 MB each, all at once: not the one that measures
// the others' requests, which would wait for its own uploads.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { tokenOf } from '#bench/market/ids.ts'
import { makeHeavyPhoto, uploadFive } from '#server/photos/testing-heavy-uploads.ts'

export type Uploaders = {
  /** What each seller from number `first` on was answered with: a status, or why there was none. */
  upload: (first: number, count: number) => Promise<(number | string)[]>
  end: () => void
}

type Task = { first: number; count: number }

/** Uploads to a server at that address, once the photo has been made. */
export async function startUploaders(address: string): Promise<Uploaders> {
  const uploaders = fork(import.meta.filename, [address])
  const nextMessage = async (): Promise<unknown> => {
    const ended = once(uploaders, 'exit').then(() => {
      throw new Error('The process that uploads has ended.')
    })
    const [message] = await Promise.race([once(uploaders, 'message'), ended])
    return message
  }
  await nextMessage()
  return {
    upload: async (first, count) => {
      uploaders.send({ first, count } satisfies Task)
      return (await nextMessage()) as (number | string)[]
    },
    end: () => uploaders.kill(),
  }
}

if (import.meta.main) {
  const [, , address = ''] = process.argv
  const photo = await makeHeavyPhoto()
  process.on('message', async ({ first, count }: Task) => {
    const numbers = Array.from({ length: count }, (_, index) => first + index)
    const upload = (each: number) =>
      uploadFive(address, photo, tokenOf('seller', each)).catch(String)
    process.send?.(await Promise.all(numbers.map(upload)))
  })
  process.send?.('ready')
}

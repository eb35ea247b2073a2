// What a request asks: its path, its query, and its body as JSON or as a form with pictures.
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import type { BodyReservation } from '#server/platform/limits/body-budget.ts'

/** A picture as it was uploaded. */
export type Upload = { field: string; bytes: Buffer }
type Files = NonNullable<Endpoint['files']>

const [mostFields, fieldBytes] = [60, 64 * 1024]
/**
 * A JSON body has at most so many bytes. The longest is a listing: 6,000 characters, each of which may be written in six
 * bytes (`\\u0905`).
 */
export const maxJsonBytes = 64 * 1024
/** So many milliseconds the rest of a refused body may take. */
const drainMs = 30_000
/** One too many are read, so that the refusal can say why. */
const filesOf = ({ fields, maxCount }: Files) => fields.length * maxCount + 1

/** All of what may be in a form, in bytes. */
const mostFormBytes = (files: Files) => filesOf(files) * files.maxBytes + mostFields * fieldBytes

/** Refuses a form that says of itself that it is larger than all of what may be in it: too_large. */
export function rejectLargeForm(request: FastifyRequest, files: Files): void {
  if (Number(request.headers['content-length'] ?? 0) > mostFormBytes(files))
    throw new AppError('too_large')
}

/** A file's bytes. Not by its own `toBuffer`, which keeps them for as long as the sender holds the line. */
async function readFile(
  file: MultipartFile['file'],
  take: BodyReservation['take'],
): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of file) {
    take((chunk as Buffer).length)
    chunks.push(chunk as Buffer)
  }
  if (file.truncated) throw new AppError('too_large')
  return Buffer.concat(chunks)
}

/** Reads a multipart form: fields (a name that repeats becomes a list) and the pictures' bytes. */
async function readForm(
  request: FastifyRequest,
  accepted: Files,
  take: BodyReservation['take'],
): Promise<Parsed> {
  const fields: Record<string, unknown> = {}
  const uploads: Upload[] = []
  const { fields: names, maxBytes } = accepted
  const limits = {
    fileSize: maxBytes,
    files: filesOf(accepted),
    fields: mostFields,
    fieldSize: fieldBytes,
  }
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') {
        const content = await readFile(part.file, take)
        // A browser sends an empty part for a file field that nobody filled.
        if (names.includes(part.fieldname) && content.length > 0)
          uploads.push({ field: part.fieldname, bytes: content })
        else if (names.includes(part.fieldname)) fields[part.fieldname] ??= ''
      } else if (Object.hasOwn(fields, part.fieldname)) {
        fields[part.fieldname] = [fields[part.fieldname], part.value].flat()
      } else if (part.fieldname !== '__proto__') fields[part.fieldname] = part.value
    }
  } catch (error) {
    if ((error as { code?: string }).code === 'FST_FILES_LIMIT')
      throw new AppError(accepted.maxCount === 1 ? 'one_image' : 'too_many_images')
    // A limit says which it was. Whatever else stops the parser is the sender's doing: a broken form, or a cut line.
    throw error instanceof AppError || (error as { statusCode?: number }).statusCode !== undefined
      ? error
      : new AppError('unreadable')
  }
  return { ask: fields, uploads }
}

/** The bytes of a JSON body. By its events, which take half the time of reading it as an iterable. */
function readBytes({ raw }: FastifyRequest, take: BodyReservation['take']): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const chunks: Buffer[] = []
  let length = 0
  const hear = (chunk: Buffer) => {
    try {
      length += chunk.length
      if (length > maxJsonBytes) throw new AppError('body_too_large')
      take(chunk.length)
      chunks.push(chunk)
    } catch (error) {
      reject(error)
    }
  }
  raw.on('data', hear)
  raw.once('end', () => resolve(Buffer.concat(chunks)))
  // A line that is cut; after the end nobody hears of it any more.
  raw.once('close', () => reject(new AppError('unreadable')))
  return promise.finally(() => raw.off('data', hear))
}

/** Reads a JSON body; an empty one is an empty object, as some clients send it with a JSON content type. */
async function readJson(request: FastifyRequest, take: BodyReservation['take']): Promise<unknown> {
  if (Number(request.headers['content-length'] ?? 0) > maxJsonBytes)
    throw new AppError('body_too_large')
  const text = (await readBytes(request, take)).toString()
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch {
    throw new AppError('unreadable')
  }
}

/**
 * Lets the rest of a body go by that nobody reads, because browsers read an answer when they have sent all; cuts off what
 * takes long.
 */
export function drainBody({ raw }: FastifyRequest): void {
  const hasBody =
    raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length'] ?? 0) > 0
  if (!hasBody || raw.complete || raw.readableEnded) return
  raw.unpipe()
  raw.resume()
  const cut = setTimeout(() => raw.destroy(), drainMs).unref()
  raw.once('close', () => clearTimeout(cut))
}

const plainObject = (value: unknown): Record<string, unknown> => {
  if (value === undefined || value === null) return {}
  if (typeof value !== 'object' || Array.isArray(value)) throw new AppError('unreadable')
  return value as Record<string, unknown>
}

type Parsed = { ask: Record<string, unknown>; uploads: Upload[] }

/** What is asked of an endpoint, as it came; a body takes its room. Throws a Refusal for what can't be read. */
export async function readRequestInput(
  request: FastifyRequest,
  point: Endpoint,
  room?: BodyReservation,
): Promise<Parsed> {
  const params = plainObject(request.params)
  if (!room) return { ask: { ...plainObject(request.query), ...params }, uploads: [] }
  // Cut while it was looked up who asks.
  if (request.raw.destroyed) throw new AppError('unreadable')
  const line = request.raw.socket
  if (!request.isMultipart())
    return {
      ask: { ...plainObject(await room.read(line, readJson(request, room.take))), ...params },
      uploads: [],
    }
  if (!point.files) throw new AppError('wrong_media')
  const { ask, uploads } = await room.read(
    line,
    readForm(request, point.files, room.take),
    mostFormBytes(point.files),
  )
  for (const name of point.files.fields)
    if (ask[name] === '' && !uploads.some((upload) => upload.field === name)) ask[name] = undefined
  return { ask: { ...ask, ...params }, uploads }
}

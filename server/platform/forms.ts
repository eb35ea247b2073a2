// What a request asks: its path, its query, and its body as JSON or as a form with pictures.
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'

/** A picture as it was uploaded. */
export type Upload = { field: string; bytes: Buffer }
type Files = NonNullable<Endpoint['files']>

const [mostFields, fieldBytes] = [60, 64 * 1024]
/** One too many are read, so that the refusal can say why. */
const filesOf = ({ fields, most }: Files) => fields.length * most + 1

/** How many bytes a form may put into memory: what it says of itself, else as much as there may be. Throws too_large. */
export function formBytes(request: FastifyRequest, files: Files): number {
  const most = filesOf(files) * files.bytes + mostFields * fieldBytes
  const said = request.headers['content-length']
  if (Number(said ?? 0) > most) throw new Refusal('too_large')
  return said === undefined ? most : Number(said)
}

/** A file's bytes. Not by its own `toBuffer`, which keeps them for as long as the sender holds the line. */
async function readFile(file: MultipartFile['file']): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of file) chunks.push(chunk as Buffer)
  if (file.truncated) throw new Refusal('too_large')
  return Buffer.concat(chunks)
}

/** Reads a multipart form: fields (a name that repeats becomes a list) and the pictures' bytes. */
async function readForm(request: FastifyRequest, accepted: Files): Promise<Parsed> {
  const fields: Record<string, unknown> = {}
  const uploads: Upload[] = []
  const { fields: names, bytes } = accepted
  const limits = { fileSize: bytes, files: filesOf(accepted), fields: mostFields, fieldSize: fieldBytes }
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') {
        const content = await readFile(part.file)
        // A browser sends an empty part for a file field that nobody filled.
        if (names.includes(part.fieldname) && content.length > 0) uploads.push({ field: part.fieldname, bytes: content })
        else if (names.includes(part.fieldname)) fields[part.fieldname] ??= ''
      } else if (Object.hasOwn(fields, part.fieldname)) {
        fields[part.fieldname] = [fields[part.fieldname], part.value].flat()
      } else if (part.fieldname !== '__proto__') fields[part.fieldname] = part.value
    }
  } catch (error) {
    if ((error as { code?: string }).code === 'FST_FILES_LIMIT') throw new Refusal(accepted.most === 1 ? 'one_image' : 'too_many_images')
    // A limit says which it was. Whatever else stops the parser is the sender's doing: a broken form, or a cut line.
    throw error instanceof Refusal || (error as { statusCode?: number }).statusCode !== undefined ? error : new Refusal('unreadable')
  }
  return { ask: fields, uploads }
}

const plainObject = (value: unknown): Record<string, unknown> => {
  if (value === undefined || value === null) return {}
  if (typeof value !== 'object' || Array.isArray(value)) throw new Refusal('unreadable')
  return value as Record<string, unknown>
}

type Parsed = { ask: Record<string, unknown>; uploads: Upload[] }

/** What is asked of an endpoint, as it came; throws a Refusal for what can't be read. */
export async function readAsk(request: FastifyRequest, point: Endpoint): Promise<Parsed> {
  const params = plainObject(request.params)
  if (point.method === 'GET') return { ask: { ...plainObject(request.query), ...params }, uploads: [] }
  if (point.files && request.isMultipart()) {
    const { ask, uploads } = await readForm(request, point.files)
    for (const name of point.files.fields) if (ask[name] === '' && !uploads.some((upload) => upload.field === name)) ask[name] = undefined
    return { ask: { ...ask, ...params }, uploads }
  }
  if (request.isMultipart()) throw new Refusal('wrong_media')
  return { ask: { ...plainObject(request.body), ...params }, uploads: [] }
}

import { z } from 'zod/v4'
import { DeferredSchema, type DeferredZod } from '#web/api/deferred-zod.ts'

// Otherwise zod would test whether it may compile code, which violates the Content-Security-Policy.
z.config({ jitless: true })

/**
 * The functions that the contract calls. They are listed, so that the build leaves out the rest of
 * zod.
 */
const zod: Record<keyof DeferredZod, unknown> = {
  array: z.array,
  boolean: z.boolean,
  custom: z.custom,
  discriminatedUnion: z.discriminatedUnion,
  email: z.email,
  enum: z.enum,
  iso: { date: z.iso.date, datetime: z.iso.datetime },
  literal: z.literal,
  number: z.number,
  object: z.object,
  preprocess: z.preprocess,
  record: z.record,
  string: z.string,
  uuid: z.uuid,
}

/**
 * Returns the real zod schema, which has the checks. In the browser, a schema of the contract is a
 * `DeferredSchema`, which has only the structure.
 */
export const realSchema = <S extends z.ZodType>(schema: S): S =>
  schema instanceof DeferredSchema ? (schema.make(zod as never) as never) : schema

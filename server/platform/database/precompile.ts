import type { CompiledQuery, Kysely } from 'kysely'
import type { Tables } from '#db/tables.ts'
import type { Db } from './database.ts'

class Parameter {
  name: PropertyKey
  constructor(name: PropertyKey) {
    this.name = name
  }
}

/** Returns a placeholder for a value that is given when the statement runs. */
export type Param<Values> = <Name extends keyof Values>(name: Name) => Values[Name]

type Compilable = { compile: (db: Kysely<Tables>) => CompiledQuery }

/**
 * Builds a statement once, because Kysely takes longer to build it than PostgreSQL takes to run it.
 * Returns a function that runs the statement with values.
 */
export function precompile<Values extends object, Row>(
  build: (param: Param<Values>, db: Db) => Compilable,
): (db: Db, values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery | undefined
  return async (db, values) => {
    compiled ??= build((name) => new Parameter(name) as never, db).compile(db)
    const parameters = compiled.parameters.map((value) =>
      value instanceof Parameter ? (values as Record<PropertyKey, unknown>)[value.name] : value,
    )
    return (await db.executeQuery({ ...compiled, parameters } as CompiledQuery<Row>)).rows
  }
}

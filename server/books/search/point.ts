import { sql } from 'kysely'
import type { MapPoint } from '#server/places/places.ts'

export const pointSql = ({ x, y }: MapPoint) => sql`point(${x}::float8, ${y}::float8)`

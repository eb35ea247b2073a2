// How much one person may upload and keep.

/** Who uploads: a buyer has one profile picture; what kind a seller is never changes. */
export type UploaderKind = 'buyer' | 'student' | 'shop owner'
export type Uploader = { personId: string; kind: UploaderKind }

const mb = 1024 * 1024
const gb = 1024 * mb

/**
 * The most pictures a person uploads in a day, refused ones included, because each is decoded; and the most bytes that an
 * account keeps, in all widths. A listing takes up to 5 pictures, of usually 0.3 MB each.
 */
export const uploadQuotas: Record<UploaderKind, { pictures: number; bytes: number }> = {
  buyer: { pictures: 50, bytes: 100 * mb },
  student: { pictures: 1_500, bytes: 5 * gb },
  'shop owner': { pictures: 15_000, bytes: 100 * gb },
}

export type Refusal = 'unreadable' | 'too large' | 'HEIC too large' | 'too slow'

/** The error for a photo that isn't encoded, with the reason. */
export class RefusedPhoto extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal)
    this.refusal = refusal
  }
}

export type Refusal = 'unreadable' | 'too large' | 'HEIC too large' | 'too slow'

/** Why a photo isn't encoded. */
export class RefusedPhoto extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal)
    this.refusal = refusal
  }
}

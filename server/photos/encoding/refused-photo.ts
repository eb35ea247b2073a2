export type Refusal = 'unreadable' | 'too large' | 'HEIC too large' | 'too slow'

export class RefusedPhoto extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal)
    this.refusal = refusal
  }
}

// Token hashes are bytes in the database and hex everywhere else.
export const hashToBytes = (hex: string): Buffer => Buffer.from(hex, 'hex')
export const hashFromBytes = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

declare module 'heic-decode' {
  type Pixels = { width: number; height: number; data: Uint8ClampedArray }
  type Image = { width: number; height: number; decode: () => Promise<Pixels> }
  const heicDecode: { all: (options: { buffer: Uint8Array }) => Promise<Image[]> }
  export default heicDecode
}

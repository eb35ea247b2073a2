import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type BarcodeReader, openBarcodeReader, pictureOf } from './barcode-reader.ts'

/** The pause after a picture in which no barcode was found. */
const pauseMs = 150

const camera = {
  video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
}

/** https://w3c.github.io/mediacapture-image/#torch, which TypeScript's DOM types lack. */
type Torch = { torch?: boolean }

const failureTexts: Record<string, string> = {
  NotAllowedError: 'The camera isn’t allowed here. Allow it in the browser, or choose a photo.',
  NotFoundError: 'There is no camera. Choose a photo of the barcode.',
  BarcodeReaderError: 'The scanner doesn’t load. Type the number above the barcode.',
}
const otherFailure = 'The camera doesn’t start. Choose a photo of the barcode.'
export const scanFailure = ({ name }: Error, otherwise = otherFailure): string =>
  failureTexts[name] ?? otherwise

async function scan(video: HTMLVideoElement, reader: BarcodeReader, signal: AbortSignal) {
  while (!signal.aborted) {
    const isbn = await reader.readIsbn(pictureOf(video, video.videoWidth, video.videoHeight))
    if (isbn !== undefined) return isbn
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

/**
 * Shows the camera in a video until an ISBN is found. `torch` is undefined if the camera has none.
 */
export function useScanner(onFound: (isbn: string) => void) {
  const video = useRef<HTMLVideoElement>(null)
  const [failure, setFailure] = useState<string>()
  const [track, setTrack] = useState<MediaStreamTrack>()
  const [isLit, setLit] = useState(false)
  const found = useEffectEvent(onFound)
  useEffect(() => {
    const stopping = new AbortController()
    const opened: { stream?: MediaStream; reader?: BarcodeReader } = {}
    const close = () => {
      for (const part of opened.stream?.getTracks() ?? []) part.stop()
      opened.reader?.close()
    }
    const run = async () => {
      // `mediaDevices` is undefined on pages without HTTPS.
      if (!navigator.mediaDevices) return setFailure(otherFailure)
      opened.stream = await navigator.mediaDevices.getUserMedia(camera)
      opened.reader = await openBarcodeReader()
      if (!video.current || stopping.signal.aborted) return close()
      video.current.srcObject = opened.stream
      await video.current.play()
      setTrack(opened.stream.getVideoTracks()[0])
      const isbn = await scan(video.current, opened.reader, stopping.signal)
      if (isbn !== undefined && !stopping.signal.aborted) found(isbn)
    }
    run().catch((error: Error) => {
      close()
      if (!stopping.signal.aborted) setFailure(scanFailure(error))
    })
    return () => {
      stopping.abort()
      close()
    }
  }, [])
  const hasTorch = (track?.getCapabilities?.() as Torch | undefined)?.torch === true
  const toggleTorch = () => {
    const advanced = [{ torch: !isLit } as MediaTrackConstraintSet]
    track?.applyConstraints({ advanced }).then(
      () => setLit(!isLit),
      () => {},
    )
  }
  return { video, failure, torch: hasTorch ? { isLit, toggle: toggleTorch } : undefined }
}

/** Returns the ISBN in a photo, or undefined if there is none. */
export async function readIsbnInPhoto(photo: Blob): Promise<string | undefined> {
  const bitmap = await createImageBitmap(photo)
  const reader = await openBarcodeReader()
  try {
    return await reader.readIsbn(pictureOf(bitmap, bitmap.width, bitmap.height))
  } finally {
    reader.close()
  }
}

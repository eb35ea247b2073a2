import { Flashlight, ImageIcon } from 'lucide-react'
import { type ChangeEvent, useState } from 'react'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/inputs/field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { readIsbnInPhoto, scanFailure, useScanner } from './use-scanner.ts'

type Props = { onFound: (isbn: string) => void; onClose: () => void }

/** Reads the barcode of a book with the camera, or from a photo. */
export function ScanDialog({ onFound, onClose }: Props) {
  const { video, failure, torch } = useScanner(onFound)
  const [photoFailure, setPhotoFailure] = useState<string>()
  const [isReading, setReading] = useState(false)
  const readPhoto = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [photo] = target.files ?? []
    if (!photo) return
    const none = 'No book barcode found in this photo. Try one from closer up.'
    setReading(true)
    try {
      const isbn = await readIsbnInPhoto(photo)
      if (isbn === undefined) setPhotoFailure(none)
      else onFound(isbn)
    } catch (error) {
      setPhotoFailure(scanFailure(error as Error, none))
    } finally {
      setReading(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Scan the barcode"
      description="Hold the back of the book in front of the camera."
    >
      <div className="flex flex-col gap-3">
        {failure === undefined && (
          <video
            ref={video}
            muted
            playsInline
            aria-label="The camera"
            className="aspect-video w-full rounded-box bg-sunken object-cover"
          />
        )}
        <FormError>{photoFailure ?? failure}</FormError>
        <div className="flex flex-wrap gap-2">
          <label className={`${buttonClass({ variant: 'plain' })} focus-within:outline-2`}>
            <ImageIcon />
            {isReading ? 'Reading…' : 'Choose a photo'}
            <input
              type="file"
              accept="image/*"
              className="sr-only"
              onChange={(event) => void readPhoto(event)}
            />
          </label>
          {torch && (
            <Button
              variant="plain"
              icon={<Flashlight />}
              aria-pressed={torch.isLit}
              onClick={torch.toggle}
            >
              Light
            </Button>
          )}
          <Button variant="plain" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

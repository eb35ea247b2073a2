import { errorCatalog } from '#contract/common/error-catalog.ts'
import { maxProblemPhotos } from '#contract/orders/problem-form.ts'
import { ImagePicker } from '#web/ui/inputs/image-picker.tsx'
import type { PickedImage } from '#web/ui/inputs/use-image-list.ts'

type Props = { value: PickedImage[]; onChange: (photos: PickedImage[]) => void }

/** Photos that only the two people and admins see. */
export const PhotoField = (props: Props) => (
  <ImagePicker
    {...props}
    label="Photos (optional)"
    hint={`Up to ${maxProblemPhotos}. Only the two of you and Dobara’s admins can see them.`}
    hasCover={false}
    max={maxProblemPhotos}
    tooMany={errorCatalog.too_many_photos[1]}
    unreadable={errorCatalog.image_unreadable[1]}
  />
)

export const filesOf = (photos: PickedImage[]): File[] => photos.flatMap(({ file }) => file ?? [])

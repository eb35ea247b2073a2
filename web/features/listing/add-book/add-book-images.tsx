import { BookImagesField } from '#web/features/listing/book-images-field.tsx'
import type { AddBookStepProps } from './add-book-step-form.tsx'

export const AddBookImages = ({
  state: { images, alert },
  dispatch,
}: Pick<AddBookStepProps, 'state' | 'dispatch'>) => (
  <BookImagesField
    label="Images (2-5)"
    hint="The first one is the cover. Photos of the real copy sell best."
    value={images}
    onChange={(next) => dispatch({ type: 'imagesChanged', images: next })}
    error={alert?.code === 'too_few_images' ? alert.text : undefined}
  />
)

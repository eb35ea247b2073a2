import {
  ConditionField,
  PriceField,
  YearAndPagesFields,
} from '#web/features/listing/book-fields.tsx'
import { AddBookImages } from './add-book-images.tsx'
import { AddBookStepForm, type AddBookStepProps } from './add-book-step-form.tsx'
import { PredictPriceSection } from './predict-price-section.tsx'

export const OldBookPriceStep = (props: AddBookStepProps) => (
  <AddBookStepForm {...props} submitLabel="Next">
    <ConditionField />
    <YearAndPagesFields />
    <PriceField
      name="original_price"
      label="Original price (₹)"
      hint="The price printed on the book."
    />
    <AddBookImages {...props} />
    <PredictPriceSection
      prediction={props.state.prediction}
      onPredicted={(prediction) => props.dispatch({ type: 'pricePredicted', prediction })}
    />
  </AddBookStepForm>
)

import { useFormContext } from 'react-hook-form'
import type { BookDraft } from '#web/features/listing/book-draft.ts'
import {
  ConditionField,
  CopiesField,
  DescriptionField,
  IsbnField,
  PriceField,
  PublicationDateField,
  RentFields,
  TitleAuthorBranchFields,
} from '#web/features/listing/book-fields.tsx'
import { OpenToExchangeField } from '#web/features/listing/open-to-exchange-field.tsx'
import { SellerQuestions } from '#web/features/listing/seller-questions.tsx'
import { typedNumber } from '#web/format.ts'
import { AddBookImages } from './add-book-images.tsx'
import { AddBookStepForm, type AddBookStepProps } from './add-book-step-form.tsx'

export function NewBookStep(props: AddBookStepProps) {
  const askingPrice = typedNumber(useFormContext<BookDraft>().watch('original_price'))
  return (
    <AddBookStepForm {...props} submitLabel="Submit">
      <TitleAuthorBranchFields />
      <PriceField name="original_price" label="Price (₹)" />
      <CopiesField bookType="new" />
      <DescriptionField />
      <AddBookImages {...props} />
      <RentFields askingPrice={askingPrice} />
      <OpenToExchangeField />
      <ConditionField />
      <PublicationDateField />
      <IsbnField />
      <SellerQuestions {...props.questions} />
    </AddBookStepForm>
  )
}

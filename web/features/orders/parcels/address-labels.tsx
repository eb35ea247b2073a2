import { type AddressOf, labelAddress, numbersText, type Parcel, receiverOf } from './parcels.ts'

export const labelsPerPage = 8
/** Longer texts are printed smaller, so that the longest addresses of both people fit. */
const sizes = [
  [120, 'print:text-[14pt]'],
  [240, 'print:text-[12pt]'],
  [420, 'print:text-[10.5pt]'],
  [Number.POSITIVE_INFINITY, 'print:text-[9pt]'],
] as const

type Props = { parcels: readonly Parcel[]; sender: AddressOf | undefined }

/** A4 sheets of 2 × 4 labels. On the screen, the labels are cards. */
export function AddressLabels({ parcels, sender }: Props) {
  const sheets = Array.from({ length: Math.ceil(parcels.length / labelsPerPage) }, (_, page) =>
    parcels.slice(page * labelsPerPage, (page + 1) * labelsPerPage),
  )
  return (
    <div className="flex flex-col gap-3 print:block print:[page:sheet]">
      {sheets.map((sheet) => (
        <ul
          key={sheet[0]?.[0]._id}
          aria-label="Address labels"
          className="grid gap-3 sm:grid-cols-2 print:h-[296mm] print:w-[210mm] print:grid-cols-2
            print:grid-rows-4 print:gap-0 print:overflow-hidden print:not-last:break-after-page"
        >
          {sheet.map((parcel) => (
            <Label key={parcel[0]._id} parcel={parcel} sender={sender} />
          ))}
        </ul>
      ))}
    </div>
  )
}

function Label({ parcel, sender }: { parcel: Parcel; sender: AddressOf | undefined }) {
  const { name, address, phone } = receiverOf(parcel)
  const letters = name.length + address.length + (sender?.address.length ?? 0)
  const [, size] = sizes.find(([most]) => letters <= most) ?? []
  return (
    <li
      data-label
      className="wrap-anywhere flex min-h-0 flex-col gap-1 rounded-box border border-border bg-surface
        p-3 print:gap-[1mm] print:overflow-hidden print:rounded-none print:border-dashed
        print:px-[7mm] print:py-[5mm]"
    >
      <div className={`print:leading-snug ${size}`}>
        <p className="text-muted text-xs print:text-[8pt]">To</p>
        <p className="font-semibold">{name}</p>
        <p className="whitespace-pre-line">{labelAddress(address)}</p>
        <p>{phone}</p>
      </div>
      <div className="mt-auto text-sm print:text-[7.5pt] print:leading-tight">
        {sender && (
          <p>
            <span className="text-muted">From </span>
            {[sender.name, labelAddress(sender.address).replaceAll('\n', ', '), sender.phone]
              .filter(Boolean)
              .join(' · ')}
          </p>
        )}
        <p className="line-clamp-1 text-muted">
          {parcel.length > 1 ? 'Orders' : 'Order'} {numbersText(parcel)}
        </p>
      </div>
    </li>
  )
}

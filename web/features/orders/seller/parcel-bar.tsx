import { Printer, Tags, Truck, X } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { formatCount } from '#contract/common/numbers.ts'
import { maxParcels } from '#contract/orders/parcels.ts'
import { labelsPath, slipsPath } from '#web/paths.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { SelectLoaded } from '#web/ui/selection/select-boxes.tsx'
import { SelectionBar } from '#web/ui/selection/selection-bar.tsx'
import type { ParcelSelection } from './orders-table.tsx'
import type { SellerRow } from './seller-steps.ts'
import { ShipDialog } from './ship-dialog.tsx'

const prints = [
  { label: 'Print labels', icon: <Tags size={18} />, to: labelsPath },
  { label: 'Packing slips', icon: <Printer size={18} />, to: slipsPath },
]

type Props = {
  rows: readonly SellerRow[]
  /** Whether there are rows that aren’t loaded, among which may be parcels. */
  hasMore: boolean
  selection: ParcelSelection & { clear: () => void }
}

const label = 'Parcels to pack'

/** Buttons to ship or print the selected parcels. Shows nothing if no parcel is to be packed. */
export function ParcelBar({ rows, hasMore, selection }: Props) {
  const navigate = useNavigate()
  const [isShipping, setShipping] = useState(false)
  const parcels = rows.filter(({ packing }) => packing.length > 0)
  const chosen = parcels.filter(({ order }) => selection.isSelected(order._id))
  const ids = chosen.map(({ order }) => order._id)
  if (parcels.length === 0 && !isShipping) return null
  const hasSelected = chosen.length > 0
  return (
    <SelectionBar
      label={label}
      hasSelected={hasSelected}
      text={
        hasSelected
          ? `${chosen.length} selected`
          : hasMore
            ? label
            : `${formatCount(parcels.length, 'parcel')} to pack`
      }
      box={<SelectLoaded ids={parcels.map(({ order }) => order._id)} selection={selection} />}
    >
      {hasSelected &&
        (chosen.length > maxParcels ? (
          <p className="text-danger text-sm">Select at most {maxParcels} of them.</p>
        ) : (
          <>
            <Button
              size="sm"
              icon={<Truck size={18} />}
              className="max-sm:order-last max-sm:w-full sm:ml-auto"
              onClick={() => setShipping(true)}
            >
              Mark as shipped
            </Button>
            {prints.map(({ label, icon, to }) => (
              <LinkButton
                key={label}
                size="sm"
                variant="plain"
                icon={icon}
                to={to(ids)}
                className="max-sm:hidden"
              >
                {label}
              </LinkButton>
            ))}
            <span className="ml-auto sm:hidden">
              <Menu
                label="Print"
                icon={<Printer size={20} />}
                items={prints.map(({ to, ...item }) => ({
                  ...item,
                  onSelect: () => void navigate(to(ids)),
                }))}
              />
            </span>
          </>
        ))}
      {hasSelected && (
        <IconButton label="Clear selection" onClick={selection.clear}>
          <X size={18} />
        </IconButton>
      )}
      {isShipping && (
        <ShipDialog
          rows={chosen}
          onClose={() => setShipping(false)}
          onDone={() => {
            setShipping(false)
            selection.clear()
          }}
        />
      )}
    </SelectionBar>
  )
}

import { data } from 'react-router'
import { PageError } from '#web/layout/page-error.tsx'

export const loader = () => data(null, { status: 404 })

export default function NotFound() {
  return <PageError isMissing hasHeader />
}

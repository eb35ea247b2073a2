import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { fetchPicture } from '#web/api/client.ts'
import { useAdminToken, useSession } from '#web/session/session.ts'

export function usePrivatePhoto(path: string) {
  const session = useSession()
  const admin = useAdminToken()
  const reader = session?.userId ?? admin ?? ''
  const { data, isError, refetch } = useQuery({
    // Named after the reader, so that it goes when they log out.
    queryKey: [path, reader],
    queryFn: ({ signal }) => fetchPicture(path, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  })
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!data) return
    const objectUrl = URL.createObjectURL(data)
    setUrl(objectUrl)
    return () => URL.revokeObjectURL(objectUrl)
  }, [data])
  return { url: data && url, isError, retry: () => void refetch() }
}

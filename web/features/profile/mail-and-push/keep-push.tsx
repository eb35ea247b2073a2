import { useKeepPush } from './use-keep-push.ts'

/** For the root, which loads it only where push messages are allowed. */
export function KeepPush() {
  useKeepPush()
  return null
}

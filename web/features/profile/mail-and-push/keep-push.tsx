import { useKeepPush } from './use-keep-push.ts'

/** The root loads this only if push messages are allowed. */
export function KeepPush() {
  useKeepPush()
  return null
}

import { useEffect, useState } from 'react'
import type { Frame } from './use-frame.ts'

/** An app in LINE's list of recently used services. */
export type RecentService = {
  readonly liffId: string
  /** The page where the user left the app. */
  readonly url: string
}

/** Number of services that LINE lists. */
const MAX_SERVICES = 50

/** Puts a service first in the list, which has each app once. */
function withService(before: readonly RecentService[], service: RecentService): readonly RecentService[] {
  return [service, ...before.filter(({ liffId }) => liffId !== service.liffId)].slice(0, MAX_SERVICES)
}

/** Returns the apps that this phone opened, the last one first. LINE lists apps in the size `full` only. */
export function useRecentServices(
  { appId, url, openCount }: Pick<Frame, 'appId' | 'url' | 'openCount'>,
  isListed: boolean,
): readonly RecentService[] {
  const [services, setServices] = useState<readonly RecentService[]>([])
  useEffect(() => {
    if (appId === undefined || openCount === 0 || !isListed) return
    setServices(before => withService(before, { liffId: appId, url }))
  }, [appId, url, openCount, isListed])
  return services
}

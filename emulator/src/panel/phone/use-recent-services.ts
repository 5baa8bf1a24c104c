import { useEffect, useState } from 'react'
import type { Frame } from './use-frame.ts'

export type RecentService = {
  readonly liffId: string
  /** The last page that was open before the user left the app. */
  readonly url: string
}

const MAX_SERVICES = 50

function withService(before: readonly RecentService[], service: RecentService): readonly RecentService[] {
  return [service, ...before.filter(({ liffId }) => liffId !== service.liffId)].slice(0, MAX_SERVICES)
}

/** Returns the apps that were opened on this phone, latest first. */
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

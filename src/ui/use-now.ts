import { useEffect, useState } from 'react'
import { useApp } from '#src/app-context.ts'

/** Returns the server's time in milliseconds since 1970, updated while the page is visible. */
export function useNow(everyMs: number): number {
  const { campaign } = useApp()
  const [now, setNow] = useState(() => campaign.serverNow())
  useEffect(() => {
    const update = () => {
      if (!document.hidden) setNow(campaign.serverNow())
    }
    const timer = setInterval(update, everyMs)
    document.addEventListener('visibilitychange', update)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', update)
    }
  }, [campaign, everyMs])
  return now
}
